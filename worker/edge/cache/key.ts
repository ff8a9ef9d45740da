/**
 * Which requests may be answered from memory, under which key, and what a page is told of such a request: nothing that is
 * not in the key. Two visitors of one key cannot be told apart by the page, so that it cannot mix them up. Pure.
 */
import { SHELL_COOKIE } from '#shared/bridge/shell.ts';
import { CLOSED_COOKIE, readTextCookie, THEME_COOKIE } from '#shared/cookies.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import type { RouteId } from '#shared/routes.ts';

/** Query parameters that a page reads. A route that is not here: none. */
const READS: Readonly<Partial<Record<RouteId, readonly string[]>>> = { 'site.help-center': ['q'] };

/** Login on page entry: such a document carries facts of its visitor, or ends with his code (worker/pages/auth/entry-block.ts). */
const HAND_OFF: readonly string[] = ['code', 'bridge_auth', 'action', 'from_source'];

/** Spellings that only one path has: nobody fills the memory with names of one page. */
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
  /** Id of the notice that stands now, where this visitor has closed it; ''. Never what the visitor sent and nobody published. */
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
export interface CleanAsk {
  readonly path: string;
  readonly cookies: ReadonlyMap<string, string>;
}

export function cleanAsk(plan: CachePlan, { locale, path }: Pick<CacheRequest, 'locale' | 'path'>): CleanAsk {
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
  const asked = new URLSearchParams(search);
  // What a page reads of its query is free text: no end of variants, so none is kept.
  return [...HAND_OFF, ...query].some((name) => asked.has(name));
}

/** @returns null when the page must be rendered for this request alone */
export function planOf(ask: CacheRequest): CachePlan | null {
  const { method, hostKind, path, locale, cookies } = ask;
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (hostKind !== 'app' || !PLAIN_PATH.test(path) || cookies.has(SHELL_COOKIE)) return null;
  const match = matchRoute(path);
  if (match?.row.isPublic !== true) return null;
  if (isPersonal(ask.search, READS[match.id] ?? [])) return null;
  const theme = themeHint(cookies);
  const { closedNotice } = ask;
  const key = `${locale} ${path} ${theme} ${ask.isSignedInHere ? 'in' : 'out'}${closedNotice && ` ${closedNotice}`}`;
  return { key, theme, closedNotice };
}
