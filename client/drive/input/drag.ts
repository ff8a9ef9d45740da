/**
 * Dragging rows with a mouse or pen onto a folder, a step of the path or a place of the sidebar. Touch scrolls and selects
 * instead; menus and keys offer the same. Finds rows and targets by their data: `data-row`, `data-into`, `data-place`.
 */
import type { DriveContext } from '../drive.context.ts';
import { makeRowDrag, type Point } from './row-drag.ts';

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

/** @returns stops it */
export function watchDragging(drive: DriveContext): () => void {
  const { state } = drive;
  const drag = makeRowDrag(drive);
  const control = new AbortController();
  const { signal } = control;
  let pressed: (Point & { readonly id: string }) | null = null;

  function end(isDropped: boolean): void {
    pressed = null;
    drag.end(isDropped);
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
      if (pressed && Math.hypot(at.x - pressed.x, at.y - pressed.y) >= START_PX) {
        const { id } = pressed;
        pressed = null;
        drag.begin(id, at);
      } else drag.moveTo(at);
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    (event) => {
      if (drag.isActive()) {
        swallowClick();
        drag.moveTo({ x: event.clientX, y: event.clientY });
      }
      end(true);
    },
    { signal },
  );
  for (const type of ['pointercancel', 'blur'] as const) addEventListener(type, () => end(false), { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (!drag.isActive() || event.key !== 'Escape') return;
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
