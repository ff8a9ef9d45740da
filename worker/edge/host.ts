/**
 * Which of our hosts was asked, and who may read the answer from another origin. Pure decisions and their middleware.
 * Source: architecture.md "Hosts, session, CORS".
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';

export type HostKind = 'app' | 'api' | 'content' | 'bucket' | 'unknown';

export interface Origins {
  readonly appOrigin: string;
  readonly contentOrigin: string;
  readonly apiOrigins: readonly string[];
}

/** Bucket label in front of an API host, for clients that address uploads by virtual host. */
export const UPLOAD_BUCKET = 'magpie';

/** @param host  the Host header, lower case, with port */
export function hostKind(host: string, origins: Origins): HostKind {
  const hostOf = (origin: string) => new URL(origin).host;
  if (host === hostOf(origins.appOrigin)) return 'app';
  if (host === hostOf(origins.contentOrigin)) return 'content';
  const apiHosts = origins.apiOrigins.map(hostOf);
  if (apiHosts.includes(host)) return 'api';
  if (host.startsWith(`${UPLOAD_BUCKET}.`)) {
    const rest = host.slice(UPLOAD_BUCKET.length + 1);
    if (rest === hostOf(origins.appOrigin) || apiHosts.includes(rest)) return 'bucket';
  }
  return 'unknown';
}

/** The configured origin that was asked; links in answers come back under it. */
export function askedOrigin(host: string, origins: Origins): string {
  return (
    [origins.appOrigin, ...origins.apiOrigins].find((origin) => new URL(origin).host === host) ?? origins.appOrigin
  );
}

/** Origins whose pages may read our APIs; never `*` together with credentials. */
export function allowedOrigin(origin: string | null, origins: Origins): string | null {
  if (!origin) return null;
  return origin === origins.appOrigin || origins.apiOrigins.includes(origin) ? origin : null;
}

const CORS_HEADERS =
  'authorization, content-type, accept-language, idempotency-key, if-range, range, x-captcha-token, x-client-id, x-client-version, x-device-id, x-device-model, x-device-name, x-upload-token';
const EXPOSED = 'etag, date, retry-after, x-request-id';

/** Remembers the verdict on hosts that are ours: there are few. A foreign one is judged each time and remembered never. */
function makeHostBook(origins: Origins): (asked: string) => { kind: HostKind; origin: string } {
  const known = new Map<string, { kind: HostKind; origin: string }>();
  return (asked) => {
    const found = known.get(asked);
    if (found) return found;
    const verdict = { kind: hostKind(asked, origins), origin: askedOrigin(asked, origins) };
    if (verdict.kind !== 'unknown') known.set(asked, verdict);
    return verdict;
  };
}

/** @param contentPages  paths of pages that the content host shows by itself; everything else that is no content leads to the app */
export function host(origins: Origins, contentPages: readonly string[] = []) {
  const book = makeHostBook(origins);
  return createMiddleware<AppEnv>(async (c, next) => {
    const asked = (c.req.header('host') ?? '').toLowerCase();
    const { kind, origin } = book(asked);
    if (kind === 'unknown') {
      return c.text(`This address is not served here. Open ${origins.appOrigin}\n`, 421, {
        'x-content-type-options': 'nosniff',
      });
    }
    c.set('hostKind', kind);
    c.set('origin', origin);
    const allowed = allowedOrigin(c.req.header('origin') ?? null, origins);
    if (c.req.method === 'OPTIONS' && c.req.header('access-control-request-method')) {
      if (!allowed) return c.body(null, 403);
      return c.body(null, 204, {
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': CORS_HEADERS,
        'access-control-max-age': '7200',
        vary: 'Origin',
      });
    }
    if (kind === 'content' && !/^\/f\//.test(c.req.path) && !contentPages.includes(c.req.path)) {
      const url = new URL(c.req.url);
      return c.redirect(`${origins.appOrigin}${url.pathname}${url.search}`, 308);
    }
    await next();
    const isForeign = allowed !== null && (allowed !== c.get('origin') || kind === 'content');
    if (isForeign) {
      c.res.headers.set('access-control-allow-origin', allowed);
      c.res.headers.set('access-control-expose-headers', EXPOSED);
    }
    // Content is kept by browsers: what came for a picture, which names no origin, must not be what a script is given.
    if (isForeign || kind === 'content') c.res.headers.append('vary', 'Origin');
  });
}
