/**
 * The language of a request and its address in that language (spec 2.1). Pure decision, then its middleware.
 * A chosen language is sent as `?locale=` to its page, which stores it and removes it from the address. Bare pages keep their path.
 */
import { createMiddleware } from 'hono/factory';
import { isApiPath } from '#shared/api-path.ts';
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
import { boundedAddress, placeOf } from './place.ts';

/** 1 min: long enough for the page to load. */
const OPEN_SECONDS = 60;

function openCookie(): string {
  return writeCookie(LOCALE_OPEN_COOKIE, 1, { maxAgeSeconds: OPEN_SECONDS, sameSite: 'lax' });
}

export function localeCookie(locale: Locale): string {
  return writeCookie(LOCALE_COOKIE, locale, { maxAgeSeconds: YEAR_SECONDS, sameSite: 'strict' });
}

/**
 * The path for the router: a page without its language prefix and without a slash at its end. Any other path is unchanged,
 * `/ja/v1/...` too. Never decoded; parameters are.
 */
export function realPath(request: Request): string {
  // As written: a path that the router decoded could match a page that the path of the request does not name.
  const { pathname } = placeOf(request.url);
  const { locale: prefix, path } = splitLocale(pathname);
  const isSlashed = path.length > 1 && path.endsWith('/');
  if ((!prefix && !isSlashed) || !matchRoute(path)) return pathname;
  return isSlashed ? path.slice(0, -1) : path;
}

export interface LocaleRequest {
  /** Path of the request, with its prefix. */
  readonly pathname: string;
  /** With its `?`, or ''. */
  readonly search: string;
  readonly cookie: string | null;
  readonly acceptLanguage: string | null;
  readonly userAgent: string;
}

export interface LocaleDecision {
  readonly locale: Locale;
  /** Path without prefix. */
  readonly path: string;
  /** Address of the page; path and query. */
  readonly redirectTo?: string;
  /** To be stored for a year. */
  readonly store?: Locale;
  /** The default was used because the request names no language of ours: the browser's own list decides (spec 2.1). */
  readonly isOpen?: boolean;
}

/** A phone is redirected to the address without this segment. */
const EXTENSION_SEGMENT = '/browser-extension';

/** Removes the language from a query and leaves the other parameters as written. */
function withoutLocale(search: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((pair) => !/^(locale|lang)(=|$)/.test(pair))
    .join('&');
  return rest === '' ? '' : `?${rest}`;
}

function requestedLocale(search: string): Locale | undefined {
  if (search === '') return undefined;
  const query = new URLSearchParams(search);
  return [query.get('locale'), query.get('lang')].find(isLocale);
}

export function decideLocale(request: LocaleRequest): LocaleDecision {
  const { locale: prefix, path } = splitLocale(request.pathname);
  const requested = requestedLocale(request.search);
  let isOpen = false;
  const negotiated = (): Locale => {
    const hinted = hintedLocale({ query: requested, cookie: request.cookie, acceptLanguage: request.acceptLanguage });
    isOpen = hinted === null;
    return hinted ?? DEFAULT_LOCALE;
  };
  const match = matchRoute(path);
  if (!match) return { locale: prefix ?? negotiated(), path };
  const { languages } = match.row;
  if (languages === 'file')
    return {
      locale: prefix ?? negotiated(),
      path,
      ...(prefix ? { redirectTo: boundedAddress(path, request.search) } : {}),
    };
  if (languages === 'bare') {
    if (prefix) return { locale: prefix, path, redirectTo: boundedAddress(path, request.search), store: prefix };
    return { locale: negotiated(), path, ...(requested ? { store: requested } : {}), ...(isOpen ? { isOpen } : {}) };
  }
  // Phones have no browser extensions.
  if ((path === EXTENSION_SEGMENT || path === `${EXTENSION_SEGMENT}/`) && isMobileBrowser(request.userAgent)) {
    const locale = prefix ?? negotiated();
    return { locale, path, redirectTo: boundedAddress(joinLocale(locale, '/'), request.search) };
  }
  if (requested) {
    return {
      locale: requested,
      path,
      redirectTo: boundedAddress(joinLocale(requested, path), withoutLocale(request.search)),
      store: requested,
    };
  }
  const locale = prefix ?? negotiated();
  const open = isOpen ? { isOpen } : {};
  if (!prefix && languages === 'localized')
    return { locale, path, redirectTo: boundedAddress(joinLocale(locale, path), request.search), ...open };
  return { locale, path, ...open };
}

export const locale = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = placeOf(c.req.url);
  const cookies = parseCookies(c.req.header('cookie') ?? null);
  const decision = decideLocale({
    pathname,
    search,
    // Read on demand: an address with a language prefix needs none of them.
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
  if (decision.redirectTo !== undefined && isRead && !isApiPath(pathname)) {
    const headers = new Headers({
      location: decision.redirectTo,
      'cache-control': 'no-store',
      vary: 'Accept-Language, Cookie',
    });
    if (decision.store) headers.append('set-cookie', localeCookie(decision.store));
    if (decision.isOpen) headers.append('set-cookie', openCookie());
    return new Response(null, { status: 302, headers });
  }
  c.set('locale', decision.locale);
  c.set('cookies', cookies);
  c.set('path', decision.path);
  c.set('search', search);
  c.set('isSignedInHere', cookies.has(SESSION_COOKIE));
  await next();
  if (decision.store && isRead) c.res.headers.append('set-cookie', localeCookie(decision.store));
  const isPage = c.res.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (decision.isOpen && isRead && isPage) c.res.headers.append('set-cookie', openCookie());
});
