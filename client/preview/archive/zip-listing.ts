/**
 * Lists the entries of a zip file by reading its end and its directory, never its contents. The directory and the number of entries are
 * bounded.
 */
import type { TextEncoding } from '#shared/content/encoding/encodings.ts';
import type { NameReading } from '#shared/drive/archive/entry-names.ts';
import {
  findDirectory,
  NotAZip,
  readDirectory,
  TooManyEntries,
  ZIP_END_BYTES,
  type ZipEntry,
} from '#shared/drive/archive/zip-directory.ts';

export interface ArchiveListing {
  readonly entries: readonly ZipEntry[];
  readonly count: number;
  /** The encoding of names; null where the archive says it. */
  readonly encoding: TextEncoding | null;
}

type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

/** 100,000 entries with short names; the records are in memory together. */
const MAX_DIRECTORY_BYTES = 16_777_216;
const MAX_ENTRIES = 100_000;

export class NotAnArchive extends Error {}

/** Its directory is larger than the viewer reads. */
export class DirectoryTooLarge extends Error {}

/** @throws NotAnArchive, TooManyEntries, DirectoryTooLarge */
export async function listZip(sizeBytes: number, read: ReadRange, reading: NameReading): Promise<ArchiveListing> {
  const tailStart = Math.max(0, sizeBytes - ZIP_END_BYTES);
  const tail = await read(tailStart, sizeBytes);
  try {
    const directory = findDirectory(tail, sizeBytes);
    const end = directory.start + directory.sizeBytes;
    if (directory.count > MAX_ENTRIES) throw new TooManyEntries();
    if (directory.sizeBytes > MAX_DIRECTORY_BYTES) throw new DirectoryTooLarge();
    const bytes =
      directory.start >= tailStart
        ? tail.subarray(directory.start - tailStart, end - tailStart)
        : await read(directory.start, end);
    const entries = [...readDirectory(bytes, directory, MAX_ENTRIES, reading)];
    const encoding = entries.find(({ nameEncoding }) => nameEncoding)?.nameEncoding ?? null;
    return { entries, count: entries.length, encoding };
  } catch (error) {
    throw error instanceof NotAZip || error instanceof RangeError ? new NotAnArchive('', { cause: error }) : error;
  }
}
