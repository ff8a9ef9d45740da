/**
 * Selecting by drawing an area with the mouse from empty space: between tiles, beside and below the list. Ctrl inverts, Shift adds.
 * Near an edge the page scrolls. Escape restores the old selection.
 */

import type { DriveContext } from '../drive.context.ts';
import { areaOf, coveredBy, type Layout, type Span, selectedBy } from '../selection/area.rules.ts';
import { LAYOUT_EVENT } from '../selection/listing-keys.ts';
import type { Selection } from '../selection/selection.rules.ts';

/** A press becomes an area after this distance, px. */
const START_PX = 5;
/** Near an edge of the window the page scrolls; px, and most px a frame. */
const EDGE_PX = 56;
const SCROLL_PX = 18;

/** Elements that handle a press themselves, or are no part of the listing. */
export const TAKEN =
  '[data-row], a, button, input, label, summary, select, textarea, dialog, [popover], .menu, [role="toolbar"]';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drawing {
  readonly list: HTMLElement;
  readonly box: HTMLElement;
  /** On the page, not in the window. */
  readonly from: Point;
  readonly mode: 'only' | 'add' | 'toggle';
  readonly before: Selection;
  at: Point;
  covered: string;
}

function drawnLayout(list: HTMLElement): Layout {
  const { left, top } = list.getBoundingClientRect();
  const boxes = [...list.children].map((line) => line.getBoundingClientRect());
  const lines: Span[] = [];
  const columns: Span[] = [];
  for (const box of boxes) {
    const start = box.top - top;
    if (start !== lines.at(-1)?.start) lines.push({ start, end: box.bottom - top });
    if (lines.length === 1) columns.push({ start: box.left - left, end: box.right - left });
  }
  return { count: boxes.length, lines, columns };
}

/** A virtual list computes the positions of all rows. */
function layoutOf(list: HTMLElement): Layout {
  const asked: { layout?: Layout } = {};
  list.dispatchEvent(new CustomEvent(LAYOUT_EVENT, { detail: asked }));
  return asked.layout ?? drawnLayout(list);
}

/** @param held  the press that is held since before this code was loaded. @param signal  stops it */
export function watchArea({ state }: DriveContext, held: PointerEvent | null, signal: AbortSignal): void {
  let pressed: (Point & { readonly mode: Drawing['mode'] }) | null = null;
  let drawing: Drawing | null = null;
  let frame = 0;

  function cover(): void {
    if (!drawing) return;
    const { list, box, from, at, before, mode } = drawing;
    const area = areaOf(from, { x: at.x + scrollX, y: at.y + scrollY });
    Object.assign(box.style, {
      left: `${area.left}px`,
      top: `${area.top}px`,
      width: `${area.right - area.left}px`,
      height: `${area.bottom - area.top}px`,
    });
    const corner = list.getBoundingClientRect();
    const [left, top] = [corner.left + scrollX, corner.top + scrollY];
    const inList = { left: area.left - left, right: area.right - left, top: area.top - top, bottom: area.bottom - top };
    const indices = coveredBy(inList, layoutOf(list));
    const covered = `${indices[0]}-${indices.at(-1)}-${indices.length}`;
    if (covered === drawing.covered) return;
    drawing.covered = covered;
    const rows = state.rows.value;
    const ids = indices.flatMap((index) => rows[index]?.id ?? []);
    state.selection.value = { ids: selectedBy(before.ids, ids, mode), anchor: ids[0] ?? before.anchor };
  }

  function scroll(): void {
    if (!drawing) return;
    const { y } = drawing.at;
    const beyond = y < EDGE_PX ? y - EDGE_PX : Math.max(0, y - (innerHeight - EDGE_PX));
    if (beyond !== 0) {
      scrollBy({ top: Math.max(-SCROLL_PX, Math.min(SCROLL_PX, beyond / 2)), behavior: 'instant' });
      cover();
    }
    frame = requestAnimationFrame(scroll);
  }

  function begin(from: Point, mode: Drawing['mode'], at: Point): void {
    const list = document.querySelector<HTMLElement>('[data-listing="list"], [data-listing="grid"]');
    if (!list) return;
    const box = document.createElement('div');
    box.className = 'drawn-area';
    document.body.append(box);
    document.documentElement.dataset['drawing'] = '';
    state.menu.value = null;
    drawing = { list, box, from, mode, before: state.selection.value, at, covered: '' };
    frame = requestAnimationFrame(scroll);
  }

  function end(): void {
    pressed = null;
    if (!drawing) return;
    cancelAnimationFrame(frame);
    drawing.box.remove();
    delete document.documentElement.dataset['drawing'];
    drawing = null;
  }

  function press(event: PointerEvent): void {
    end();
    const { target } = event;
    if (event.button !== 0 || event.pointerType === 'touch' || state.dialog.value) return;
    if (!(target instanceof Element) || !target.closest('main') || target.closest(TAKEN)) return;
    // A press on the window's scrollbar starts no area.
    if (event.clientX >= document.documentElement.clientWidth) return;
    const mode = event.ctrlKey || event.metaKey ? 'toggle' : event.shiftKey ? 'add' : 'only';
    pressed = { x: event.clientX + scrollX, y: event.clientY + scrollY, mode };
  }

  if (held) press(held);
  addEventListener('pointerdown', press, { signal });
  addEventListener(
    'pointermove',
    (event) => {
      const at = { x: event.clientX, y: event.clientY };
      if (pressed && !drawing && Math.hypot(at.x + scrollX - pressed.x, at.y + scrollY - pressed.y) >= START_PX)
        begin(pressed, pressed.mode, at);
      if (!drawing) return;
      drawing.at = at;
      cover();
    },
    { signal },
  );
  addEventListener(
    'pointerup',
    () => {
      // A press on empty space without an area clears nothing here.
      if (pressed?.mode === 'only' && !drawing) state.selection.value = { ids: new Set(), anchor: null };
      end();
    },
    { signal },
  );
  for (const type of ['pointercancel', 'blur'] as const) addEventListener(type, end, { signal });
  addEventListener(
    'keydown',
    (event) => {
      if (!drawing || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      state.selection.value = drawing.before;
      end();
    },
    { signal, capture: true },
  );
  signal.addEventListener('abort', end);
}
