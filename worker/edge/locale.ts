/**
 * The language of a request and the address it belongs under (spec 2.1). Pure decision, then its middleware.
 * A chosen language travels as `?locale=` to the page it is meant for, where it is stored and taken out of the address: the
 * pending step of a change. Bare pages keep their path.
 */
import { createMiddleware } from 'hono/factory';
import { getPath } from 'hono/utils/url';
import {
  LOCALE_COOKIE,
  LOCALE_OPEN_COOKIE,
  parseCookies,
  readTextCookie,
  SESSION_COOKIE,
  writeCookie,
  YEAR_SECONDS,
} from '#shared/cookies.ts';
import { hintedLocale } from '#shared/locale/negotiate.ts';
import { joinLocale, splitLocale } from '#shared/locale/path.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import { isMobileBrowser } from '#shared/site/platform.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { isApiPath } from './errors.ts';
import { placeOf } from './place.ts';

/** 1 min: long enough for the page that is on its way. */
const OPEN_SECONDS = 60;

function openCookie(): string {
  return writeCookie(LOCALE_OPEN_COOKIE, 1, { maxAgeSeconds: OPEN_SECONDS, sameSite: 'lax' });
}

export function localeCookie(locale: Locale): string {
  return writeCookie(LOCALE_COOKIE, locale, { maxAgeSeconds: YEAR_SECONDS, sameSite: 'strict' });
}

/**
 * The path that routes are looked up by: a page's prefix is no part of it, and a slash at its end is forgiven. Anything else
 * keeps its own, `/ja/v1/...` too.
 */
export function realPath(request: Request): string {
  const pathname = getPath(request);
  const { locale: prefix, path } = splitLocale(pathname);
  const isSlashed = path.length > 1 && path.endsWith('/');
  if ((!prefix && !isSlashed) || !matchRoute(path)) return pathname;
  return isSlashed ? path.slice(0, -1) : path;
}

export interface LocaleRequest {
  /** Path as asked, with its prefix. */
  readonly pathname: string;
  /** With its `?`, or ''. */
  readonly search: string;
  readonly cookie: string | null;
  readonly acceptLanguage: string | null;
  readonly userAgent: string;
}

export interface LocaleVerdict {
  readonly locale: Locale;
  /** Path without prefix. */
  readonly path: string;
  /** Where the page stands instead; path and query. */
  readonly redirectTo?: string;
  /** To be kept for a year. */
  readonly store?: Locale;
  /** The default was taken because nothing named a language of ours: the browser's own list decides (spec 2.1). */
  readonly isOpen?: boolean;
}

/** On a phone the address goes on without this segment. */
const EXTENSION_SEGMENT = '/browser-extension';

/** Takes one query parameter out and leaves the others as they were written. */
function withoutLocale(search: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((pair) => !/^(locale|lang)(=|$)/.test(pair))
    .join('&');
  return rest === '' ? '' : `?${rest}`;
}

function wishedLocale(search: string): Locale | undefined {
  if (search === '') return undefined;
  const query = new URLSearchParams(search);
  return [query.get('locale'), query.get('lang')].find(isLocale);
}

export function judgeLocale(ask: LocaleRequest): LocaleVerdict {
  const { locale: prefix, path } = splitLocale(ask.pathname);
  const wished = wishedLocale(ask.search);
  let isOpen = false;
  const negotiated = (): Locale => {
    const hinted = hintedLocale({ query: wished, cookie: ask.cookie, acceptLanguage: ask.acceptLanguage });
    isOpen = hinted === null;
    return hinted ?? DEFAULT_LOCALE;
  };
  const match = matchRoute(path);
  if (!match) return { locale: prefix ?? negotiated(), path };
  const { languages } = match.row;
  if (languages === 'file')
    return { locale: prefix ?? negotiated(), path, ...(prefix ? { redirectTo: `${path}${ask.search}` } : {}) };
  if (languages === 'bare') {
    if (prefix) return { locale: prefix, path, redirectTo: `${path}${ask.search}`, store: prefix };
    return { locale: negotiated(), path, ...(wished ? { store: wished } : {}), ...(isOpen ? { isOpen } : {}) };
  }
  // No phone takes a browser extension.
  if ((path === EXTENSION_SEGMENT || path === `${EXTENSION_SEGMENT}/`) && isMobileBrowser(ask.userAgent)) {
    const locale = prefix ?? negotiated();
    return { locale, path, redirectTo: `${joinLocale(locale, '/')}${ask.search}` };
  }
  if (wished) {
    return {
      locale: wished,
      path,
      redirectTo: `${joinLocale(wished, path)}${withoutLocale(ask.search)}`,
      store: wished,
    };
  }
  const locale = prefix ?? negotiated();
  const open = isOpen ? { isOpen } : {};
  if (!prefix && languages === 'localized')
    return { locale, path, redirectTo: `${joinLocale(locale, path)}${ask.search}`, ...open };
  return { locale, path, ...open };
}

export const locale = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = placeOf(c.req.url);
  const cookies = parseCookies(c.req.header('cookie') ?? null);
  const verdict = judgeLocale({
    pathname,
    search,
    // Read when they are asked for: an address that names its language asks for none of them.
    get cookie() {
      return readTextCookie(cookies, LOCALE_COOKIE);
    },
    get acceptLanguage() {
      return c.req.header('accept-language') ?? null;
    },
    get userAgent() {
      return c.req.header('user-agent') ?? '';
    },
  });
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (verdict.redirectTo !== undefined && isRead && !isApiPath(pathname)) {
    const headers = new Headers({
      location: verdict.redirectTo,
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie',
    });
    if (verdict.store) headers.append('set-cookie', localeCookie(verdict.store));
    if (verdict.isOpen) headers.append('set-cookie', openCookie());
    return new Response(null, { status: 302, headers });
  }
  c.set('locale', verdict.locale);
  c.set('cookies', cookies);
  c.set('path', verdict.path);
  c.set('search', search);
  c.set('isSignedInHere', cookies.has(SESSION_COOKIE));
  await next();
  if (verdict.store && isRead) c.res.headers.append('set-cookie', localeCookie(verdict.store));
  const isPage = c.res.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (verdict.isOpen && isRead && isPage) c.res.headers.append('set-cookie', openCookie());
});
