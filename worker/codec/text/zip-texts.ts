/** Some entries of a zip file in memory, for documents that are one. Damaged and encrypted ones are left out, and the ends of those that are too large. */

/** Entries of a directory that are looked at. */
const MAX_ENTRIES = 20_000;
const END_BYTES = 22;
const END_MARK = 0x06_05_4b_50;
const ENTRY_BYTES = 46;
const ENTRY_MARK = 0x02_01_4b_50;
const LOCAL_BYTES = 30;
const MAX_COMMENT_BYTES = 65_535;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly start: number;
}

function directoryOf(bytes: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.length - END_BYTES;
  let end = last;
  while (end >= 0 && end >= last - MAX_COMMENT_BYTES && view.getUint32(end, true) !== END_MARK) end -= 1;
  if (end < 0 || end < last - MAX_COMMENT_BYTES) return [];
  const entries: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  const count = Math.min(view.getUint16(end + 10, true), MAX_ENTRIES);
  for (let n = 0; n < count && at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY_MARK; n += 1) {
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    const [method, packedBytes] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const local = view.getUint32(at + 42, true);
    if (!isEncrypted && local + LOCAL_BYTES <= bytes.length) {
      const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      entries.push({ name, method, packedBytes, start });
    }
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** @returns the beginning of an entry, of at most so many bytes */
async function contentOf(packed: Uint8Array<ArrayBuffer>, method: number, maxBytes: number): Promise<string> {
  if (method === STORED) return new TextDecoder().decode(packed.subarray(0, maxBytes));
  if (method !== DEFLATED) return '';
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder();
  let text = '';
  let sizeBytes = 0;
  try {
    while (sizeBytes < maxBytes) {
      const { done, value } = await reader.read();
      if (done) break;
      sizeBytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Damaged from here on: the text before counts.
  }
  await reader.cancel().catch(() => undefined);
  return text;
}

const inOrder = new Intl.Collator('en', { numeric: true });

/** Contents of the entries that `isText` names, in the order of their names. @param maxBytes  of one entry, unpacked */
export async function* zipTexts(
  bytes: Uint8Array<ArrayBuffer>,
  isText: (name: string) => boolean,
  maxBytes: number,
): AsyncGenerator<string> {
  const entries = directoryOf(bytes).filter(({ name }) => isText(name));
  for (const { method, packedBytes, start } of entries.toSorted((a, b) => inOrder.compare(a.name, b.name)))
    yield await contentOf(bytes.subarray(start, start + packedBytes), method, maxBytes);
}
