/** Questions and answers: a hash opens its question, or follows to the topic of an older hash. */
import { trimEndWhere } from '#shared/trim-end.ts';

/** `#/Upload/` and `#upload` name the same anchor; '' for none. */
export function anchorOfHash(hash: string): string {
  let anchor = hash.replace(/^#/, '');
  try {
    anchor = decodeURIComponent(anchor);
  } catch {
    // Not percent-encoded.
  }
  return trimEndWhere(anchor.replace(/^[!/]+/, ''), (char) => char === '/').toLowerCase();
}

/** @param page  has the questions: `details` with their anchors; former anchors in `data-was` */
export function followHash(page: Document, place: Location): void {
  const anchor = anchorOfHash(place.hash);
  if (anchor === '') return;
  const target = page.getElementById(anchor) ?? page.querySelector(`[data-was~="${CSS.escape(anchor)}"]`);
  if (target instanceof HTMLAnchorElement) place.replace(target.href);
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  if (place.hash === `#${target.id}`) target.scrollIntoView();
  else place.replace(`#${target.id}`);
}
