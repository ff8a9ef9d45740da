/**
 * A body whose SHA-1 the program says. The last piece is passed on when the whole is known to be right: a wrong body breaks off, and
 * the store keeps nothing of it.
 */
import { createHash } from 'node:crypto';

export interface SummedBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether the bytes are known to be others. */
  isWrong(): boolean;
}

/** @param sizeBytes  null: unsaid @param sha1  hex, small letters */
export function summedBody(body: ReadableStream<Uint8Array>, sizeBytes: number | null, sha1: string): SummedBody {
  const { readable, writable } = sizeBytes === null ? new IdentityTransformStream() : new FixedLengthStream(sizeBytes);
  let isWrong = false;

  async function pass(): Promise<void> {
    const writer = writable.getWriter();
    const digest = createHash('sha1');
    let held: Uint8Array | null = null;
    try {
      for await (const piece of body as AsyncIterable<Uint8Array>) {
        digest.update(piece);
        if (held) await writer.write(held);
        held = piece;
      }
      isWrong = digest.digest('hex') !== sha1;
      if (isWrong) throw new Error('the bytes have another checksum');
      if (held) await writer.write(held);
      await writer.close();
    } catch (error) {
      // The body broke off, or the reader went away: the reader sees the same.
      await writer.abort(error).catch(() => undefined);
    }
  }

  void pass();
  return { stream: readable, isWrong: () => isWrong };
}
