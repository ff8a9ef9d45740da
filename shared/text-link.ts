/**
 * Links of page texts: `route:site.contact`, with values of a pattern after colons (`route:policy.document:privacy-policy`) and an
 * anchor if wanted (`route:site.faq#passcode`). An address written out is allowed for the named hosts alone.
 */
import { joinLocale } from './locale/path.ts';
import type { Locale } from './locale/tags.ts';
import { matchRoute, ROUTE_TABLE } from './route-table.ts';
import { ROUTES, type RouteId } from './routes.ts';

/** Hosts that a text may lead to, by https. */
export const TEXT_HOSTS: readonly string[] = [];

/**
 * Where a link leads, without language prefix.
 * @returns null for a route that is none, a value the route refuses, and an address outside the allowed hosts
 */
export function textLinkPath(link: string): string | null {
  const [, id = '', values = '', hash = ''] = /^route:([\w.-]+)((?::[^#:]+)*)(#[\w-]+)?$/.exec(link) ?? [];
  if (!Object.hasOwn(ROUTES, id)) {
    const isAllowed = URL.canParse(link) && link.startsWith('https://') && TEXT_HOSTS.includes(new URL(link).host);
    return isAllowed ? link : null;
  }
  const given = values.split(':').slice(1);
  let isComplete = true;
  const path = ROUTES[id as RouteId].replace(/\{\w+(\*?)\}/g, (_, catchAll: string) => {
    const value = given.shift();
    if (value === undefined) isComplete = false;
    return (catchAll ? (value ?? '').split('/') : [value ?? '']).map(encodeURIComponent).join('/');
  });
  if (!isComplete || given.length > 0 || matchRoute(path)?.id !== id) return null;
  return `${path}${hash}`;
}

/** The same as a visitor of a page in this language follows it; null as above. */
export function textLinkHref(locale: Locale, link: string): string | null {
  const path = textLinkPath(link);
  if (path === null || path.startsWith('https://')) return path;
  const id = matchRoute(path.split('#', 1)[0] ?? '')?.id;
  if (id === undefined) return null;
  const { languages } = ROUTE_TABLE[id];
  return languages === 'localized' || languages === 'both' ? joinLocale(locale, path) : path;
}
