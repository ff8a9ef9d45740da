/** A drag of rows: draws the rows under the pointer, marks the drop target, scrolls at the window's edges, and drops. */
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { allowedActions, type DriveAction } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import { type Drop, type DropTarget, dropOf } from './drag.rules.ts';

/** Within 72 px of the window's edge the page scrolls, 14 px a frame. */
const EDGE_PX = 72;
const SCROLL_PX = 14;
/** A path step under the pointer opens its folders after 500 ms. */
const OPEN_MS = 500;
/** Distance of the drawn rows from the pointer. */
const GHOST_OFFSET_PX = 14;

export interface Point {
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

export interface RowDrag {
  isActive(): boolean;
  /** Starts with the selected rows, or with the row alone where it is not selected. */
  begin(rowId: string, at: Point): void;
  moveTo(at: Point): void;
  /** @param isDropped  runs the action of the target; else nothing changes */
  end(isDropped: boolean): void;
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

export function makeRowDrag(drive: DriveContext): RowDrag {
  const { state, actions } = drive;
  let drag: Drag | null = null;
  let frame = 0;
  let opener: { readonly element: HTMLElement; readonly cancel: () => void } | null = null;

  /** Opens the folders of the path step under the pointer after a pause. */
  function openSoon({ x, y }: Point): void {
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

  function targetAt({ x, y }: Point): { element: HTMLElement; target: DropTarget } | null {
    const under = document.elementFromPoint(x, y);
    const element = under?.closest<HTMLElement>('[data-row], [data-into], [data-place]');
    if (!element) return null;
    const { row: rowId, into, place } = element.dataset;
    if (rowId !== undefined) {
      const row = state.rows.value.find((one) => one.id === rowId);
      const isOpen = row?.folder && !state.busy.value.has(row.id);
      return isOpen
        ? { element, target: { kind: 'folder', id: row.id, name: shownName(row, drive.translator()) } }
        : null;
    }
    const name = nameOf(element);
    if (into !== undefined) return { element, target: { kind: 'folder', id: into, name } };
    return { element, target: { kind: 'place', place: place ?? '', name } };
  }

  function moveTo(at: Point): void {
    if (!drag) return;
    drag.at = at;
    openSoon(at);
    const found = targetAt(at);
    const drop = dropOf(found?.target ?? null, drag.rows, drag.allowed);
    const element = drop && found ? found.element : null;
    if (drag.target?.element !== element) delete drag.target?.element.dataset['drop'];
    drag.target = drop && element ? { element, drop } : null;
    if (element) element.dataset['drop'] = '';
    drag.ghost.style.transform = `translate(${at.x + GHOST_OFFSET_PX}px, ${at.y + GHOST_OFFSET_PX}px)`;
  }

  function scroll(): void {
    if (!drag) return;
    const { y } = drag.at;
    const by = y < EDGE_PX ? -SCROLL_PX : y > innerHeight - EDGE_PX ? SCROLL_PX : 0;
    if (by !== 0) {
      scrollBy({ top: by, behavior: 'instant' });
      moveTo(drag.at);
    }
    frame = requestAnimationFrame(scroll);
  }

  return {
    isActive: () => drag !== null,
    begin(rowId, at) {
      const rows = rowsOf(rowId);
      const allowed = allowedActions(state.place.value, rows, state.busy.value);
      if (!allowed.includes('move')) return;
      state.menu.value = null;
      drag = { rows, allowed, ghost: makeGhost(rows, rowId, drive.translator()), at, target: null };
      const ids = new Set(rows.map((row) => row.id));
      for (const line of document.querySelectorAll<HTMLElement>('[data-row]'))
        if (ids.has(line.dataset['row'] ?? '')) line.dataset['dragged'] = '';
      document.documentElement.dataset['dragging'] = '';
      frame = requestAnimationFrame(scroll);
      moveTo(at);
    },
    moveTo,
    end(isDropped) {
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
    },
  };
}
