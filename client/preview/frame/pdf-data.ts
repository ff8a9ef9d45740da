/**
 * Files of the PDF package that a document asks for by name: character maps of Asian fonts that it does not embed, two fonts of
 * signs, decoders of scanned pictures. Letters come from the fonts of the system. Each is a chunk of its own: the frame may load scripts and fetch nothing.
 */

const FILES: Readonly<Record<string, () => Promise<string>>> = {
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', { query: '?url&inline', import: 'default' }),
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/Foxit{Symbol,Dingbats}.pfb', {
    query: '?url&inline',
    import: 'default',
  }),
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/*.wasm', { query: '?url&inline', import: 'default' }),
};

const FOLDERS: Readonly<Record<string, string>> = {
  cMapUrl: 'cmaps',
  standardFontDataUrl: 'standard_fonts',
  wasmUrl: 'wasm',
};

/** Takes the place of the package's own class, which fetches. */
export class PdfData {
  /** @throws Error for a name that the package does not have: the document is shown without it */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array<ArrayBuffer>> {
    const load = FILES[`/node_modules/pdfjs-dist/${FOLDERS[kind] ?? ''}/${filename}`];
    if (!load) throw new Error('no such file of the package');
    const address = await load();
    const text = atob(address.slice(address.indexOf(',') + 1));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  }
}
