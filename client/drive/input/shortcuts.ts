/**
 * Shortcuts of the actions on the selection or the focused row. One table: it handles key presses, and the menu shows it.
 * Enter, Space and the arrow keys are in listing-keys.ts.
 */
import { allowedActions, type DriveAction } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import { isTyping, letterOf } from '../selection/listing-keys.ts';

/** `command` is Ctrl, on a Mac Command. */
type Modifier = 'command' | 'shift' | null;

interface Shortcut {
  readonly action: DriveAction;
  readonly modifier: Modifier;
  /** A letter in lower case, or the name of a key. */
  readonly key: string;
}

/**
 * Copy and cut are handled in clipboard.ts; they are listed here for the menu. Shortcuts of browsers (Ctrl+S, Ctrl+D) stay
 * theirs.
 */
const SHORTCUTS: readonly Shortcut[] = [
  { action: 'download', modifier: 'shift', key: 'd' },
  { action: 'link', modifier: 'shift', key: 'l' },
  { action: 'share', modifier: 'shift', key: 'a' },
  { action: 'star', modifier: 'shift', key: 's' },
  { action: 'unstar', modifier: 'shift', key: 's' },
  { action: 'rename', modifier: null, key: 'F2' },
  { action: 'move', modifier: 'command', key: 'x' },
  { action: 'copy', modifier: 'command', key: 'c' },
  { action: 'trash', modifier: null, key: 'Delete' },
  { action: 'delete', modifier: null, key: 'Delete' },
];

/** Letters that are shortcuts with Shift; within a typed word they are letters. */
export function isActionLetter(event: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): boolean {
  const letter = letterOf(event);
  return event.shiftKey && SHORTCUTS.some(({ modifier, key }) => modifier === 'shift' && key === letter);
}

export interface ShownKey {
  /** As the menu shows it. */
  readonly shown: string;
  /** For `aria-keyshortcuts`. */
  readonly named: string;
}

export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}

/** @param letter  in upper case, with Ctrl, on a Mac with Command */
export function commandKey(letter: string, onMac = isMac()): ShownKey {
  return onMac
    ? { shown: `⌘${letter}`, named: `Meta+${letter}` }
    : { shown: `Ctrl+${letter}`, named: `Control+${letter}` };
}

/** Null where an action has no key. */
export function shortcutOf(action: DriveAction, onMac: boolean): ShownKey | null {
  const found = SHORTCUTS.find((one) => one.action === action);
  if (!found) return null;
  const { modifier, key } = found;
  if (key === 'Delete') return onMac ? { shown: '⌘⌫', named: 'Meta+Backspace' } : { shown: 'Del', named: key };
  if (modifier === null) return { shown: key, named: key };
  const letter = key.toUpperCase();
  if (modifier === 'shift') return { shown: onMac ? `⇧${letter}` : `Shift+${letter}`, named: `Shift+${letter}` };
  return commandKey(key.toUpperCase(), onMac);
}

/** Rows that a key applies to: the focused row with the selection it belongs to, else the selection. */
export function targetRows({ state }: DriveContext) {
  const focused = document.activeElement?.closest<HTMLElement>('[data-listing] [data-row]')?.dataset['row'];
  const selected = state.selectedRows.value;
  const one = state.rows.value.filter(({ id }) => id === focused);
  if (one.length > 0 && !selected.some(({ id }) => id === focused)) return one;
  if (selected.length > 0 || state.view.value !== 'single') return selected;
  const shown = state.rows.value.find(({ id }) => id === state.at.value) ?? state.rows.value[0];
  return shown ? [shown] : [];
}

/**
 * Keys outside fields and dialogs. A focused row handles Delete and F2 itself (listing-keys.ts); this handles a selection without
 * focus: made by an area, or by a checkbox in Safari, where a press does not focus it.
 */
export function watchShortcuts(drive: DriveContext, signal: AbortSignal): void {
  const { state, actions } = drive;
  addEventListener(
    'keydown',
    (event) => {
      // Mac keyboards have no forward delete key.
      const isDelete = event.metaKey && event.key === 'Backspace';
      const isCommand = (event.ctrlKey || event.metaKey) && !isDelete;
      if (event.defaultPrevented || event.altKey || event.repeat || (event.shiftKey && (isCommand || isDelete))) return;
      if (state.dialog.value || state.menu.value || isTyping(event.target)) return;
      if (event.key === '?' && !isCommand) {
        event.preventDefault();
        actions.ask({ kind: 'keys' });
        return;
      }
      const modifier: Modifier = isCommand ? 'command' : event.shiftKey ? 'shift' : null;
      const key = modifier ? letterOf(event) : isDelete ? 'Delete' : event.key;
      // Handled by the clipboard events.
      if (isCommand) return;
      const rows = targetRows(drive);
      const found = SHORTCUTS.filter((one) => one.modifier === modifier && one.key === key);
      if (rows.length === 0 || found.length === 0) return;
      event.preventDefault();
      const allowed = allowedActions(state.place.value, rows, state.busy.value);
      const meant = found.find(({ action }) => allowed.includes(action));
      if (meant) actions.run(meant.action, rows);
    },
    { signal },
  );
}
