/** A passcode that came in the address leaves it at once, so that it is not copied, bookmarked or sent on. */

/** @param place  the address; the server has read `s_code` by now */
export function dropPassCode(place: Pick<Location, 'href'>, past: Pick<History, 'replaceState' | 'state'>): void {
  const url = new URL(place.href);
  if (!url.searchParams.has('s_code')) return;
  url.searchParams.delete('s_code');
  past.replaceState(past.state, '', url.pathname + url.search + url.hash);
}
