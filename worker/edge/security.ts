/**
 * Security headers. The content security policy is a pure function of the page's kind.
 * Source: docs/trust.md "Browser"; CSP Level 3.
 */
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { ROUTES } from '#shared/routes.ts';
import { STRICT_TRANSPORT } from '#shared/transport/strict-transport.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Origins } from './host.ts';

/**
 * `site`: the same for all visitors; navigation between them loads no document. `public`: any other document without
 * style attributes. `drive`: the virtual list positions rows.
 */
export type PageKind = 'site' | 'public' | 'drive';

/**
 * Trusted Types policies by kind of page. `magpie-page`: markup of our own payloads (client/navigation/page-parts.ts).
 * `magpie-worker`: the address of the hash worker and no other (client/transfer/hash/connection.ts). `magpie-offline`: the address
 * of the service worker and no other (client/navigation/offline.ts).
 */
const TRUSTED_TYPES: Readonly<Record<PageKind, readonly string[]>> = {
  site: ['magpie-page', 'magpie-offline'],
  public: ["'none'"],
  drive: ['magpie-worker', 'magpie-offline'],
};

/** No blank, `;` or `,`, which would end a rule, and no `*`: URL parsers accept them in a host. */
const PLAIN_SOURCE = /^https?:\/\/[a-z0-9._-]+(:\d{1,5})?$/;

/** Those of the configured sources that are exactly one source. */
function plain(sources: readonly string[]): readonly string[] {
  return sources.filter((source) => PLAIN_SOURCE.test(source));
}

/**
 * @param asked  additional origins for requests of this document, separated by blanks: a desktop client, domains of the region check
 * @param formTarget  source where a form of this one document may end besides our own origin
 * @param parents  origins whose pages may hold this one document in a frame (trust.md hazard 3)
 * @param images  origins of pictures that operators show on this one document
 */
export function contentSecurityPolicy(
  kind: PageKind,
  origins: Origins,
  asked?: string,
  formTarget?: string,
  parents: readonly string[] = [],
  images: readonly string[] = [],
): string {
  const api = origins.apiOrigins.filter((origin) => origin !== origins.appOrigin);
  const rules: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    ...(kind === 'drive' ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
    'img-src': ["'self'", 'data:', 'blob:', origins.contentOrigin, ...plain(images)],
    'media-src': ["'self'", 'blob:', origins.contentOrigin],
    'font-src': ["'self'"],
    // A source with http does not cover its sockets (CSP 3, 6.7.2.8); our own does.
    'connect-src': [
      "'self'",
      ...api.flatMap((origin) => [origin, origin.replace(/^http/, 'ws')]),
      origins.contentOrigin,
      ...plain(asked ? asked.split(' ') : []),
    ],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    // The human check, which is a page of ours in a frame (client/shield/human-check.ts).
    // Where files are shown: the viewer's frame, and content as plain text for pages without script.
    'frame-src': ["'self'", ...(kind === 'site' ? [] : framesOf(origins.contentOrigin))],
    'form-action': ["'self'", ...(formTarget ? [formTarget] : [])],
    'frame-ancestors': plain(parents).length > 0 ? plain(parents) : ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPES[kind],
  };
  return Object.entries(rules)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

function framesOf(contentOrigin: string): readonly string[] {
  return [`${contentOrigin}${ROUTES['preview.frame']}`, `${contentOrigin}/f/`];
}

const DOCUMENT_HEADERS: readonly (readonly [string, string])[] = [
  ['cross-origin-opener-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
];

/** Puts on what an answer lacks; what its page chose for itself stays. */
export function makeHeaderSetter(origins: Origins): (c: Context<AppEnv>, headers: Headers) => void {
  const https = origins.appOrigin.startsWith('https:');
  const policies = {
    site: contentSecurityPolicy('site', origins),
    public: contentSecurityPolicy('public', origins),
    drive: contentSecurityPolicy('drive', origins),
  };
  return (c, headers) => {
    headers.set('x-content-type-options', 'nosniff');
    if (!headers.has('referrer-policy')) headers.set('referrer-policy', 'strict-origin-when-cross-origin');
    if (https) headers.set('strict-transport-security', STRICT_TRANSPORT);
    // A window that one of ours opened is cut off from it by a step on the way that says nothing.
    if (headers.has('location')) headers.set('cross-origin-opener-policy', 'same-origin');
    if (!headers.get('content-type')?.startsWith('text/html')) return;
    const kind = c.get('pageKind') ?? 'public';
    const asked = [c.get('loopbackOrigin') ?? [], c.get('accessOrigins') ?? []].flat().join(' ');
    const parents = c.get('frameParents') ?? [];
    const images = c.get('imageOrigins') ?? [];
    // Chromium compares the addresses that a form is led on to as well.
    const formTarget = c.get('formTarget');
    const isPlain = asked === '' && !formTarget && parents.length === 0 && images.length === 0;
    if (!headers.has('content-security-policy'))
      headers.set(
        'content-security-policy',
        isPlain ? policies[kind] : contentSecurityPolicy(kind, origins, asked, formTarget, parents, images),
      );
    // X-Frame-Options has no list of origins; with frame parents the policy alone decides.
    if (!headers.has('x-frame-options') && parents.length === 0) headers.set('x-frame-options', 'DENY');
    for (const [name, value] of DOCUMENT_HEADERS) headers.set(name, value);
  };
}

export function security(setHeaders: ReturnType<typeof makeHeaderSetter>) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    // A page from memory has them already.
    if (c.get('hasHeaders') !== true) setHeaders(c, c.res.headers);
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
