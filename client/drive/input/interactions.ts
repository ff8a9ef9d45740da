/** Interactions that load after the first rendering: area selection, touch, keys, clipboard, and storing the scroll position. */

import { onFirstTouch } from '#client/ui/first-touch.ts';
import type { DriveContext } from '../drive.context.ts';
import { watchPreview } from '../preview/preview-address.ts';
import { watchClipboard } from './clipboard.ts';
import { watchEmptyArea } from './empty-area.ts';
import { watchShortcuts } from './shortcuts.ts';
import { watchTouch } from './touch-selection.ts';
import { watchTyping } from './type-ahead.ts';

/** Loads the selection area with the first sign that the page is used. */
function watchAreaLater(drive: DriveContext, signal: AbortSignal): void {
  let held: PointerEvent | null = null;
  const before = new AbortController();
  const until = { signal: AbortSignal.any([signal, before.signal]) };
  addEventListener('pointerdown', (event) => (held = event), until);
  addEventListener('pointerup', () => (held = null), until);
  const stop = onFirstTouch(document, () => {
    import('./area.ts').then(
      ({ watchArea }) => {
        before.abort();
        if (!signal.aborted) watchArea(drive, held, signal);
      },
      // Keys and boxes select as well.
      () => undefined,
    );
  });
  signal.addEventListener('abort', stop);
}

/** @returns stops them */
export function watchBrowsing(drive: DriveContext): () => void {
  const control = new AbortController();
  const { signal } = control;
  watchAreaLater(drive, signal);
  watchTouch(drive, signal);
  watchEmptyArea(drive, signal);
  watchTyping(drive, signal);
  watchShortcuts(drive, signal);
  watchClipboard(drive, signal);
  watchPreview(drive, signal);
  const { listing } = drive.actions;
  addEventListener('scroll', () => listing.storePosition(), { signal, passive: true });
  addEventListener('focusin', () => listing.storePosition(), { signal, passive: true });
  addEventListener('pagehide', () => listing.storePosition('now'), { signal });
  return () => control.abort();
}
