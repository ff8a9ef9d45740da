/**
 * Selects the links that are followed without loading a document: between public pages of one language. Pure.
 */
import { splitLocale } from '#shared/locale/path.ts';
import { decideTarget } from '#shared/navigation/decide-target.ts';
import { matchRoute } from '#shared/route-table.ts';

/**
 * @param target  absolute address of the link
 * @param here  absolute address of the page
 * @returns the path to show; null: load the document, as always for an address with a query
 */
export function softPath(target: string, here: string): string | null {
  const [to, from] = [new URL(target), new URL(here)];
  if (decideTarget(target, { appOrigin: from.origin }).kind !== 'internal') return null;
  if (to.search !== '' || to.pathname === from.pathname) return null;
  const [there, now] = [splitLocale(to.pathname), splitLocale(from.pathname)];
  if (there.locale === null || there.locale !== now.locale) return null;
  const isPublic = (path: string) => matchRoute(path)?.row.isPublic === true;
  return isPublic(there.path) && isPublic(now.path) ? to.pathname : null;
}
