/**
 * Takes `aws-chunked` bodies apart: `<hex size>[;extension]CRLF <bytes> CRLF`, a chunk of size 0, then trailers. Signatures
 * and trailers are skipped: the token authorises, and the sum of bytes is checked by whoever takes them.
 */

/** A chunk header longer than this is none. */
const MAX_LINE_BYTES = 4_096;
const LF = 10;

type State = 'header' | 'data' | 'end' | 'over';

/** Streaming decoder; `push` gives the bytes of content in what came. */
export class ChunkDecoder {
  #state: State = 'header';
  #line = '';
  #left = 0;

  /** @throws Error when the framing is broken */
  push(bytes: Uint8Array, take: (content: Uint8Array) => void): void {
    let at = 0;
    while (at < bytes.length && this.#state !== 'over') {
      if (this.#state === 'data') {
        const piece = bytes.subarray(at, at + this.#left);
        take(piece);
        at += piece.length;
        this.#left -= piece.length;
        if (this.#left === 0) this.#state = 'end';
      } else at = this.#readLine(bytes, at);
    }
  }

  /** @throws Error when the last chunk never came */
  finish(): void {
    if (this.#state !== 'over') throw new Error('chunked body ended early');
  }

  #readLine(bytes: Uint8Array, from: number): number {
    const end = bytes.indexOf(LF, from);
    const until = end < 0 ? bytes.length : end;
    if (this.#line.length + until - from > MAX_LINE_BYTES) throw new Error('chunk header too long');
    for (let at = from; at < until; at += 1) this.#line += String.fromCharCode(bytes[at] ?? 0);
    if (end < 0) return until;
    const line = this.#line.trim();
    this.#line = '';
    if (this.#state === 'end') {
      if (line !== '') throw new Error('chunk longer than it said');
      this.#state = 'header';
    } else this.#open(line);
    return end + 1;
  }

  #open(line: string): void {
    const size = /^([0-9a-f]{1,13})\s*(;|$)/i.exec(line)?.[1];
    if (size === undefined) throw new Error('no chunk header');
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? 'over' : 'data';
  }
}

/** The content of an `aws-chunked` body, as a stream that knows its length; it fails when content is shorter or longer. */
export function decodeChunks(body: ReadableStream<Uint8Array>, sizeBytes: number): ReadableStream<Uint8Array> {
  const decoder = new ChunkDecoder();
  const fixed = new FixedLengthStream(sizeBytes);
  const decoded = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => decoder.push(bytes, (content) => controller.enqueue(content)),
      flush: () => decoder.finish(),
    }),
  );
  // Whoever reads the other end learns of a failure there.
  decoded.pipeTo(fixed.writable).catch(() => undefined);
  return fixed.readable;
}
