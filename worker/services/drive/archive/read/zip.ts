/** Zip archives through @zip.js/zip.js: the directory is read by ranges, contents are streams of one entry each. */
import { configure, type Entry, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/index-native.js';
import { ArchiveFailed } from '../failed.ts';
import { MAX_ENTRIES } from '../rules.ts';
import { type ArchiveEntry, exactly, type WalkArchive, withFailures } from './archive.ts';
import type { ArchiveSource } from './source.ts';

class SourceReader extends Reader<ArchiveSource> {
  readonly #source: ArchiveSource;

  constructor(source: ArchiveSource) {
    super(source);
    this.#source = source;
    this.size = source.sizeBytes;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return this.#source.read(index, length);
  }
}

function failureOf(error: unknown, hasPassword: boolean, isEncrypted: boolean): ArchiveFailed {
  if (error instanceof ArchiveFailed) return error;
  const text = error instanceof Error ? error.message : '';
  if (/not supported|unsupported/i.test(text)) return new ArchiveFailed('unsupported', error);
  if (isEncrypted) return new ArchiveFailed(hasPassword ? 'password_incorrect' : 'password_required', error);
  return new ArchiveFailed('damaged', error);
}

function toEntry(entry: Entry, index: number): ArchiveEntry {
  const { uncompressedSize, lastModDate, directory, encrypted, filename } = entry;
  const modifiedMs = lastModDate instanceof Date ? lastModDate.getTime() : Number.NaN;
  return {
    index,
    path: filename,
    isFolder: directory,
    sizeBytes: uncompressedSize,
    modifiedMs: Number.isFinite(modifiedMs) ? modifiedMs : null,
    isEncrypted: encrypted,
  };
}

function contentOf(entry: FileEntry, password: string): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  if (entry.encrypted && password === '') throw new ArchiveFailed('password_required');
  const options = {
    useWebWorkers: false,
    // The length is checked by our own count, so that a bomb ends at its first byte too many.
    checkSignature: true,
    ...(password === '' ? {} : { password }),
  };
  // Its failure is that of the stream.
  entry.getData(writable, options).catch((error: unknown) => writable.abort(error).catch(() => undefined));
  const failure = (error: unknown): ArchiveFailed => failureOf(error, password !== '', entry.encrypted);
  return withFailures(exactly(readable, entry.uncompressedSize), failure);
}

/** @returns the walk over the directory. @throws ArchiveFailed damaged, too_large */
export async function openZip(source: ArchiveSource, password: string): Promise<WalkArchive> {
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new SourceReader(source));
  const entries: Entry[] = [];
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entries.length === MAX_ENTRIES) throw new ArchiveFailed('too_large');
      entries.push(entry);
    }
  } catch (error) {
    throw failureOf(error, false, false);
  }
  return async function* walk() {
    for (const [index, entry] of entries.entries()) {
      yield {
        ...toEntry(entry, index),
        content: () => {
          if (entry.directory) throw new ArchiveFailed('damaged');
          return contentOf(entry, password);
        },
      };
    }
  };
}
