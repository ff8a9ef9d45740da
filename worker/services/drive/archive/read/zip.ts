/**
 * Zip archives: the directory is read by ranges, contents are streams of one entry each. Entries whose bytes overlap are refused, so that
 * no byte is unpacked twice.
 */
import { crc32 } from 'node:zlib';
import type { NameReading } from '#shared/drive/archive/entry-names.ts';
import {
  findDirectory,
  NotAZip,
  readDirectory,
  TooManyEntries,
  ZIP_END_BYTES,
  type ZipEntry,
} from '#shared/drive/archive/zip-directory.ts';
import { KIB, MIB } from '#shared/units.ts';
import { ArchiveFailed } from '../failed.ts';
import { MAX_ENTRIES } from '../rules.ts';
import { exactly, inflated, otherRequests, type WalkArchive, withFailures } from './archive.ts';
import type { ArchiveSource } from './source.ts';

/** 100,000 entries with long names. */
const MAX_DIRECTORY_BYTES = 32 * MIB;
const LOCAL_BYTES = 30;
/** Entries, and bytes of their records, between two looks at other requests. */
const STEP = 1_000;
const STEP_BYTES = 256 * KIB;

const STORED = 0;
const DEFLATED = 8;

/** Where the content of an entry is; the local header says where it begins, and nothing else of it counts. @throws ArchiveFailed */
async function spanOf(source: ArchiveSource, entry: ZipEntry): Promise<{ start: number; end: number }> {
  const bytes = await source.read(entry.offset, LOCAL_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < LOCAL_BYTES || view.getUint32(0, true) !== 0x04_03_4b_50) throw new ArchiveFailed('damaged');
  const start = entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
  const end = start + entry.packedBytes;
  if (end > source.sizeBytes) throw new ArchiveFailed('damaged');
  return { start, end };
}

/** The same bytes, compared with their checksum at the end. */
function checked(stream: ReadableStream<Uint8Array>, expected: number): ReadableStream<Uint8Array> {
  let crc = 0;
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        crc = crc32(bytes, crc);
        controller.enqueue(bytes);
      },
      flush(controller) {
        if (crc >>> 0 !== expected >>> 0) controller.error(new ArchiveFailed('damaged'));
      },
    }),
  );
}

async function plainContent(source: ArchiveSource, entry: ZipEntry): Promise<ReadableStream<Uint8Array>> {
  if (entry.method !== STORED && entry.method !== DEFLATED) throw new ArchiveFailed('unsupported');
  const { start, end } = await spanOf(source, entry);
  const packed = source.stream(start, end);
  const content = entry.method === STORED ? packed : inflated(packed, 'deflate-raw');
  return checked(content, entry.crc);
}

/** A stream that is made when it is first read. */
function later(make: () => Promise<ReadableStream<Uint8Array>>): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      reader ??= (await make()).getReader();
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

function contentOf(source: ArchiveSource, entry: ZipEntry, password: string): ReadableStream<Uint8Array> {
  if (entry.isEncrypted && password === '') throw new ArchiveFailed('password_required');
  const make = async (): Promise<ReadableStream<Uint8Array>> => {
    if (!entry.isEncrypted) return plainContent(source, entry);
    // Its library is loaded for protected entries alone.
    const { decrypted } = await import('./zip-secret.ts');
    return decrypted(source, entry, await spanOf(source, entry), password);
  };
  const failureOf = (error: unknown): ArchiveFailed =>
    error instanceof ArchiveFailed
      ? error
      : new ArchiveFailed(entry.isEncrypted ? 'password_incorrect' : 'damaged', error);
  return withFailures(exactly(later(make), entry.sizeBytes), failureOf);
}

/** @throws ArchiveFailed damaged when bytes of two entries overlap each other or the directory */
function requireApart(entries: readonly ZipEntry[], directoryStart: number): void {
  let end = 0;
  for (const { offset, packedBytes } of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (offset < end) throw new ArchiveFailed('damaged');
    end = offset + LOCAL_BYTES + packedBytes;
  }
  if (end > directoryStart) throw new ArchiveFailed('damaged');
}

async function entriesOf(source: ArchiveSource, reading: NameReading): Promise<ZipEntry[]> {
  const tailStart = Math.max(0, source.sizeBytes - ZIP_END_BYTES);
  const directory = findDirectory(await source.read(tailStart, source.sizeBytes - tailStart), source.sizeBytes);
  if (directory.count > MAX_ENTRIES) throw new ArchiveFailed('too_many');
  if (directory.sizeBytes > MAX_DIRECTORY_BYTES) throw new ArchiveFailed('too_large');
  const bytes = await source.read(directory.start, directory.sizeBytes);
  const entries: ZipEntry[] = [];
  let [step, stepBytes] = [0, 0];
  for (const entry of readDirectory(bytes, directory, MAX_ENTRIES, reading)) {
    entries.push(entry);
    step += 1;
    stepBytes += entry.record.length;
    if (step < STEP && stepBytes < STEP_BYTES) continue;
    [step, stepBytes] = [0, 0];
    await otherRequests();
  }
  requireApart(entries, directory.start);
  return entries;
}

/** @returns the walk over the directory. @throws ArchiveFailed damaged, too_large, too_many */
export async function openZip(source: ArchiveSource, password: string, reading: NameReading): Promise<WalkArchive> {
  const entries = await entriesOf(source, reading).catch((error: unknown) => {
    if (error instanceof TooManyEntries) throw new ArchiveFailed('too_many', error);
    throw error instanceof NotAZip ? new ArchiveFailed('damaged', error) : error;
  });
  return async function* walk() {
    for (const [index, entry] of entries.entries()) {
      const { path, nameEncoding, isFolder, isLink, isEncrypted, sizeBytes, modifiedMs } = entry;
      if (isLink) continue;
      yield {
        index,
        path,
        nameEncoding,
        isFolder,
        isEncrypted,
        sizeBytes: isFolder ? 0 : sizeBytes,
        modifiedMs,
        content: () => contentOf(source, entry, password),
      };
    }
  };
}
