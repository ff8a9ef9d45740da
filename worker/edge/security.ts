/**
 * Headers that keep a browser from being turned against its person. The policy is a pure function of the page's kind.
 * Source: trust.md "Browser"; CSP Level 3.
 */
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Origins } from './host.ts';

/** `public`: cached or per-request document without style attributes. `drive`: the virtual list positions rows. */
export type PageKind = 'public' | 'drive';

/**
 * @param loopback  origin of a desktop client that this one document may ask; left out on every other
 * @param formTarget  source where a form of this one document may end besides our own origin
 */
export function contentSecurityPolicy(
  kind: PageKind,
  origins: Origins,
  loopback?: string,
  formTarget?: string,
): string {
  const api = origins.apiOrigins.filter((origin) => origin !== origins.appOrigin);
  const rules: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    ...(kind === 'drive' ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
    'img-src': ["'self'", 'data:', 'blob:', origins.contentOrigin],
    'media-src': ["'self'", 'blob:', origins.contentOrigin],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...api, origins.contentOrigin, ...(loopback ? [loopback] : [])],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    // The human check, which is a page of ours in a frame (client/shield/human-check.ts).
    'frame-src': ["'self'"],
    'form-action': ["'self'", ...(formTarget ? [formTarget] : [])],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The one policy gives the address of the hash worker and no other (client/transfer/hash-line.ts).
    'trusted-types': kind === 'drive' ? ['magpie-worker'] : ["'none'"],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

export function security(origins: Origins) {
  const https = origins.appOrigin.startsWith('https:');
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    const headers = c.res.headers;
    headers.set('x-content-type-options', 'nosniff');
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    if (https) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (headers.get('content-type')?.startsWith('text/html')) {
      if (!headers.has('content-security-policy'))
        headers.set(
          'content-security-policy',
          contentSecurityPolicy(c.get('pageKind') ?? 'public', origins, c.get('loopbackOrigin')),
        );
      if (!headers.has('x-frame-options')) headers.set('x-frame-options', 'DENY');
      headers.set('cross-origin-opener-policy', 'same-origin');
      headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()');
    }
  });
}

/**
 * Whether a form post or cookie-bearing write comes from our own pages (Fetch Metadata, then Origin).
 * Browsers too old to send either are refused for cookie-bearing writes: they can sign in with a bearer.
 */
export function isOwnWrite(headers: Headers, appOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  return headers.get('origin') === appOrigin;
}
