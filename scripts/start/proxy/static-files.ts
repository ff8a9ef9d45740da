/**
 * The built client with its Brotli and gzip copies, served by the proxy, so that no request for a script reaches the runtime. The set of
 * files is fixed at start; a file is read when it is first asked for, and then stays in memory.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { STRICT_TRANSPORT } from '#shared/transport/strict-transport.ts';

interface StaticFile {
  type: string;
  etag: string;
  cacheControl: string;
  identity: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

/** By the absolute path of its address: reads a file at the first call; undefined where it has been removed since the start. */
export type StaticFiles = ReadonlyMap<string, () => StaticFile | undefined>;

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** Names under /assets/ carry a hash of their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';
/** Files for the build and for other hosts; not served. */
const HIDDEN = /(?:^|\/)(?:\.|_headers$|_redirects$)/;

function readIfThere(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

function readFile(address: string, file: string, copy: string): StaticFile | undefined {
  const identity = readIfThere(file);
  return (
    identity && {
      type: TYPES[path.extname(file)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      cacheControl: address.startsWith('/assets/') ? IMMUTABLE : ONE_HOUR,
      identity,
      br: readIfThere(`${copy}.br`),
      gzip: readIfThere(`${copy}.gz`),
    }
  );
}

/** Lists dist/client. @param compressedDir  of the copies made by the build */
export function listStaticFiles(clientDir: string, compressedDir: string): StaticFiles {
  const files = new Map<string, () => StaticFile | undefined>();
  for (const entry of readdirSync(clientDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const relative = path.relative(clientDir, path.join(entry.parentPath, entry.name));
    const address = `/${relative.split(path.sep).join('/')}`;
    if (HIDDEN.test(address)) continue;
    let known: StaticFile | undefined;
    files.set(address, () => {
      known ??= readFile(address, path.join(clientDir, relative), path.join(compressedDir, relative));
      return known;
    });
  }
  return files;
}

/** True when `coding` is offered with a weight above zero. */
export function accepts(header: string, coding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/**
 * Answers a GET or HEAD for a built file.
 * @param isHttps  browsers reach this server by https
 * @returns false when no such file exists and the request is for the Worker
 */
export function serveStatic(
  files: StaticFiles,
  request: IncomingMessage,
  response: ServerResponse,
  isHttps: boolean,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  const file = files.get((request.url ?? '').split('?', 1)[0] ?? '')?.();
  if (file === undefined) return false;
  const offered = String(request.headers['accept-encoding'] ?? '');
  const [body, coding] =
    file.br !== undefined && accepts(offered, 'br')
      ? [file.br, 'br']
      : file.gzip !== undefined && accepts(offered, 'gzip')
        ? [file.gzip, 'gzip']
        : [file.identity, undefined];
  response.setHeader('Cache-Control', file.cacheControl);
  response.setHeader('ETag', file.etag);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  // Public scripts: the viewer's frame loads them from an opaque origin.
  if (file.cacheControl === IMMUTABLE) response.setHeader('Access-Control-Allow-Origin', '*');
  // `icon_link` of files: other programs show them on their own pages.
  const isIcon = request.url?.startsWith('/icons/') === true;
  response.setHeader('Cross-Origin-Resource-Policy', isIcon ? 'cross-origin' : 'same-origin');
  if (isHttps) response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT);
  if (request.headers['if-none-match']?.includes(file.etag) === true) {
    response.writeHead(304).end();
    return true;
  }
  response.setHeader('Content-Type', file.type);
  response.setHeader('Content-Length', body.length);
  if (coding !== undefined) response.setHeader('Content-Encoding', coding);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : body);
  return true;
}
