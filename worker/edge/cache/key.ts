/**
 * Requests that may be answered from memory, their key, and the request that a page gets: only the parts of the key. The page
 * cannot distinguish two visitors of one key, so it cannot mix them up. Pure.
 */
import { SHELL_COOKIE } from '#shared/bridge/shell.ts';
import { CLOSED_COOKIE, readTextCookie, THEME_COOKIE } from '#shared/cookies.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import type { RouteId } from '#shared/routes.ts';

/** Query parameters that a page reads. A route that is not listed reads none. */
const READS: Readonly<Partial<Record<RouteId, readonly string[]>>> = { 'site.help-center': ['q'] };

/** Login on page entry: such a document carries facts of its visitor, or ends with his code (worker/pages/auth/entry-block.ts). */
const HAND_OFF: readonly string[] = ['code', 'bridge_auth', 'action', 'from_source'];

/** Plain spellings only: a visitor cannot fill the memory with many names of one page. */
const PLAIN_PATH = /^\/[A-Za-z0-9/_.-]{0,200}$/;

export interface CacheRequest {
  readonly method: string;
  readonly hostKind: string;
  /** Without language prefix. */
  readonly path: string;
  /** With its `?`, or ''. */
  readonly search: string;
  readonly locale: Locale;
  readonly cookies: ReadonlyMap<string, string>;
  readonly isSignedInHere: boolean;
  /** Id of the current notice, if this visitor has closed it; else ''. Never an unpublished id that the visitor sent. */
  readonly closedNotice: string;
}

export interface CachePlan {
  readonly key: string;
  readonly theme: Theme;
  readonly closedNotice: string;
}

/** '' follows the system. */
type Theme = '' | 'light' | 'dark';

/** The request as the page gets it: path with prefix, no query, no header, and at most the cookies of the theme and of the closed notice. */
export interface CleanRequest {
  readonly path: string;
  readonly cookies: ReadonlyMap<string, string>;
}

export function cleanRequest(plan: CachePlan, { locale, path }: Pick<CacheRequest, 'locale' | 'path'>): CleanRequest {
  const cookies = new Map<string, string>();
  if (plan.theme !== '') cookies.set(THEME_COOKIE, plan.theme);
  if (plan.closedNotice !== '') cookies.set(CLOSED_COOKIE, plan.closedNotice);
  return { path: joinLocale(locale, path), cookies };
}

function themeHint(cookies: ReadonlyMap<string, string>): Theme {
  if (!cookies.has(THEME_COOKIE)) return '';
  const theme = readTextCookie(cookies, THEME_COOKIE);
  return theme === 'light' || theme === 'dark' ? theme : '';
}

function isPersonal(search: string, query: readonly string[]): boolean {
  if (search === '' || search === '?') return false;
  const parameters = new URLSearchParams(search);
  // The query parameters of a page are free text with endless variants, so none is cached.
  return [...HAND_OFF, ...query].some((name) => parameters.has(name));
}

/** @returns null when the page must be rendered for this request alone */
export function planOf(request: CacheRequest): CachePlan | null {
  const { method, hostKind, path, locale, cookies } = request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (hostKind !== 'app' || !PLAIN_PATH.test(path) || cookies.has(SHELL_COOKIE)) return null;
  const match = matchRoute(path);
  if (match?.row.isPublic !== true) return null;
  if (isPersonal(request.search, READS[match.id] ?? [])) return null;
  const theme = themeHint(cookies);
  const { closedNotice } = request;
  const key = `${locale} ${path} ${theme} ${request.isSignedInHere ? 'in' : 'out'}${closedNotice && ` ${closedNotice}`}`;
  return { key, theme, closedNotice };
}
