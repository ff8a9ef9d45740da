/**
 * Selecting by touch: a long press starts, then each tap selects or deselects, until nothing is selected. A moving finger scrolls;
 * the browser's own menu is suppressed.
 */
import type { DriveContext } from '../drive.context.ts';

/** A press this long selects the row below the finger, ms. */
export const LONG_MS = 450;
/** A finger that moved this far scrolls, px. */
export const MOVED_PX = 10;
/** Vibration after a long press, ms. */
export const TICK_MS = 12;

/** @param signal  stops it */
export function watchTouch(drive: DriveContext, signal: AbortSignal): void {
  const { state, actions, browser } = drive;
  let press: { readonly x: number; readonly y: number } | null = null;
  let cancel: () => void = () => undefined;
  /** The finger is still down after a long press: its release is no tap. */
  let isHeld = false;
  let isFinger = false;

  const rowOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-listing] [data-row]') : null;

  function drop(): void {
    cancel();
    press = null;
  }

  addEventListener(
    'pointerdown',
    (event) => {
      drop();
      isHeld = false;
      isFinger = event.pointerType === 'touch';
      const id = rowOf(event.target)?.dataset['row'];
      if (!isFinger || !event.isPrimary || id === undefined || state.dialog.value) return;
      if (event.target instanceof Element && event.target.closest('label, [aria-haspopup]')) return;
      press = { x: event.clientX, y: event.clientY };
      cancel = browser.after(LONG_MS, () => {
        press = null;
        isHeld = true;
        actions.handlers.press(id, { shift: false, toggle: true });
        navigator.vibrate?.(TICK_MS);
      });
    },
    { signal, passive: true },
  );
  addEventListener(
    'pointermove',
    (event) => {
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > MOVED_PX) drop();
    },
    { signal, passive: true },
  );
  // Scrolling cancels the pointer; an earlier release is a tap.
  for (const type of ['pointerup', 'pointercancel', 'scroll'] as const)
    addEventListener(type, drop, { signal, passive: true });
  addEventListener(
    'contextmenu',
    (event) => {
      if (!isFinger || !rowOf(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal, capture: true },
  );
  addEventListener(
    'click',
    (event) => {
      const id = rowOf(event.target)?.dataset['row'];
      if (!isFinger || id === undefined) return;
      const isOwn = event.target instanceof Element && event.target.closest('label, input, [aria-haspopup]') !== null;
      const wasHeld = isHeld;
      isHeld = false;
      if (!wasHeld && (isOwn || state.selection.value.ids.size === 0)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!wasHeld) actions.handlers.press(id, { shift: false, toggle: true });
    },
    { signal, capture: true },
  );
}
