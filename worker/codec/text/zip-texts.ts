/** Some entries of a zip file in memory, for documents that are one. Damaged and encrypted ones are left out, and the ends of those that are too large. */
import { NAMES_UNREAD } from '#shared/drive/archive/entry-names.ts';
import {
  findDirectory,
  NotAZip,
  readDirectory,
  TooManyEntries,
  ZIP_END_BYTES,
} from '#shared/drive/archive/zip-directory.ts';

/** A document with more gives none. */
const MAX_ENTRIES = 20_000;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly packedBytes: number;
  readonly start: number;
}

function entriesOf(bytes: Uint8Array<ArrayBuffer>): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const directory = findDirectory(bytes.subarray(-ZIP_END_BYTES), bytes.length);
    const records = bytes.subarray(directory.start, directory.start + directory.sizeBytes);
    const entries: Entry[] = [];
    for (const entry of readDirectory(records, directory, MAX_ENTRIES, NAMES_UNREAD)) {
      const { path, method, packedBytes, offset, isEncrypted } = entry;
      if (isEncrypted || offset + LOCAL_BYTES > bytes.length) continue;
      const start = offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
      entries.push({ path, method, packedBytes, start });
    }
    return entries;
  } catch (error) {
    if (error instanceof NotAZip || error instanceof TooManyEntries || error instanceof RangeError) return [];
    throw error;
  }
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
  isText: (path: string) => boolean,
  maxBytes: number,
): AsyncGenerator<string> {
  const entries = entriesOf(bytes).filter(({ path }) => isText(path));
  for (const { method, packedBytes, start } of entries.toSorted((a, b) => inOrder.compare(a.path, b.path)))
    yield await contentOf(bytes.subarray(start, start + packedBytes), method, maxBytes);
}
