/**
 * Which pages of other origins may read an answer: our own, and those of registered programs for calls, uploads and content. No
 * answer allows cookies: programs send a bearer. Source: docs/wire-contract.md section 12.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isApiPath } from '#shared/api-path.ts';
import { authContract } from '#shared/auth/contract.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Origins } from './host.ts';

/** Origin -> ids of the clients whose pages are there. */
export type ProgramOrigins = ReadonlyMap<string, ReadonlySet<string>>;

const OWN_HEADERS =
  'authorization, content-type, accept-language, idempotency-key, if-match, if-none-match, if-range, range, content-md5, content-disposition, x-captcha-token, x-client-id, x-client-version, x-device-id, x-device-model, x-device-name, x-device-sign, x-upload-token';
/** Headers of the storage protocol, whose clients invent more with every version. */
const STORAGE_HEADER = /^(?:x-amz|x-oss|amz-sdk)-[a-z0-9-]{1,60}$/;
const MOST_STORAGE_HEADERS = 40;
const EXPOSED = 'etag, date, retry-after, x-request-id, content-range, content-disposition, location';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const MAX_AGE_SECONDS = '7200';
/** Keys and forms of uploads. */
const UPLOAD_PATH = /^\/(?:magpie\/?|(?:magpie\/)?u-V[\w-]+)$/;
/** Facts of the installation that every program may read. */
const OPEN_DOCUMENTS: ReadonlySet<string> = new Set([authContract.serverMetadata.path, authContract.jwks.path]);

/** Our own origins, whose pages may read whatever we answer; null for others. */
export function ownOrigin(origin: string | null, origins: Origins): string | null {
  if (!origin) return null;
  return origin === origins.appOrigin || origins.apiOrigins.includes(origin) ? origin : null;
}

/** Whether pages of registered programs may read this address: no page of ours. */
function isForPrograms(c: Context<AppEnv>): boolean {
  const kind = c.get('hostKind');
  if (kind === 'content' || kind === 'bucket') return true;
  const { pathname } = new URL(c.req.url);
  return (isApiPath(pathname) && !pathname.startsWith('/_internal/')) || UPLOAD_PATH.test(pathname);
}

function allowedHeaders(asked: string): string {
  const names = asked.toLowerCase().split(',', 200);
  const storage = names.map((name) => name.trim()).filter((name) => STORAGE_HEADER.test(name));
  return [OWN_HEADERS, ...storage.slice(0, MOST_STORAGE_HEADERS)].join(', ');
}

/** Whether an answer is for one of these clients: the one of the bearer, and the one that the call names. */
function isOfClient(c: Context<AppEnv>, ids: ReadonlySet<string>): boolean {
  const named = [c.get('call')?.caller?.clientId, c.get('namedClient')];
  return named.every((id) => id === undefined || ids.has(id));
}

export function cors(origins: Origins, programs: ProgramOrigins) {
  return createMiddleware<AppEnv>(async (c, next) => {
    // No page may ask there: the gate of programs refuses every origin.
    if (c.get('hostKind') === 'programs') return next();
    const origin = c.req.header('origin') ?? null;
    const isOpen = OPEN_DOCUMENTS.has(new URL(c.req.url).pathname);
    const own = ownOrigin(origin, origins);
    const areForPrograms = isForPrograms(c);
    const ids = own === null && origin !== null && areForPrograms ? programs.get(origin) : undefined;
    const allowed = own ?? (ids ? origin : null);
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')) {
      if (!allowed && !isOpen) return c.body(null, 403, { vary: 'Origin' });
      return c.body(null, 204, {
        'access-control-allow-origin': allowed ?? '*',
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': allowedHeaders(c.req.header('access-control-request-headers') ?? ''),
        'access-control-max-age': MAX_AGE_SECONDS,
        vary: 'Origin, Access-Control-Request-Headers',
      });
    }
    await next();
    const { headers } = c.res;
    if (isOpen) {
      headers.set('access-control-allow-origin', '*');
      return;
    }
    const isForeign = own !== null && (own !== c.get('origin') || c.get('hostKind') === 'content');
    if (isForeign || (ids && isOfClient(c, ids))) {
      headers.set('access-control-allow-origin', allowed ?? '');
      headers.set('access-control-expose-headers', EXPOSED);
    }
    // Browsers cache: an answer to a request without an origin must not be reused for a script of another one.
    if (isForeign || areForPrograms) headers.append('vary', 'Origin');
  });
}
