/** The place that the sidebar marks, which stands outside of the islands. */
import type { DrivePlace } from '#shared/drive/places.ts';

/** Marks where somebody is; a search looks in all places and is none of them. */
export function markCurrentPlace(place: DrivePlace): void {
  for (const link of document.querySelectorAll<HTMLElement>('nav [data-place]')) {
    if (link.dataset['place'] === place) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}
