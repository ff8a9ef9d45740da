/** A body of known length in pieces, as streams. */
import { KIB } from '#shared/units.ts';
import { readSome } from '#worker/platform/body/read.ts';

const BITE_BYTES = 256 * KIB;

/** A piece of a body that is handed on while it comes in. */
export interface Slice {
  readonly stream: ReadableStream<Uint8Array>;
  /** Settles when the piece has been taken or given up; never rejects. */
  readonly ended: Promise<void>;
}

/** The next bytes of a body. One that ends before breaks its stream off. */
export function nextSlice(reader: ReadableStreamBYOBReader, sizeBytes: number): Slice {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  async function pump(): Promise<void> {
    let memory = new ArrayBuffer(Math.min(BITE_BYTES, sizeBytes));
    for (let left = sizeBytes; left > 0; ) {
      const target = new Uint8Array(memory, 0, Math.min(memory.byteLength, left));
      const { value } = await readSome(reader, target.length, target);
      if (!value || value.byteLength === 0) throw new Error('the body ended before its length');
      await writer.write(value.slice());
      memory = value.buffer;
      left -= value.byteLength;
    }
    await writer.close();
  }
  return { stream: readable, ended: pump().catch((error: unknown) => writer.abort(error).catch(() => undefined)) };
}
