/** Loads the preview before the first rendering where the server rendered it. */
import type { DriveContext } from '../drive.context.ts';

export async function loadLarge(query: string, drive: () => DriveContext): Promise<void> {
  if (/[?&]view=(single|flow)\b/.test(query)) drive().state.large.value = (await import('./large.view.tsx')).Large;
}
