/** Questions and answers: an address with a hash opens its question, or goes on to the topic that an older hash meant. */
import { trimEndWhere } from '#shared/trim-end.ts';

/** `#/Upload/` and `#upload` are one word; '' when nothing is asked for. */
export function wordOfHash(hash: string): string {
  let word = hash.replace(/^#/, '');
  try {
    word = decodeURIComponent(word);
  } catch {
    // As it was typed.
  }
  return trimEndWhere(word.replace(/^[!/]+/, ''), (char) => char === '/').toLowerCase();
}

/** @param page  holds the questions: `details` with their anchors, older words of theirs and of links in `data-was` */
export function followHash(page: Document, place: Location): void {
  const word = wordOfHash(place.hash);
  if (word === '') return;
  const target = page.getElementById(word) ?? page.querySelector(`[data-was~="${CSS.escape(word)}"]`);
  if (target instanceof HTMLAnchorElement) place.replace(target.href);
  if (!(target instanceof HTMLDetailsElement)) return;
  target.open = true;
  if (place.hash === `#${target.id}`) target.scrollIntoView();
  else place.replace(`#${target.id}`);
}
