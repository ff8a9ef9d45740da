/** A server of others for tests in the runtime: every `fetch` of the Worker comes here. Its hosts end with `.example`. */
import { type Request, Response } from 'miniflare';

const MISSING = new Set(['/missing.bin', '/']);

/** Bytes that differ at each place, so that a part in the wrong place is seen. */
export function originBytes(length: number, seed = 7): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + seed + (at >> 8)) & 255;
  return bytes;
}

function ranged(request: Request, bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  const start = Number(/^bytes=(\d+)-/.exec(request.headers.get('range') ?? '')?.[1] ?? -1);
  const isSame = (request.headers.get('if-range') ?? '"v1"') === '"v1"';
  if (start < 0 || !isSame) return new Response(bytes, { headers: { ...headers, 'accept-ranges': 'bytes' } });
  if (start >= bytes.length)
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${bytes.length}` } });
  const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
  return new Response(bytes.subarray(start), { status: 206, headers: { ...headers, 'content-range': range } });
}

/** A body without a length. */
function chunked(bytes: Uint8Array<ArrayBuffer>): Response {
  const pieces = [bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)];
  const body = new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  return new Response(body as never, { headers: { 'content-type': 'text/plain' } });
}

/** `/file/<bytes>`, `/chunked/<bytes>`, `/to?<address>`, `/down` (503), `/named`; anything else is missing. */
export async function originDouble(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, kind = '', size = '0'] = pathname.split('/');
  if (MISSING.has(pathname)) return new Response('missing', { status: 404 });
  if (kind === 'file') return ranged(request, originBytes(Number(size)), { etag: '"v1"' });
  if (kind === 'chunked') return chunked(originBytes(Number(size)));
  if (kind === 'to') return new Response(null, { status: 302, headers: { location: search.slice(1) } });
  if (kind === 'down') return new Response('later', { status: 503 });
  if (kind === 'named')
    return new Response('hello', { headers: { 'content-disposition': `attachment; filename*=UTF-8''na%C3%AFve.txt` } });
  return new Response('missing', { status: 404 });
}
