/** Tar archives for tests, in the form of ustar. */
const utf8 = new TextEncoder();
const BLOCK_BYTES = 512;
const NOTHING: Uint8Array = new Uint8Array(0);

/** A header and a content. */
export function tarEntry(
  name: Uint8Array,
  { type = '0', content = NOTHING, prefix = NOTHING } = {},
): Uint8Array<ArrayBuffer> {
  const blocks = new Uint8Array(BLOCK_BYTES + Math.ceil(content.length / BLOCK_BYTES) * BLOCK_BYTES);
  const put = (at: number, text: string) => utf8.encodeInto(text, blocks.subarray(at));
  blocks.set(name.subarray(0, 100));
  put(124, `${content.length.toString(8).padStart(11, '0')}\0`);
  put(148, '        ');
  put(156, type);
  put(257, 'ustar\x0000');
  blocks.set(prefix.subarray(0, 155), 345);
  const sum = blocks.subarray(0, BLOCK_BYTES).reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  blocks.set(content, BLOCK_BYTES);
  return blocks;
}

export function tarOf(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const end = 2 * BLOCK_BYTES;
  const tar = new Uint8Array(entries.reduce((sum, { length }) => sum + length, end));
  let at = 0;
  for (const entry of entries) {
    tar.set(entry, at);
    at += entry.length;
  }
  return tar;
}

/** @param files  texts by path */
export function tarOfTexts(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(files);
  return tarOf(entries.map(([path, text]) => tarEntry(utf8.encode(path), { content: utf8.encode(text) })));
}
