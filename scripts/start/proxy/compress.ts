/**
 * Compression of pages and listings on their way to the client, as an edge network does. Each piece is sent as it arrives:
 * a page's head does not wait for its rows. Documents that the Worker caches come compressed and pass as they are
 * (worker/platform/coding.ts). Responses with tokens and file content are never compressed.
 */
import type { IncomingMessage } from 'node:http';
import zlib from 'node:zlib';
import type { Coding } from '#worker/platform/coding.ts';
import { reportFailure } from './boundary.ts';
import { accepts } from './static-files.ts';

/** Smaller answers would gain less than the header costs. */
const MIN_BYTES = 1_024;
/** Codings of this stream, the cheapest first and the smallest last. */
const CODINGS: readonly Coding[] = ['zstd', 'gzip', 'br'];
/** Of the bytes of gzip's default level 1.08 times in a quarter of its time. */
const GZIP_LEVEL = 3;
/**
 * Of level 9 1.003 times the bytes in three fifths of the time; level 3 takes two fifths of this for 1.06 times. The window holds the longest page;
 * the tables are small, because a slow reader keeps them: 0.6 MB, 0.3 with gzip.
 */
const ZSTD = {
  [zlib.constants.ZSTD_c_compressionLevel]: 7,
  [zlib.constants.ZSTD_c_windowLog]: 18,
  [zlib.constants.ZSTD_c_hashLog]: 15,
  [zlib.constants.ZSTD_c_chainLog]: 15,
};
/** Of zstd's bytes 0.93 times, in 0.3 ms more for a page of 100 KB; the window as above. */
const BROTLI = {
  [zlib.constants.BROTLI_PARAM_QUALITY]: 5,
  [zlib.constants.BROTLI_PARAM_LGWIN]: 18,
};
const TYPES = /^(?:text\/html|application\/json)\b/i;
/** Token answers: their length must not tell how much of a guess was right. */
const SECRET_PATHS = /^\/v1\//;

function field(raw: readonly string[], name: string): string | undefined {
  for (let i = 0; i < raw.length; i += 2) if (raw[i]?.toLowerCase() === name) return raw[i + 1];
  return undefined;
}

/**
 * Whether an answer may hold both what another site chose and what is this visitor's own: compressed together, the length would show
 * how much of a guess was right (BREACH).
 */
function isSteered({ headers, url = '' }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.cookie !== undefined && url.includes('?') && (site === 'cross-site' || site === 'same-site');
}

/** Codings in which a page may be sent to this client, the best first: the cheapest, and the smallest for a document. */
export function codingsFor(request: IncomingMessage): Coding[] {
  if (request.method === 'HEAD' || SECRET_PATHS.test(request.url ?? '') || isSteered(request)) return [];
  const { 'accept-encoding': offered, 'sec-fetch-dest': destination } = request.headers;
  if (offered === undefined) return [];
  return (destination === 'document' ? CODINGS.toReversed() : CODINGS).filter((coding) =>
    accepts(String(offered), coding),
  );
}

/**
 * @param codings  of the request
 * @param raw  raw fields of the answer
 * @returns the coding of the body; null where it is sent as it is
 */
export function codingOf(codings: readonly Coding[], status: number, raw: readonly string[]): Coding | null {
  if (codings.length === 0 || status === 204 || status === 206 || status === 304) return null;
  if (!TYPES.test(field(raw, 'content-type') ?? '') || field(raw, 'content-encoding') !== undefined) return null;
  const lengthBytes = field(raw, 'content-length');
  if (lengthBytes !== undefined && Number(lengthBytes) < MIN_BYTES) return null;
  return codings[0] ?? null;
}

/** Fields of the answer when its body is compressed. A weak ETag identifies the content, not its bytes, and stays. */
export function compressedFields(raw: readonly string[], coding: Coding): string[] {
  const fields: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    const isOfBytes = /^content-length$/i.test(name) || (/^etag$/i.test(name) && !value.startsWith('W/'));
    if (!isOfBytes) fields.push(name, value);
  }
  return [...fields, 'Content-Encoding', coding, 'Vary', 'Accept-Encoding'];
}

export interface Compressor {
  /** Sends a piece compressed; `next` is called when its buffer may be reused. */
  write(piece: Buffer, next: () => void): void;
  end(done: () => void): void;
}

/** Destination of compressed bytes. */
interface Sink {
  write(piece: Buffer, written: () => void): unknown;
  end(done: () => void): void;
  destroy(): void;
}

function startStream(coding: Coding) {
  if (coding === 'zstd')
    return { stream: zlib.createZstdCompress({ params: ZSTD }), flush: zlib.constants.ZSTD_e_flush };
  if (coding === 'br')
    return { stream: zlib.createBrotliCompress({ params: BROTLI }), flush: zlib.constants.BROTLI_OPERATION_FLUSH };
  return { stream: zlib.createGzip({ level: GZIP_LEVEL }), flush: zlib.constants.Z_SYNC_FLUSH };
}

/** A piece is consumed when the client has received it, so a slow reader fills no memory. */
export function makeCompressor(out: Sink, coding: Coding): Compressor {
  const { stream, flush } = startStream(coding);
  let unsent = 0;
  let onSent: (() => void) | undefined;
  const settle = (): void => {
    if (unsent > 0) return;
    const next = onSent;
    onSent = undefined;
    next?.();
  };
  stream.on('data', (piece: Buffer) => {
    unsent += 1;
    out.write(piece, () => {
      unsent -= 1;
      settle();
    });
  });
  stream.on('error', (error) => {
    reportFailure('compressing an answer', error);
    out.destroy();
  });
  return {
    write(piece, next) {
      stream.write(piece);
      stream.flush(flush, () => {
        onSent = next;
        settle();
      });
    },
    end(done) {
      stream.once('end', () => out.end(done));
      stream.end();
    },
  };
}
