/**
 * Type-ahead: focuses the next row whose name starts with the typed letters. Arrow keys enter the list from outside. A single `i`
 * opens details; within a word it is a letter.
 */
import { shownName } from '#shared/drive/shown-name.ts';
import { findKey } from '#shared/find/find-key.ts';
import { HEADING_ID } from '../browser-model.ts';
import type { DriveContext } from '../drive.context.ts';
import { focusIndex, isTyping } from '../selection/listing-keys.ts';
import { isActionLetter } from './shortcuts.ts';

/** A pause this long starts a new word, ms. */
const PAUSE_MS = 800;

/**
 * Index of the next name that starts with the typed letters, from the focused row on; -1 for none. Names that are spelled so go before
 * those that a search would find. Repeating one letter moves from match to match. Pure.
 */
export function findTyped(names: readonly string[], typed: string, from: number): number {
  const spelled = findBy((text) => text.toLocaleLowerCase(), names, typed, from);
  return spelled >= 0 ? spelled : findBy(findKey, names, typed, from);
}

function findBy(keyOf: (text: string) => string, names: readonly string[], typed: string, from: number): number {
  const word = keyOf(typed);
  const [first = ''] = word;
  const isOneLetter = word === first.repeat(word.length);
  const wanted = isOneLetter ? first : word;
  const start = isOneLetter ? from + 1 : Math.max(0, from);
  for (let step = 0; step < names.length && wanted !== ''; step += 1) {
    const index = (start + step) % names.length;
    if (keyOf(names[index] ?? '').startsWith(wanted)) return index;
  }
  return -1;
}

/** Keys with a meaning of their own, unless they continue a word. */
const OWN_KEYS = new Set([' ', '/', '?', 'i', 'I']);
const ENTERING = new Set(['ArrowDown', 'ArrowUp', 'ArrowRight', 'Home', 'End', 'PageDown']);

/** @param signal  stops it */
export function watchTyping({ state, actions, translator }: DriveContext, signal: AbortSignal): void {
  let typed = '';
  let atMs = Number.NEGATIVE_INFINITY;

  /** From the body or the heading, the arrow keys enter the list. */
  function enters(event: KeyboardEvent, list: HTMLElement): boolean {
    const isNowhere = event.target === document.body || (event.target as HTMLElement).id === HEADING_ID;
    if (!isNowhere || event.shiftKey) return false;
    if ((event.ctrlKey || event.metaKey) && event.code === 'KeyA') {
      actions.handlers.selectAll(true);
      return true;
    }
    if (event.ctrlKey || event.metaKey || !ENTERING.has(event.key) || event.key.startsWith('Page')) return false;
    const rows = state.rows.value;
    const anchor = rows.findIndex((row) => row.id === state.selection.value.anchor);
    focusIndex(list, event.key === 'End' ? rows.length - 1 : event.key === 'Home' ? 0 : Math.max(0, anchor));
    return true;
  }

  addEventListener(
    'keydown',
    (event) => {
      if (event.defaultPrevented || event.altKey || state.dialog.value || state.menu.value || isTyping(event.target))
        return;
      const list = document.querySelector<HTMLElement>('[data-listing="list"], [data-listing="grid"]');
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (!list || !target || state.rows.value.length === 0) return;
      if (enters(event, list)) {
        event.preventDefault();
        return;
      }
      const line = target.closest<HTMLElement>('[data-listing] [data-index]');
      if (!line || event.ctrlKey || event.metaKey || [...event.key].length !== 1) return;
      const isNew = event.timeStamp - atMs > PAUSE_MS;
      if (isNew && (OWN_KEYS.has(event.key) || isActionLetter(event))) return;
      typed = isNew ? event.key : typed + event.key;
      atMs = event.timeStamp;
      const found = findTyped(
        state.rows.value.map((row) => shownName(row, translator())),
        typed,
        Number(line.dataset['index']),
      );
      if (found >= 0) focusIndex(list, found);
      event.preventDefault();
      event.stopPropagation();
    },
    // Captured before the shortcuts of the page: within a word each letter belongs to the word.
    { signal, capture: true },
  );
}
