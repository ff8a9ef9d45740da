/** Loads the preview, or the pictures by time, before the first rendering where the server rendered them. */
import type { DriveContext } from '../drive.context.ts';

/** @param address  path and query of the page */
export async function loadLarge(address: string, drive: () => DriveContext): Promise<void> {
  const { large } = drive().state;
  if (/\/drive\/photos\b/.test(address)) large.value = (await import('../photos/gallery.view.tsx')).Gallery;
  else if (/[?&]view=(single|flow)\b/.test(address)) large.value = (await import('./large.view.tsx')).Large;
}
