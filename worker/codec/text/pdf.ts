/**
 * Text of a PDF, page by page, in the order in which the file draws it. Runs in a process of its own, which may be ended at any moment. The
 * one place outside of the browser that uses its package.
 */
import { SECOND_MS } from '#shared/units.ts';

/** Files of the package, such as character maps of Asian fonts that a document does not embed. */
export type PdfData = (kind: string, name: string) => Promise<Uint8Array>;

export interface PdfOptions {
  readonly data: PdfData;
  /** Characters after which no more pages are read. */
  readonly mostLength: number;
  /** Milliseconds of any clock. */
  readonly now: () => number;
}

const MAX_PAGES = 2_000;
/** 5 s: what was read by then counts. */
const READ_MS = 5 * SECOND_MS;

interface TextItem {
  readonly str?: string;
  readonly hasEOL?: boolean;
}

interface PdfPage {
  getTextContent(): Promise<{ readonly items: readonly TextItem[] }>;
  cleanup(): void;
}

interface PdfFile {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
}

interface PdfPackage {
  getDocument(source: object): { readonly promise: Promise<PdfFile>; destroy(): Promise<void> };
}

/** Methods of today's browsers that Node 24 lacks. */
function addMissing(): void {
  const add = (owner: object, name: string, value: unknown): void => {
    // As those of the language: loops over keys do not meet them.
    if (!(name in owner)) Object.defineProperty(owner, name, { value, writable: true, configurable: true });
  };
  add(Uint8Array.prototype, 'toHex', function toHex(this: Uint8Array) {
    return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('');
  });
  for (const owner of [Map.prototype, WeakMap.prototype])
    add(
      owner,
      'getOrInsertComputed',
      function get(this: Map<unknown, unknown>, key: unknown, make: (key: unknown) => unknown) {
        if (!this.has(key)) this.set(key, make(key));
        return this.get(key);
      },
    );
  add(Math, 'sumPrecise', (numbers: Iterable<number>) => Array.from(numbers).reduce((sum, each) => sum + each, 0));
}

async function load(): Promise<PdfPackage> {
  addMissing();
  // Its worker in the same thread: nothing else runs there.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/build/pdf.worker.min.mjs') });
  return (await import('pdfjs-dist')) as unknown as PdfPackage;
}

/** @returns '' for a document with a password @throws Error for a file that is no PDF */
export async function textOfPdf(bytes: Uint8Array, { data, mostLength, now }: PdfOptions): Promise<string> {
  const { getDocument } = await load();
  const loading = getDocument({
    data: bytes,
    enableXfa: false,
    cMapUrl: '/',
    cMapPacked: true,
    standardFontDataUrl: '/',
    useWorkerFetch: false,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
    BinaryDataFactory: class {
      fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
        return data(kind, filename);
      }
    },
  });
  const untilMs = now() + READ_MS;
  let text = '';
  try {
    const file = await loading.promise;
    for (let number = 1; number <= Math.min(file.numPages, MAX_PAGES); number += 1) {
      if (text.length >= mostLength || now() > untilMs) break;
      // A damaged page has no text; the others have.
      const page = await file.getPage(number).catch(() => null);
      const content = await page?.getTextContent().catch(() => null);
      for (const { str = '', hasEOL = false } of content?.items ?? []) {
        text += hasEOL ? `${str}\n` : str;
        if (text.length >= mostLength) break;
      }
      text += '\n';
      page?.cleanup();
    }
  } finally {
    await loading.destroy().catch(() => undefined);
  }
  return text;
}
