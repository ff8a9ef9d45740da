/**
 * The requested host, and the origins that may read the answer. Pure decisions and their middleware.
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

/** The configured origin of the request; links in the answer use it. */
export function requestOrigin(host: string, origins: Origins): string {
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

/** Caches the decision on our own hosts, which are few. A foreign host is decided each time. */
function makeHostTable(origins: Origins): (host: string) => { kind: HostKind; origin: string } {
  const known = new Map<string, { kind: HostKind; origin: string }>();
  return (host) => {
    const cached = known.get(host);
    if (cached) return cached;
    const decision = { kind: hostKind(host, origins), origin: requestOrigin(host, origins) };
    if (decision.kind !== 'unknown') known.set(host, decision);
    return decision;
  };
}

/** @param contentPages  paths of pages on the content host; every other page redirects to the app */
export function host(origins: Origins, contentPages: readonly string[] = []) {
  const hostOf = makeHostTable(origins);
  return createMiddleware<AppEnv>(async (c, next) => {
    const { kind, origin } = hostOf((c.req.header('host') ?? '').toLowerCase());
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
    if (kind === 'content' && !/^\/[adftz]\//.test(c.req.path) && !contentPages.includes(c.req.path)) {
      const url = new URL(c.req.url);
      return c.redirect(`${origins.appOrigin}${url.pathname}${url.search}`, 308);
    }
    await next();
    const isForeign = allowed !== null && (allowed !== c.get('origin') || kind === 'content');
    if (isForeign) {
      c.res.headers.set('access-control-allow-origin', allowed);
      c.res.headers.set('access-control-expose-headers', EXPOSED);
    }
    // Browsers cache content: a response to an image request, which sends no Origin, must not be reused for a script.
    if (isForeign || kind === 'content') c.res.headers.append('vary', 'Origin');
  });
}
