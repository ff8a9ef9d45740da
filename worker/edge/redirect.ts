/**
 * The rules that operators write, asked before anything is looked up: an address of the app leads somewhere else. The text
 * comes from KV through the isolate; while KV fails, the last good rules stand. Format and decision: #shared/redirect.
 */
import { createMiddleware } from 'hono/factory';
import type { CountryCode } from '#shared/country/model.ts';
import { splitLocale } from '#shared/locale/path.ts';
import type { RedirectRules } from '#shared/redirect/document.ts';
import { findRedirect, type Installation, type RedirectVerdict } from '#shared/redirect/find.ts';
import { platformOf } from '#shared/site/platform.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { countryOf } from '#worker/platform/country.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { isApiPath } from './errors.ts';
import { placeOf } from './place.ts';

/** How long a browser may keep a rule that stands for good. No longer than a change may take to show. */
const KEPT_SECONDS = 60;

export interface RedirectPorts {
  /** What is published, at most a minute old. Never rejects. */
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

/** Headers of an answer that leads on. @param hasPrefix  the address itself named the language */
export function redirectHeaders({ hit, asked }: RedirectVerdict, nowMs: number, hasPrefix: boolean): Headers {
  const headers = new Headers({ location: hit?.target ?? '' });
  const vary = [
    ...(asked.locale && !hasPrefix ? ['Accept-Language', 'Cookie'] : []),
    ...(asked.platform ? ['User-Agent'] : []),
  ];
  if (vary.length > 0) headers.set('vary', vary.join(', '));
  const isForGood = hit?.rule.status === 301 || hit?.rule.status === 308;
  if (!isForGood) {
    headers.set('cache-control', 'no-store');
    return headers;
  }
  const leftSeconds = Math.floor(((hit.rule.conditions.endMs ?? Number.POSITIVE_INFINITY) - nowMs) / SECOND_MS);
  // No header says which country a cache stands in.
  const audience = asked.country || asked.locale || asked.platform ? 'private' : 'public';
  headers.set('cache-control', `${audience}, max-age=${Math.min(KEPT_SECONDS, leftSeconds)}`);
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
    const verdict = findRedirect(
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
    if (verdict.hit) {
      const headers = redirectHeaders(verdict, nowMs, prefix !== null);
      return new Response(null, { status: verdict.hit.rule.status, headers });
    }
    await next();
    // Somebody else at this address may be led on.
    if (verdict.asked.platform) c.res.headers.append('vary', 'User-Agent');
  });
}
