/** A drag of rows: draws the rows under the pointer, marks the drop target, scrolls at the window's edges, and drops. */
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { allowedActions, type DriveAction } from '../drive.can.ts';
import type { DriveContext } from '../drive.context.ts';
import { type Drop, dropOf } from './drag.rules.ts';
import { makeFolderOpener, markTarget, type Point, targetAt } from './drag-target.ts';

/** Within 72 px of the window's edge the page scrolls, 14 px a frame. */
const EDGE_PX = 72;
const SCROLL_PX = 14;
/** Distance of the drawn rows from the pointer. */
const GHOST_OFFSET_PX = 14;

interface Drag {
  readonly rows: readonly DriveRow[];
  readonly allowed: readonly DriveAction[];
  readonly ghost: HTMLElement;
  at: Point;
  /** Result of a release here. */
  drop: Drop | null;
}

export interface RowDrag {
  /** Starts with the selected rows, or with the row alone where it is not selected. @returns false where they may not be moved */
  begin(rowId: string, at: Point): boolean;
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

export function makeRowDrag(drive: DriveContext): RowDrag {
  const { state, actions } = drive;
  let drag: Drag | null = null;
  let frame = 0;
  const opener = makeFolderOpener(drive);

  function rowsOf(id: string): readonly DriveRow[] {
    return state.selection.value.ids.has(id)
      ? state.selectedRows.value
      : state.rows.value.filter((row) => row.id === id);
  }

  function moveTo(at: Point): void {
    if (!drag) return;
    drag.at = at;
    opener.passOver(at);
    const found = targetAt(drive, at);
    const drop = dropOf(found?.target ?? null, drag.rows, drag.allowed);
    drag.drop = drop;
    markTarget(drop && found ? found.element : null);
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
    begin(rowId, at) {
      const rows = rowsOf(rowId);
      const allowed = allowedActions(state.place.value, rows, state.busy.value);
      if (!allowed.includes('move')) return false;
      state.menu.value = null;
      drag = { rows, allowed, ghost: makeGhost(rows, rowId, drive.translator()), at, drop: null };
      const ids = new Set(rows.map((row) => row.id));
      for (const line of document.querySelectorAll<HTMLElement>('[data-row]'))
        if (ids.has(line.dataset['row'] ?? '')) line.dataset['dragged'] = '';
      document.documentElement.dataset['dragging'] = '';
      state.dragging.value = true;
      frame = requestAnimationFrame(scroll);
      moveTo(at);
      return true;
    },
    moveTo,
    end(isDropped) {
      if (!drag) return;
      const { rows, ghost, drop } = drag;
      drag = null;
      opener.stop();
      state.folders.value = null;
      cancelAnimationFrame(frame);
      ghost.remove();
      markTarget(null);
      delete document.documentElement.dataset['dragging'];
      state.dragging.value = false;
      for (const line of document.querySelectorAll<HTMLElement>('[data-dragged]')) delete line.dataset['dragged'];
      if (!isDropped || !drop) return;
      if (drop.kind === 'move') void actions.change.move(rows, { id: drop.id, name: drop.name });
      else actions.run(drop.kind, rows);
    },
  };
}
