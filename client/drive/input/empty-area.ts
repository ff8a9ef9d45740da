/**
 * Opens the menu of a place from its empty area: by the second mouse button, a long touch, Shift+F10 or the menu key while nothing
 * is selected. Ctrl+A there selects all.
 */

import { HEADING_ID } from '../browser-model.ts';
import type { DriveContext } from '../drive.context.ts';
import { isTyping, letterOf } from '../selection/listing-keys.ts';
import { whenReleased } from '../selection/menu-release.ts';
import { TAKEN } from './area.ts';
import { LONG_MS, MOVED_PX, TICK_MS } from './touch-selection.ts';

/** No row: the menu of the place. */
export const PLACE_MENU = '';
/** Distance from the corner of the listing where no pointer gives a position; px. */
const KEY_INSET = 16;

/** Pictures have a menu of the browser's own; details are no part of the place. */
const OCCUPIED = `${TAKEN}, img, aside`;

/** Inside the place and on no row; also where nothing has the focus. */
function isEmpty(target: EventTarget | null): boolean {
  if (target === document.body || target === document.documentElement) return true;
  return target instanceof Element && target.closest('main') !== null && target.closest(OCCUPIED) === null;
}

/** Marked text has the browser's menu, to copy it. */
function hasMarkedText(): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== '';
}

/** @param signal  stops it */
export function watchEmptyArea({ state, actions, browser }: DriveContext, signal: AbortSignal): void {
  let press: { readonly x: number; readonly y: number } | null = null;
  let cancel: () => void = () => undefined;
  let isHeld = false;
  // The menu belongs to the folder that is loading.
  const isListing = () => state.status.value === 'ready' || state.status.value === 'loading';
  const isFree = () => state.dialog.value === null && state.menu.value === null && isListing();

  function open(x: number, y: number): void {
    if (!isFree() || hasMarkedText()) return;
    state.selection.value = { ids: new Set(), anchor: null };
    const { activeElement } = document;
    const opener = activeElement === document.body ? document.getElementById(HEADING_ID) : activeElement;
    state.menu.value = { id: PLACE_MENU, place: { x, y, opener: opener instanceof HTMLElement ? opener : null } };
  }

  function drop(): void {
    cancel();
    press = null;
  }

  addEventListener(
    'contextmenu',
    (event) => {
      if (event.defaultPrevented || !isEmpty(event.target) || !isFree() || hasMarkedText()) return;
      event.preventDefault();
      if (press || isHeld) return;
      const { clientX, clientY, buttons } = event;
      whenReleased(buttons, () => open(clientX, clientY), signal);
    },
    { signal },
  );
  addEventListener(
    'pointerdown',
    (event) => {
      drop();
      isHeld = false;
      if (event.pointerType !== 'touch' || !event.isPrimary || !isEmpty(event.target) || !isFree()) return;
      press = { x: event.clientX, y: event.clientY };
      cancel = browser.after(LONG_MS, () => {
        isHeld = true;
        navigator.vibrate?.(TICK_MS);
      });
    },
    { signal, passive: true },
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOVED_PX) {
        drop();
        isHeld = false;
      }
    },
    { signal, passive: true },
  );
  addEventListener(
    'pointerup',
    () => {
      const at = press;
      drop();
      if (at && isHeld) browser.after(0, () => open(at.x, at.y));
    },
    { signal, passive: true },
  );
  for (const type of ['pointercancel', 'scroll'] as const) addEventListener(type, drop, { signal, passive: true });
  addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.altKey || isTyping(event.target) || !isFree() || !isEmpty(event.target))
        return;
      const isMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      const isAll = (event.ctrlKey || event.metaKey) && !event.shiftKey && letterOf(event) === 'a';
      if (isMenu && state.selection.value.ids.size === 0) {
        event.preventDefault();
        const corner = (
          document.querySelector('[data-listing]') ?? document.querySelector('main')
        )?.getBoundingClientRect();
        open((corner?.left ?? 0) + KEY_INSET, Math.max(0, corner?.top ?? 0) + KEY_INSET);
      } else if (isAll && state.rows.value.length > 0) {
        event.preventDefault();
        actions.handlers.selectAll(true);
      }
    },
    { signal },
  );
}
