/** Interactions that load after the first rendering: area selection, touch, keys, clipboard, and storing the scroll position. */

import type { DriveContext } from '../drive.context.ts';
import { watchPreview } from '../preview/preview-address.ts';
import { watchArea } from './area.ts';
import { watchClipboard } from './clipboard.ts';
import { watchEmptyArea } from './empty-area.ts';
import { watchShortcuts } from './shortcuts.ts';
import { watchTouch } from './touch-selection.ts';
import { watchTyping } from './type-ahead.ts';

/** @returns stops them */
export function watchBrowsing(drive: DriveContext): () => void {
  const control = new AbortController();
  const { signal } = control;
  watchArea(drive, signal);
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
