/**
 * Dragging rows with a mouse or pen onto a folder, a step of the path or a place of the sidebar. Touch scrolls and selects
 * instead; menus and keys offer the same. Finds rows and targets by their data: `data-row`, `data-into`, `data-place`. Files of the device
 * have the same targets.
 */
import { loadOnce } from '#client/api/late-part.ts';
import { pickedFromDrop } from '#client/transfer/upload/picked.ts';
import { withTexts } from '#client/ui/later-texts.ts';
import { laterStyles } from '#client/ui/whole-styles.ts';
import type { DriveContext } from '../drive.context.ts';
import type { Point } from './drag-target.ts';
import type { FileDrops } from './file-drop.ts';
import type { RowDrag } from './row-drag.ts';

/** A press becomes a drag after 6 px. */
const START_PX = 6;

/** The click after a drop belongs to the drag: it must not open a file. */
function swallowClick(): void {
  const swallow = (click: Event) => {
    click.preventDefault();
    click.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

/** Loads what draws a drag, and its styles, at the first one. */
const withStyles = <T>(load: () => Promise<T>) =>
  loadOnce(async () => (await Promise.all([load(), laterStyles(document)]))[0]);

const pointOf = (event: MouseEvent): Point => ({ x: event.clientX, y: event.clientY });

/** @returns stops it */
export function watchDragging(drive: DriveContext): () => void {
  const { state } = drive;
  const load = withStyles(async () => (await import('./row-drag.ts')).makeRowDrag(drive));
  let drag: RowDrag | null = null;
  const control = new AbortController();
  const { signal } = control;
  let pressed: (Point & { readonly id: string }) | null = null;
  /** The row that is dragged, from before its drag is drawn. */
  let heldId: string | null = null;
  let at: Point = { x: 0, y: 0 };

  async function begin(id: string): Promise<void> {
    heldId = id;
    drag = await load();
    if (heldId === id && !drag.begin(id, at)) heldId = null;
  }

  function end(isDropped: boolean): void {
    pressed = null;
    heldId = null;
    drag?.end(isDropped);
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
      pressed = { id, ...pointOf(event) };
    },
    { signal },
  );
  addEventListener(
    'pointermove',
    (event) => {
      at = pointOf(event);
      if (pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) >= START_PX) {
        const { id } = pressed;
        pressed = null;
        begin(id).catch((error: unknown) => console.error('a drag did not load', error));
      } else drag?.moveTo(at);
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (heldId !== null) {
        swallowClick();
        drag?.moveTo(pointOf(event));
      }
      end(true);
    },
    { signal },
  );
  for (const type of ['pointercancel', 'blur'] as const) addEventListener(type, () => end(false), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (heldId === null || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
  // A link starts a drag of its own, which would end this one.
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

function hasFiles(event: DragEvent): event is DragEvent & { readonly dataTransfer: DataTransfer } {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Files and folders of the device over the page, and dropped on it. @returns stops it */
export function watchFileDrops(drive: DriveContext): () => void {
  const load = withStyles(async () => (await withTexts(import('./file-drop.ts'))).makeFileDrops(drive));
  const fail = drive.actions.toasts.showFailure;
  const control = new AbortController();
  const { signal } = control;
  let drops: FileDrops | null = null;
  /** Where files were last seen; null: they are not over the page. */
  let last: Point | null = null;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    last = pointOf(event);
    const takes = drops?.over(last) ?? true;
    event.dataTransfer.dropEffect = takes ? 'copy' : 'none';
    if (!drops)
      load().then((loaded) => {
        drops = loaded;
        if (last) drops.over(last);
      }, fail);
  };
  const end = () => {
    last = null;
    drops?.end();
  };
  for (const type of ['dragenter', 'dragover'] as const) addEventListener(type, over, { signal });
  addEventListener('dragleave', (event) => event.relatedTarget === null && end(), { signal });
  // None comes during a drag of the system: one that was cancelled has ended, whatever the browser reported.
  addEventListener('pointermove', end, { signal, passive: true });
  addEventListener(
    'drop',
    (event) => {
      if (!hasFiles(event)) return;
      // Without it the browser would leave the drive and open the file.
      event.preventDefault();
      last = null;
      const [picked, at] = [pickedFromDrop(event.dataTransfer), pointOf(event)];
      load().then((loaded) => loaded.drop(picked, at), fail);
    },
    { signal },
  );
  return () => {
    end();
    control.abort();
  };
}
