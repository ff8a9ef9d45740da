/** The folder or place under the pointer of a drag. Found by its data: `data-row`, `data-into`, `data-place`. */
import { shownName } from '#shared/drive/shown-name.ts';
import type { DriveContext } from '../drive.context.ts';
import type { DropTarget } from './drag.rules.ts';

/** A path step under the pointer opens its folders after 500 ms. */
const OPEN_MS = 500;

export interface Point {
  readonly x: number;
  readonly y: number;
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent?.trim() ?? '';
}

export function targetAt(drive: DriveContext, { x, y }: Point): { element: HTMLElement; target: DropTarget } | null {
  const { state } = drive;
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

/** Marks this element alone as the target. */
export function markTarget(element: HTMLElement | null): void {
  if (element?.dataset['drop'] === '') return;
  for (const old of document.querySelectorAll<HTMLElement>('[data-drop]')) delete old.dataset['drop'];
  if (element) element.dataset['drop'] = '';
}

export interface FolderOpener {
  passOver(at: Point): void;
  stop(): void;
}

/** Opens the folders of the path step that the pointer rests on. */
export function makeFolderOpener({ browser }: Pick<DriveContext, 'browser'>): FolderOpener {
  let opener: { readonly element: HTMLElement; readonly cancel: () => void } | null = null;
  return {
    passOver({ x, y }) {
      const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-folders]') ?? null;
      if (element === (opener?.element ?? null)) return;
      opener?.cancel();
      opener = element && { element, cancel: browser.after(OPEN_MS, () => element.click()) };
    },
    stop() {
      opener?.cancel();
      opener = null;
    },
  };
}
