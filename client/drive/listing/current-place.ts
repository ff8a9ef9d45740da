/** Marks the current place in the sidebar, which is outside of the islands. */
import type { DrivePlace } from '#shared/drive/places.ts';

/** A search is in no place: nothing is marked. */
export function markCurrentPlace(place: DrivePlace): void {
  for (const link of document.querySelectorAll<HTMLElement>('nav [data-place]')) {
    if (link.dataset['place'] === place) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
