/** Removes a passcode or a pending save from the address at once, so that it is not copied, bookmarked or shared. */

/** The passcode, and the id of a save that waited for signing in (worker/pages/share/pending-save.ts). */
const SPENT = ['s_code', 'wish'];

/** @param place  the address; the server has read it by now */
export function dropPassCode(place: Pick<Location, 'href'>, past: Pick<History, 'replaceState' | 'state'>): void {
  const url = new URL(place.href);
  if (!SPENT.some((name) => url.searchParams.has(name))) return;
  for (const name of SPENT) url.searchParams.delete(name);
  past.replaceState(past.state, '', url.pathname + url.search + url.hash);
}
