/**
 * Redirect rules of operators, applied before any other look-up. The text comes from KV through the isolate; while KV fails, the
 * last good rules hold. Format and decision: #shared/redirect.
 */
import { createMiddleware } from 'hono/factory';
import { isApiPath } from '#shared/api-path.ts';
import type { CountryCode } from '#shared/country/model.ts';
import { splitLocale } from '#shared/locale/path.ts';
import type { RedirectRules } from '#shared/redirect/document.ts';
import { findRedirect, type Installation, type RedirectDecision } from '#shared/redirect/find.ts';
import { platformOf } from '#shared/site/platform.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { placeOf } from './place.ts';

/** How long a browser may cache a permanent redirect: no longer than a change may take to show. */
const CACHED_SECONDS = 60;

export interface RedirectPorts {
  /** The published rules, at most a minute old. Never rejects. */
  rules(): Promise<RedirectRules>;
  readonly config: {
    readonly appOrigin: string;
    readonly contentOrigin: string;
    readonly apiOrigins: readonly string[];
    readonly redirectOrigins: readonly string[];
    readonly defaultCountry: CountryCode;
  };
  readonly clock: Clock;
}

/** Headers of a redirect. @param hasPrefix  the address itself names the language */
export function redirectHeaders({ hit, asked }: RedirectDecision, nowMs: number, hasPrefix: boolean): Headers {
  const headers = new Headers({ location: hit?.target ?? '' });
  const vary = [
    ...(asked.locale && !hasPrefix ? ['Accept-Language', 'Cookie'] : []),
    ...(asked.platform ? ['User-Agent'] : []),
  ];
  if (vary.length > 0) headers.set('vary', vary.join(', '));
  const isPermanent = hit?.rule.status === 301 || hit?.rule.status === 308;
  if (!isPermanent) {
    headers.set('cache-control', 'no-store');
    return headers;
  }
  const leftSeconds = Math.floor(((hit.rule.conditions.endMs ?? Number.POSITIVE_INFINITY) - nowMs) / SECOND_MS);
  // No header names the country of a cache.
  const audience = asked.country || asked.locale || asked.platform ? 'private' : 'public';
  headers.set('cache-control', `${audience}, max-age=${Math.min(CACHED_SECONDS, leftSeconds)}`);
  return headers;
}

export function redirect({ rules, config, clock }: RedirectPorts) {
  const installation: Installation = {
    appOrigin: config.appOrigin,
    ownOrigins: [config.contentOrigin, ...config.apiOrigins],
    externalOrigins: new Set(config.redirectOrigins),
  };
  return createMiddleware<AppEnv>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead || c.get('hostKind') !== 'app') return next();
    const current = await rules();
    if (current.count === 0) return next();
    const { pathname, search } = placeOf(c.req.url);
    if (isApiPath(pathname)) return next();
    const { locale: prefix } = splitLocale(pathname);
    const nowMs = clock.nowMs();
    const decision = findRedirect(
      current,
      {
        path: c.get('path'),
        search,
        prefix,
        locale: c.get('locale'),
        country: countryOf(c.req.raw, config.defaultCountry),
        platform: platformOf(c.req.header('user-agent') ?? ''),
        nowMs,
      },
      installation,
    );
    if (decision.hit) {
      const headers = redirectHeaders(decision, nowMs, prefix !== null);
      return new Response(null, { status: decision.hit.rule.status, headers });
    }
    await next();
    // Another visitor of this address may be redirected.
    if (decision.asked.platform) c.res.headers.append('vary', 'User-Agent');
  });
}
