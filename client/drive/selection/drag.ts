/**
 * Dragging rows with a mouse or pen onto a folder, a step of the path or a place of the sidebar. Fingers scroll and select
 * instead; menus and keys offer the same. Works on the drawn elements by their data: `data-row`, `data-into`, `data-place`.
 */

import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { allowedActions, type DriveAction } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import { type Drop, type DropSpot, dropOf } from './drag.rules.ts';

/** A press becomes a drag after this way, px. */
const START_PX = 6;
/** Near an edge of the window the page moves under the pointer; px, and px a drawing. */
const EDGE_PX = 72;
const SCROLL_PX = 14;
/** Held over a sign of the path this long, its folders open, ms. */
const OPEN_MS = 500;
/** The sign stands beside the pointer, px. */
const BESIDE_PX = 14;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  readonly rows: readonly DriveRow[];
  readonly allowed: readonly DriveAction[];
  readonly ghost: HTMLElement;
  at: Point;
  target: { readonly element: HTMLElement; readonly drop: Drop } | null;
}

function makeGhost(rows: readonly DriveRow[], heldId: string, translator: Pick<Translator, 't'>): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = 'drag-ghost';
  ghost.ariaHidden = 'true';
  const name = document.createElement('span');
  const held = rows.find((row) => row.id === heldId);
  name.textContent = held ? shownName(held, translator) : '';
  ghost.append(name);
  if (rows.length > 1) {
    const count = document.createElement('b');
    count.textContent = String(rows.length);
    ghost.append(count);
  }
  document.body.append(ghost);
  return ghost;
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent?.trim() ?? '';
}

/** @returns what ends it all */
export function watchDragging(drive: DriveContext): () => void {
  const { state, actions } = drive;
  const control = new AbortController();
  const { signal } = control;
  let pressed: (Point & { readonly id: string }) | null = null;
  let drag: Drag | null = null;
  let frame = 0;
  let opener: { readonly element: HTMLElement; readonly cancel: () => void } | null = null;

  /** Whoever rests over a sign of the path wants the folders behind it. */
  function rest({ x, y }: Point): void {
    const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-folders]') ?? null;
    if (element === (opener?.element ?? null)) return;
    opener?.cancel();
    opener = element && { element, cancel: drive.browser.after(OPEN_MS, () => element.click()) };
  }

  function rowsOf(id: string): readonly DriveRow[] {
    return state.selection.value.ids.has(id)
      ? state.selectedRows.value
      : state.rows.value.filter((row) => row.id === id);
  }

  function spotAt({ x, y }: Point): { element: HTMLElement; spot: DropSpot } | null {
    const under = document.elementFromPoint(x, y);
    const element = under?.closest<HTMLElement>('[data-row], [data-into], [data-place]');
    if (!element) return null;
    const { row: rowId, into, place } = element.dataset;
    if (rowId !== undefined) {
      const row = state.rows.value.find((one) => one.id === rowId);
      const isOpen = row?.folder && !state.busy.value.has(row.id);
      return isOpen
        ? { element, spot: { kind: 'folder', id: row.id, name: shownName(row, drive.translator()) } }
        : null;
    }
    const name = nameOf(element);
    if (into !== undefined) return { element, spot: { kind: 'folder', id: into, name } };
    return { element, spot: { kind: 'place', place: place ?? '', name } };
  }

  function aim(): void {
    if (!drag) return;
    rest(drag.at);
    const found = spotAt(drag.at);
    const drop = dropOf(found?.spot ?? null, drag.rows, drag.allowed);
    const element = drop && found ? found.element : null;
    if (drag.target?.element !== element) delete drag.target?.element.dataset['drop'];
    drag.target = drop && element ? { element, drop } : null;
    if (element) element.dataset['drop'] = '';
    drag.ghost.style.transform = `translate(${drag.at.x + BESIDE_PX}px, ${drag.at.y + BESIDE_PX}px)`;
  }

  function scroll(): void {
    if (!drag) return;
    const { y } = drag.at;
    const by = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
    if (by !== 0) {
      scrollBy({ top: by, behavior: 'instant' });
      aim();
    }
    frame = requestAnimationFrame(scroll);
  }

  function begin(id: string, at: Point): void {
    const rows = rowsOf(id);
    pressed = null;
    const allowed = allowedActions(state.place.value, rows, state.busy.value);
    if (!allowed.includes('move')) return;
    state.menu.value = null;
    drag = { rows, allowed, ghost: makeGhost(rows, id, drive.translator()), at, target: null };
    const ids = new Set(rows.map((row) => row.id));
    for (const line of document.querySelectorAll<HTMLElement>('[data-row]'))
      if (ids.has(line.dataset['row'] ?? '')) line.dataset['dragged'] = '';
    document.documentElement.dataset['dragging'] = '';
    frame = requestAnimationFrame(scroll);
    aim();
  }

  function end(isDropped: boolean): void {
    pressed = null;
    if (!drag) return;
    const { rows, ghost, target } = drag;
    drag = null;
    opener?.cancel();
    opener = null;
    state.folders.value = null;
    cancelAnimationFrame(frame);
    ghost.remove();
    delete target?.element.dataset['drop'];
    delete document.documentElement.dataset['dragging'];
    for (const line of document.querySelectorAll<HTMLElement>('[data-dragged]')) delete line.dataset['dragged'];
    if (!isDropped || !target) return;
    const { drop } = target;
    if (drop.kind === 'move') void actions.change.move(rows, { id: drop.id, name: drop.name });
    else actions.run(drop.kind, rows);
  }

  addEventListener(
    'pointerdown',
    (event) => {
      end(false);
      if (event.button !== 0 || event.pointerType === 'touch' || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      if (state.dialog.value || !(event.target instanceof Element)) return;
      const inner = event.target.closest('a, button, label, input');
      const id = event.target.closest<HTMLElement>('[data-listing] [data-row]')?.dataset['row'];
      if (id === undefined || (inner && !inner.hasAttribute('data-name'))) return;
      pressed = { id, x: event.clientX, y: event.clientY };
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    (event) => {
      const at = { x: event.clientX, y: event.clientY };
      if (pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) >= START_PX) begin(pressed.id, at);
      if (!drag) return;
      drag.at = at;
      aim();
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (!drag) {
        pressed = null;
        return;
      }
      // What was let go is not pressed: the click that follows belongs to the drag.
      const swallow = (click: Event) => {
        click.preventDefault();
        click.stopPropagation();
      };
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }));
      drag.at = { x: event.clientX, y: event.clientY };
      aim();
      end(true);
    },
    { signal },
  );
  for (const type of ['pointercancel', 'blur'] as const) addEventListener(type, () => end(false), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (!drag || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
  // Links have a dragging of their own, which would end ours.
  addEventListener(
    'dragstart',
    (event) => {
      if (event.target instanceof Element && event.target.closest('[data-listing]')) event.preventDefault();
    },
    { signal },
  );
  return () => {
    end(false);
    control.abort();
  };
}
