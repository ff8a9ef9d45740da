/**
 * Lists the entries of a zip file by reading its end and its directory, never its contents. The directory and the number of entries are
 * bounded.
 */
import {
  findDirectory,
  NotAZip,
  readDirectory,
  ZIP_END_BYTES,
  type ZipEntry,
} from '#shared/drive/archive/zip-directory.ts';

export interface ArchiveListing {
  readonly entries: readonly ZipEntry[];
  readonly count: number;
}

type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** 100,000 entries with short names; the records are in memory together. */
const MAX_DIRECTORY_BYTES = 16_777_216;
const MAX_ENTRIES = 100_000;

export class NotAnArchive extends Error {}

/** @throws NotAnArchive */
export async function listZip(sizeBytes: number, read: ReadRange): Promise<ArchiveListing> {
  const tailStart = Math.max(0, sizeBytes - ZIP_END_BYTES);
  const tail = await read(tailStart, sizeBytes);
  try {
    const directory = findDirectory(tail, sizeBytes);
    const end = directory.start + directory.sizeBytes;
    if (directory.sizeBytes > MAX_DIRECTORY_BYTES) throw new NotAZip();
    const bytes =
      directory.start >= tailStart
        ? tail.subarray(directory.start - tailStart, end - tailStart)
        : await read(directory.start, end);
    const entries = [...readDirectory(bytes, directory, MAX_ENTRIES)];
    return { entries, count: entries.length };
  } catch (error) {
    throw error instanceof NotAZip || error instanceof RangeError ? new NotAnArchive('', { cause: error }) : error;
  }
}
