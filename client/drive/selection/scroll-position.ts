/** Restores a scroll position and its focus, once the rows are drawn. Loaded at first use. */
import { HEADING_ID, type ScrollPosition } from '../browser-model.ts';
import { REVEAL_EVENT } from './listing-keys.ts';

/** Frames to wait for the row, and frames that it must not move: tiles with two-line names grow when they are drawn. */
const MAX_FRAMES = 90;
const STILL_FRAMES = 2;

function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** The name of a row, which may be drawn some frames later. Null: it is gone, or the restoration was cancelled. */
async function drawnName(id: string, signal: AbortSignal): Promise<HTMLElement | null> {
  for (let frame = 0; frame < MAX_FRAMES && !signal.aborted; frame += 1) {
    const name = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] [data-name]`);
    if (name) return name;
    await nextFrame();
  }
  return null;
}

export async function restoreScroll({ top, index, offset, focus }: ScrollPosition): Promise<void> {
  let isStill = 0;
  let isAsked = false;
  // A user scroll cancels the restoration.
  const control = new AbortController();
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const)
    addEventListener(type, () => control.abort(), { signal: control.signal, passive: true });
  for (let frame = 0; frame < MAX_FRAMES && isStill < STILL_FRAMES && !control.signal.aborted; frame += 1) {
    await nextFrame();
    if (index < 0 || top === 0) {
      scrollTo({ top, behavior: 'instant' });
      isStill += 1;
      continue;
    }
    const list = document.querySelector('[data-listing]');
    const line = list?.querySelector(`[data-index="${index}"]`);
    if (!line) {
      // A virtual list is asked once it is there, then draws the row by itself.
      isAsked = list?.hasAttribute('data-columns') ?? false;
      if (isAsked) list?.dispatchEvent(new CustomEvent(REVEAL_EVENT, { detail: index }));
      continue;
    }
    const off = line.getBoundingClientRect().top - offset;
    const before = scrollY;
    if (Math.abs(off) >= 1) scrollBy({ top: off, behavior: 'instant' });
    // At the end of the page it cannot scroll further.
    isStill = Math.abs(off) < 1 || scrollY === before ? isStill + 1 : 0;
  }
  const name = focus === '' ? null : await drawnName(focus, control.signal);
  const { activeElement } = document;
  const isFree = !activeElement || activeElement === document.body || activeElement.id === HEADING_ID;
  if (isFree && !control.signal.aborted) name?.focus({ preventScroll: true });
  control.abort();
}
