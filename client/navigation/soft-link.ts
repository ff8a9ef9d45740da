/**
 * Which links are followed without loading a document: from one public page to another, in the same language. Pure.
 */
import { splitLocale } from '#shared/locale/path.ts';
import { judgeTarget } from '#shared/navigation/judge.ts';
import { matchRoute } from '#shared/route-table.ts';

/**
 * @param target  where to, absolute
 * @param here  where we are, absolute
 * @returns the path to show, or null: load the document. What has a query may mean something to the server, so it is loaded.
 */
export function softPath(target: string, here: string): string | null {
  const [to, from] = [new URL(target), new URL(here)];
  if (judgeTarget(target, { appOrigin: from.origin }).kind !== 'internal') return null;
  if (to.search !== '' || to.pathname === from.pathname) return null;
  const [there, now] = [splitLocale(to.pathname), splitLocale(from.pathname)];
  if (there.locale === null || there.locale !== now.locale) return null;
  const isPublic = (path: string) => matchRoute(path)?.row.isPublic === true;
  return isPublic(there.path) && isPublic(now.path) ? to.pathname : null;
}
