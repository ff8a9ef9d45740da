/**
 * Compression of pages and listings on their way to the client, as an edge network does. Each piece is sent as it arrives:
 * a page's head does not wait for its rows. Responses with tokens and file content are never compressed.
 */
import type { IncomingMessage } from 'node:http';
import zlib from 'node:zlib';
import { reportFailure } from './boundary.ts';
import { accepts } from './static-files.ts';

/** Smaller answers would gain less than the header costs. */
const MIN_BYTES = 1_024;
/** A third of the time of the default level for nine tenths of its gain. */
const LEVEL = 4;
const TYPES = /^(?:text\/html|application\/json)\b/i;
/** Token answers: their length must not tell how much of a guess was right. */
const SECRET_PATHS = /^\/v1\//;

function field(raw: readonly string[], name: string): string | undefined {
  for (let i = 0; i < raw.length; i += 2) if (raw[i]?.toLowerCase() === name) return raw[i + 1];
  return undefined;
}

/** @param raw  raw fields of the answer */
export function isCompressible(request: IncomingMessage, status: number, raw: readonly string[]): boolean {
  if (request.method === 'HEAD' || status === 204 || status === 206 || status === 304) return false;
  if (SECRET_PATHS.test(request.url ?? '')) return false;
  if (!TYPES.test(field(raw, 'content-type') ?? '') || field(raw, 'content-encoding') !== undefined) return false;
  const lengthBytes = field(raw, 'content-length');
  if (lengthBytes !== undefined && Number(lengthBytes) < MIN_BYTES) return false;
  return accepts(request.headers['accept-encoding'] ?? '', 'gzip');
}

/** Fields of the answer when its body is compressed. A weak ETag identifies the content, not its bytes, and stays. */
export function compressedFields(raw: readonly string[]): string[] {
  const fields: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const [name = '', value = ''] = raw.slice(i, i + 2);
    const isOfBytes = /^content-length$/i.test(name) || (/^etag$/i.test(name) && !value.startsWith('W/'));
    if (!isOfBytes) fields.push(name, value);
  }
  return [...fields, 'Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding'];
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

/** A piece is consumed when the client has received it, so a slow reader fills no memory. */
export function makeCompressor(out: Sink): Compressor {
  const gzip = zlib.createGzip({ level: LEVEL });
  let unsent = 0;
  let onSent: (() => void) | undefined;
  const settle = (): void => {
    if (unsent > 0) return;
    const next = onSent;
    onSent = undefined;
    next?.();
  };
  gzip.on('data', (piece: Buffer) => {
    unsent += 1;
    out.write(piece, () => {
      unsent -= 1;
      settle();
    });
  });
  gzip.on('error', (error) => {
    reportFailure('compressing an answer', error);
    out.destroy();
  });
  return {
    write(piece, next) {
      gzip.write(piece);
      gzip.flush(zlib.constants.Z_SYNC_FLUSH, () => {
        onSent = next;
        settle();
      });
    },
    end(done) {
      gzip.once('end', () => out.end(done));
      gzip.end();
    },
  };
}
