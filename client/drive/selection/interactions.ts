/** Ways through a listing that a page can be without at first: areas, fingers, words, and where somebody was. */

import type { DriveRoom } from '../drive.context.ts';
import { watchTyping } from '../listing/type-ahead.ts';
import { watchEmptyArea } from '../menus/empty-area.ts';
import { watchArea } from './area.ts';
import { watchClipboard } from './clipboard.ts';
import { watchShortcuts } from './shortcuts.ts';
import { watchTouch } from './touch-selection.ts';

/** @returns what ends it all */
export function watchBrowsing(room: DriveRoom): () => void {
  const control = new AbortController();
  const { signal } = control;
  watchArea(room, signal);
  watchTouch(room, signal);
  watchEmptyArea(room, signal);
  watchTyping(room, signal);
  watchShortcuts(room, signal);
  watchClipboard(room, signal);
  const { listing } = room.actions;
  addEventListener('scroll', () => listing.note(), { signal, passive: true });
  addEventListener('focusin', () => listing.note(), { signal, passive: true });
  addEventListener('pagehide', () => listing.note('now'), { signal });
  return () => control.abort();
}
