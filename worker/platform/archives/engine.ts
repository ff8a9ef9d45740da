/**
 * The archive engine as other modules see it: bytes of a packed archive in, its entries and contents out, over the binding of the
 * codec Worker. The engine runs beside the thread that answers requests. Both frames are written and read here.
 */
import { MIB } from '#shared/units.ts';

/** Archive and contents of one order, each. */
export const MAX_ENGINE_BYTES = 40 * MIB;
export const MAX_ENGINE_ENTRIES = 100_000;
/** Path of the engine at the codec Worker. */
export const ENGINE_PATH = '/archive';

export interface EngineEntry {
  readonly path: string;
  readonly isFolder: boolean;
  /** Links are never extracted. */
  readonly isLink: boolean;
  /** Bytes in the answer, after those of earlier entries. */
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
  readonly isEncrypted: boolean;
}

/** `busy` passes; the other reasons are true of the archive or the password. */
export const ENGINE_REFUSALS = [
  'password_required',
  'password_incorrect',
  'unsupported',
  'damaged',
  'too_large',
  'too_many',
  'busy',
] as const;
export type EngineRefusal = (typeof ENGINE_REFUSALS)[number];

/** `list`: entries alone. `contents`: entries, then the bytes of all. `stream`: the one content of an xz or bz2 file. */
export interface EngineOrder {
  readonly what: 'list' | 'contents' | 'stream';
  readonly password: string;
}

export type EngineHead =
  | { readonly ok: true; readonly entries: readonly EngineEntry[] }
  | { readonly ok: false; readonly reason: EngineRefusal };

export interface EngineAnswer {
  readonly head: EngineHead;
  readonly contents: readonly Uint8Array<ArrayBuffer>[];
}

const HEAD_BYTES = 4;
/** Entries of the largest listing. */
const MAX_HEAD_BYTES = 64 * MIB;

/** Length of a value as JSON, then the value. */
export function frameOf(value: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const frame = new Uint8Array(HEAD_BYTES + text.length);
  new DataView(frame.buffer).setUint32(0, text.length);
  frame.set(text, HEAD_BYTES);
  return frame;
}

/** Reads the value of a frame. @returns the value and the bytes behind it. @throws Error for a frame that is none */
export function readFrame(frame: Uint8Array<ArrayBuffer>): { value: unknown; rest: Uint8Array<ArrayBuffer> } {
  const length = new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(0);
  const text = new TextDecoder().decode(frame.subarray(HEAD_BYTES, HEAD_BYTES + length));
  return { value: JSON.parse(text) as unknown, rest: frame.subarray(HEAD_BYTES + length) };
}

/** A stream read in pieces of chosen lengths. */
export interface PieceReader {
  /** Exactly so many bytes. @throws Error when the stream ends before */
  exactly(length: number): Promise<Uint8Array<ArrayBuffer>>;
  /** At most so many bytes; null at the end. */
  some(length: number): Promise<Uint8Array<ArrayBuffer> | null>;
  cancel(): Promise<void>;
}

export function makePieceReader(stream: ReadableStream<Uint8Array>): PieceReader {
  const reader = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  let held: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  async function some(length: number): Promise<Uint8Array<ArrayBuffer> | null> {
    while (held.length === 0) {
      const { done, value } = await reader.read();
      if (done) return null;
      held = value;
    }
    const piece = held.subarray(0, length);
    held = held.subarray(piece.length);
    return piece;
  }

  return {
    some,
    async exactly(length) {
      const bytes = new Uint8Array(length);
      for (let at = 0; at < length; ) {
        const piece = await some(length - at);
        if (!piece) throw new Error('an answer of the archive engine is cut off');
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    },
    cancel: () => reader.cancel().catch(() => undefined),
  };
}

export interface ArchiveEngine {
  /** @param bytes  a stream of exactly `sizeBytes`. @returns the head, and a reader of the contents */
  run(
    order: EngineOrder,
    bytes: ReadableStream<Uint8Array>,
    sizeBytes: number,
  ): Promise<{ head: EngineHead; contents: PieceReader }>;
}

/** @param binding  the codec Worker, or the process that takes its place on one machine */
export function makeArchiveEngine(binding: Pick<Fetcher, 'fetch'>): ArchiveEngine {
  return {
    async run(order, bytes, sizeBytes) {
      const first = frameOf(order);
      const { readable, writable } = new FixedLengthStream(first.length + sizeBytes);
      const writer = writable.getWriter();
      const reader = bytes.getReader();
      const stop = (error: unknown): void => {
        writer.abort(error).catch(() => undefined);
        reader.cancel(error).catch(() => undefined);
      };
      const send = async (): Promise<void> => {
        await writer.write(first);
        for (let next = await reader.read(); !next.done; next = await reader.read()) await writer.write(next.value);
        await writer.close();
      };
      // A failed source ends the request.
      send().catch(stop);
      let head: EngineHead | undefined;
      try {
        const answer = await binding.fetch(`http://codec${ENGINE_PATH}`, {
          method: 'POST',
          body: readable,
          headers: { 'content-length': String(first.length + sizeBytes), 'content-type': 'application/octet-stream' },
        });
        if (!answer.ok || !answer.body) throw new Error(`the archive engine answered ${answer.status}`);
        const contents = makePieceReader(answer.body);
        const length = new DataView((await contents.exactly(HEAD_BYTES)).buffer).getUint32(0);
        if (length > MAX_HEAD_BYTES) throw new Error('the head of the archive engine is too long');
        head = JSON.parse(new TextDecoder().decode(await contents.exactly(length))) as EngineHead;
        return { head, contents };
      } finally {
        // An engine that refuses may have read nothing: the rest of the archive waits for no one.
        if (!head?.ok) stop(new Error('the archive engine reads no further'));
      }
    },
  };
}
