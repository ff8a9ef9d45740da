/**
 * Keys in a listing: arrows move, Space selects, Enter opens (by the name itself), Delete trashes, F2 renames, Ctrl+A selects all.
 * Uses the drawn elements; scrolls to a row outside the drawn part first.
 */
import type { BrowserHandlers } from '../browser-model.ts';

/** The list that the keys act on. */
export interface KeyedList {
  readonly count: number;
  readonly idAt: (index: number) => string | undefined;
  readonly on: BrowserHandlers;
}

/** Asks a virtual list for the positions of all rows; it answers in `detail.layout`. */
export const LAYOUT_EVENT = 'magpie:layout';

function columnsOf(list: HTMLElement): number {
  if (list.dataset['listing'] !== 'grid') return 1;
  const given = Number(list.dataset['columns']);
  if (given > 0) return given;
  return getComputedStyle(list).gridTemplateColumns.split(' ').length;
}

/** Index that a key leads to, or null for another key. Pure. @param columns  1 in a list */
export function nextIndex(key: string, now: number, count: number, columns: number, linesInSight = 10): number | null {
  const last = count - 1;
  const to = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return to(now + columns);
    case 'ArrowUp':
      return to(now - columns);
    case 'ArrowRight':
      return columns > 1 ? to(now + 1) : null;
    case 'ArrowLeft':
      return columns > 1 ? to(now - 1) : null;
    case 'PageDown':
      return to(now + columns * linesInSight);
    case 'PageUp':
      return to(now - columns * linesInSight);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

/** Asks a virtual list to scroll to a row; `detail` is its index. */
export const REVEAL_EVENT = 'magpie:reveal';

/** Frames to wait for a row that was scrolled to. */
const MAX_FRAMES = 30;

export function focusIndex(list: HTMLElement, index: number, framesLeft = MAX_FRAMES): void {
  const name = list.querySelector<HTMLElement>(`[data-index="${index}"] [data-name]`);
  if (name) {
    name.focus({ preventScroll: true });
    name.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  if (framesLeft === MAX_FRAMES) list.dispatchEvent(new CustomEvent(REVEAL_EVENT, { detail: index }));
  if (framesLeft > 0) requestAnimationFrame(() => focusIndex(list, index, framesLeft - 1));
}

/** Letters and Ctrl+Z belong to the field or dialog they are typed into. */
export function isTyping(target: EventTarget | null): boolean {
  const fields = 'input:not([type="checkbox"]), textarea, select, dialog, [contenteditable]';
  return target instanceof HTMLElement && target.closest(fields) !== null;
}

/** The Latin letter of a key, on keyboards of other scripts by its position; other keys by their names. */
export function letterOf({ key, code }: { readonly key: string; readonly code: string }): string {
  const isOther = key.length === 1 && !/^[\x20-\x7e]$/.test(key) && code.startsWith('Key');
  return (isOther ? code.slice('Key'.length) : key).toLowerCase();
}

/** @returns whether the key was handled */
export function answerKey(event: KeyboardEvent, list: KeyedList): boolean {
  const target = event.target instanceof HTMLElement ? event.target : null;
  const root = target?.closest<HTMLElement>('[data-listing]');
  const line = target?.closest<HTMLElement>('[data-index]');
  if (!target || !root || !line || event.altKey || root.dataset['listing'] === 'flow') return false;
  const now = Number(line.dataset['index']);
  const id = list.idAt(now) ?? '';
  const isToggle = event.ctrlKey || event.metaKey;
  const linesInSight = Math.max(1, Math.floor(innerHeight / (line.offsetHeight + 1)) - 2);
  const next = nextIndex(event.key, now, list.count, columnsOf(root), linesInSight);
  if (next !== null) {
    focusIndex(root, next);
    const reached = list.idAt(next);
    if (event.shiftKey && reached !== undefined) list.on.press(reached, { shift: true, toggle: false, from: id });
    return true;
  }
  if (isToggle && letterOf(event) === 'a') {
    list.on.selectAll(true);
    return true;
  }
  switch (event.key) {
    case ' ':
      if (target instanceof HTMLInputElement || !target.hasAttribute('data-name')) return false;
      list.on.press(id, { shift: event.shiftKey, toggle: true });
      return true;
    case 'ContextMenu':
    case 'F10': {
      if (event.key === 'F10' && !event.shiftKey) return false;
      const box = line.getBoundingClientRect();
      list.on.openMenu(id, { x: box.left + box.width / 2, y: box.top + box.height / 2, opener: target });
      return true;
    }
    case 'F2':
      list.on.rowAction(id, 'rename');
      return true;
    case 'Delete':
      list.on.rowAction(id, 'trash');
      return true;
    case 'Escape':
      list.on.clear();
      return true;
    default:
      return false;
  }
}
