/**
 * Protected entries of zip archives, decrypted by @zip.js/zip.js behind this one file: it is shown a zip file of that one entry, so that
 * it reads no directory of its own.
 */
import { configure, Reader, ZipReader } from '@zip.js/zip.js/index-native.js';
import type { ZipEntry } from '#shared/drive/archive/zip-directory.ts';
import { KIB } from '#shared/units.ts';
import { ArchiveFailed } from '../failed.ts';
import type { ArchiveSource } from './source.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A small piece of a bomb unpacks to a thousand times its size at once. */
const CHUNK_BYTES = 16 * KIB;
const MAX_32 = 0xff_ff_ff_ff;
const AES_EXTRA = 0x9901;

/** The field that describes AES; empty for the older cipher. */
function aesField(entry: ZipEntry): Uint8Array {
  const view = new DataView(entry.record.buffer, entry.record.byteOffset, entry.record.byteLength);
  const from = 46 + view.getUint16(28, true);
  const end = from + view.getUint16(30, true);
  for (let at = from; at + 4 <= end; ) {
    const next = at + 4 + view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === AES_EXTRA && next <= end) return entry.record.subarray(at, next);
    at = next;
  }
  return new Uint8Array(0);
}

/** Directory and end of a zip file whose only entry, called `a`, begins at 0. @throws ArchiveFailed unsupported from 4 GiB on */
function directoryFor(entry: ZipEntry, sizeBytes: number): Uint8Array {
  if (Math.max(sizeBytes, entry.sizeBytes) >= MAX_32) throw new ArchiveFailed('unsupported');
  const aes = aesField(entry);
  const recordBytes = 47 + aes.length;
  const bytes = new Uint8Array(recordBytes + 22);
  const view = new DataView(bytes.buffer);
  // Versions, flags, method, time and checksum are those of the entry. The name is plain.
  bytes.set(entry.record.subarray(0, 20));
  view.setUint32(20, entry.packedBytes, true);
  view.setUint32(24, entry.sizeBytes, true);
  view.setUint16(28, 1, true);
  view.setUint16(30, aes.length, true);
  bytes[46] = 0x61;
  bytes.set(aes, 47);
  view.setUint32(recordBytes, 0x06_05_4b_50, true);
  view.setUint16(recordBytes + 8, 1, true);
  view.setUint16(recordBytes + 10, 1, true);
  view.setUint32(recordBytes + 12, recordBytes, true);
  view.setUint32(recordBytes + 16, sizeBytes, true);
  return bytes;
}

/** The bytes of the entry, from its local header on, then the directory. */
class EntryReader extends Reader<ArchiveSource> {
  readonly #source: ArchiveSource;
  readonly #from: number;
  readonly #sizeBytes: number;
  readonly #end: Uint8Array;

  constructor(source: ArchiveSource, entry: ZipEntry, span: Span) {
    super(source);
    this.#source = source;
    this.#from = entry.offset;
    this.#sizeBytes = span.end - entry.offset;
    this.#end = directoryFor(entry, this.#sizeBytes);
    this.size = this.#sizeBytes + this.#end.length;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const inside = Math.max(0, Math.min(length, this.#sizeBytes - index));
    const first = inside > 0 ? await this.#source.read(this.#from + index, inside) : new Uint8Array(0);
    const from = Math.max(0, index - this.#sizeBytes);
    const rest = this.#end.subarray(from, from + length - inside);
    const bytes = new Uint8Array(first.length + rest.length);
    bytes.set(first);
    bytes.set(rest, first.length);
    return bytes;
  }
}

/** @throws ArchiveFailed unsupported; password_incorrect at once or in the stream */
export async function decrypted(
  source: ArchiveSource,
  entry: ZipEntry,
  span: Span,
  password: string,
): Promise<ReadableStream<Uint8Array>> {
  configure({ useWebWorkers: false, chunkSize: CHUNK_BYTES });
  const failureOf = (error: unknown): ArchiveFailed => {
    if (error instanceof ArchiveFailed) return error;
    const isUnknown = error instanceof Error && /not supported|unsupported/i.test(error.message);
    return new ArchiveFailed(isUnknown ? 'unsupported' : 'password_incorrect', error);
  };
  const [found] = await new ZipReader(new EntryReader(source, entry, span)).getEntries().catch((error: unknown) => {
    throw failureOf(error);
  });
  if (!found || found.directory) throw new ArchiveFailed('damaged');
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const options = { useWebWorkers: false, checkSignature: true, password };
  // Its failure is that of the stream.
  found.getData(writable, options).catch((error: unknown) => writable.abort(failureOf(error)).catch(() => undefined));
  return readable;
}
