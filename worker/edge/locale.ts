/**
 * The language of a request: query, cookie, header, default (spec 2.1). A locale prefix in front of a bare path
 * (share, drive, sign-in) is stored in the cookie and taken out of the address.
 */
import { createMiddleware } from 'hono/factory';
import { LOCALE_COOKIE, parseCookies, readTextCookie, writeCookie, YEAR_SECONDS } from '#shared/cookies.ts';
import { negotiateLocale } from '#shared/locale/negotiate.ts';
import { splitLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { AppEnv } from '#worker/platform/http.ts';

export function localeCookie(locale: Locale): string {
  return writeCookie(LOCALE_COOKIE, locale, { maxAgeSeconds: YEAR_SECONDS, sameSite: 'strict' });
}

/** Paths that exist without a prefix only (spec 2.2, 2.4); home alone has both forms. */
const BARE = /^\/(s|drive|referral|auth|loading|human-check|docs)(\/|$)/;

export const locale = createMiddleware<AppEnv>(async (c, next) => {
  const url = new URL(c.req.url);
  const cookies = parseCookies(c.req.header('cookie') ?? null);
  const { locale: prefix, path } = splitLocale(url.pathname);
  if (prefix && BARE.test(path) && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
    return new Response(null, {
      status: 302,
      headers: { location: `${path}${url.search}`, 'set-cookie': localeCookie(prefix), 'cache-control': 'no-store' },
    });
  }
  const chosen =
    prefix ??
    negotiateLocale({
      query: url.searchParams.get('locale') ?? url.searchParams.get('lang'),
      cookie: readTextCookie(cookies, LOCALE_COOKIE),
      acceptLanguage: c.req.header('accept-language') ?? null,
    });
  c.set('locale', chosen);
  c.set('cookies', cookies);
  c.set('path', path);
  await next();
});
