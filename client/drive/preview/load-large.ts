/** Loads the preview before the first rendering where the server rendered it. */
import type { DriveContext } from '../drive.context.ts';

/** @param address  path and query of the page */
export async function loadLarge(address: string, drive: () => DriveContext): Promise<void> {
  if (/\/drive\/photos(\?|$)/.test(address)) {
    drive().state.gallery.value = (await import('../photos/gallery.view.tsx')).Gallery;
    return;
  }
  if (/[?&]view=(single|flow)\b/.test(address)) drive().state.large.value = (await import('./large.view.tsx')).Large;
}
