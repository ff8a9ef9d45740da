/**
 * Takes `aws-chunked` bodies apart: `<hex size>[;extension]CRLF <bytes> CRLF`, a chunk of size 0, trailers, an empty line.
 * Where the request was signed with its chunks, each is checked. Trailers are kept, because they carry checksums.
 */
import { isFragmented } from '#shared/transport/small-pieces.ts';
import { BodyMalformed } from '../body/stream-body.ts';
import { type ChunkCheck, type ChunkSigner, makeChunkCheck } from './signature/chunk-signer.ts';

/** A line longer than this is neither a chunk header nor a trailer. */
const MAX_LINE_BYTES = 4_096;
const MAX_TRAILERS = 16;
/** Some clients end with one empty line more. */
const MAX_REST_BYTES = 16;
const LF = 10;
const SIZE_FORM = /^[0-9a-f]{1,13}$/i;
const CHUNK_SIGNATURE = /;\s*chunk-signature=([0-9a-f]{64})\s*$/;
const TRAILER_SIGNATURE = 'x-amz-trailer-signature';

type State = 'header' | 'data' | 'end' | 'trailer' | 'over';

/** Streaming decoder; `push` gives the bytes of content in what came. */
export class ChunkDecoder {
  /** Lower-case names; complete when the body has ended. */
  readonly trailers = new Map<string, string>();
  #state: State = 'header';
  #line = '';
  #left = 0;
  #rest = 0;
  #chunks = 0;
  #bytes = 0;
  readonly #check: ChunkCheck | null;
  readonly #hasTrailer: boolean;
  /** Of the chunk that is coming in. */
  #signature = '';
  /** Text of which the trailers bring the signature. */
  #trailerLines = '';
  #isTrailerChecked = false;
  #isForged = false;

  /** @param signer  null: chunks carry no signatures that count */
  constructor(signer: ChunkSigner | null = null) {
    this.#check = signer && makeChunkCheck(signer);
    this.#hasTrailer = signer?.hasTrailer ?? false;
  }

  /** A chunk, or the trailers, are not signed as they should be. */
  get isForged(): boolean {
    return this.#isForged;
  }

  /** The content in these bytes, moved to their beginning. @throws BodyMalformed */
  decode(bytes: Uint8Array): Uint8Array {
    let length = 0;
    this.push(bytes, (piece) => {
      const from = piece.byteOffset - bytes.byteOffset;
      bytes.copyWithin(length, from, from + piece.length);
      length += piece.length;
    });
    return bytes.subarray(0, length);
  }

  /** @throws BodyMalformed when the framing is broken */
  push(bytes: Uint8Array, take: (content: Uint8Array) => void): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'over') {
        this.#rest += bytes.length - at;
        if (this.#rest > MAX_REST_BYTES) throw new BodyMalformed('the body goes on after its last chunk');
        return;
      }
      if (this.#state === 'data') {
        const piece = bytes.subarray(at, at + this.#left);
        at += piece.length;
        this.#left -= piece.length;
        this.#check?.add(piece);
        if (this.#left === 0) this.#endChunk('end');
        take(piece);
      } else at = this.#readLine(bytes, at);
    }
  }

  /** The chunk of size 0 has come; the empty line after it is missing in the bodies of some clients. @throws BodyMalformed */
  isEnded(): boolean {
    if (this.#state === 'trailer' && this.#line !== '') this.#keepTrailer(this.#line.trim());
    if (this.#state === 'trailer') this.#endTrailer();
    return this.#state === 'trailer' || this.#state === 'over';
  }

  #readLine(bytes: Uint8Array, from: number): number {
    const end = bytes.indexOf(LF, from);
    const until = end < 0 ? bytes.length : end;
    if (this.#line.length + until - from > MAX_LINE_BYTES) throw new BodyMalformed('chunk header too long');
    for (let at = from; at < until; at += 1) this.#line += String.fromCharCode(bytes[at] ?? 0);
    if (end < 0) return until;
    const line = this.#line.trim();
    this.#line = '';
    if (this.#state === 'trailer') {
      if (line === '') this.#endTrailer();
      else this.#keepTrailer(line);
    } else if (this.#state === 'end') {
      if (line !== '') throw new BodyMalformed('chunk longer than it said');
      this.#state = 'header';
    } else this.#open(line);
    return end + 1;
  }

  #open(line: string): void {
    const size = (line.split(';', 1)[0] ?? '').trim();
    if (!SIZE_FORM.test(size)) throw new BodyMalformed('no chunk header');
    this.#left = Number.parseInt(size, 16);
    // The last one is empty.
    this.#chunks += this.#left === 0 ? 0 : 1;
    this.#bytes += this.#left;
    if (isFragmented(this.#chunks, this.#bytes)) throw new BodyMalformed('too many tiny chunks');
    this.#signature = CHUNK_SIGNATURE.exec(line)?.[1] ?? '';
    if (this.#left === 0) this.#endChunk('trailer');
    else this.#state = 'data';
  }

  #endChunk(next: State): void {
    if (this.#check && !this.#check.endChunk(this.#signature)) this.#refuseForged();
    this.#state = next;
  }

  #endTrailer(): void {
    this.#state = 'over';
    if (!this.#check || !this.#hasTrailer || this.#isTrailerChecked) return;
    this.#isTrailerChecked = true;
    const signature = this.trailers.get(TRAILER_SIGNATURE) ?? '';
    if (!this.#check.endTrailer(this.#trailerLines, signature)) this.#refuseForged();
  }

  #refuseForged(): never {
    this.#isForged = true;
    throw new BodyMalformed('a chunk or the trailers are not signed');
  }

  #keepTrailer(line: string): void {
    const colon = line.indexOf(':');
    if (colon < 1 || this.trailers.size === MAX_TRAILERS) throw new BodyMalformed('no trailer');
    const [name, value] = [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    this.trailers.set(name, value);
    if (name !== TRAILER_SIGNATURE) this.#trailerLines += `${name}:${value}\n`;
  }
}
