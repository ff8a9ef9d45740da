/** Work that waits for the first touch of the page. Loaded by it. */
import { FIRST_STEPS_ID } from '#shared/auth/first-steps.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import type { DriveContext } from './drive.context.ts';
import { watchSteps } from './first-steps/ticks.ts';
import { loadSelectionTools } from './toolbar/toolbar.view.tsx';

/** Images that only this browser can make; after the page has settled. */
const MAKING_AFTER_MS = 4_000;

/** A rough look, so that the code loads only where a file may get an image (pictures/making/candidates.ts decides). */
function mayNeedImage({ folder, image, category }: DriveRow): boolean {
  return !folder && !image && category !== 'ARCHIVE';
}

/** @returns ends it */
function watchImages(page: Document, { api, state }: DriveContext): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLeft = false;
  let stopMaking: (() => void) | undefined;
  const need = () => {
    timer ??= setTimeout(() => {
      import('./pictures/making/make-images.ts').then(
        ({ startMaking }) => {
          if (!hasLeft) stopMaking = startMaking(api, state);
        },
        // Without it rows have the icons of their kinds.
        () => undefined,
      );
    }, MAKING_AFTER_MS);
  };
  const stopRows = state.rows.subscribe((rows) => {
    if (rows.some(mayNeedImage) || page.querySelector('[data-row] img[data-failed]')) need();
  });
  // The server has a link for the row, and no image under it.
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement && target.closest('[data-row]')) need();
  };
  page.addEventListener('error', note, true);
  return () => {
    hasLeft = true;
    stopRows();
    page.removeEventListener('error', note, true);
    clearTimeout(timer);
    stopMaking?.();
  };
}

/** @returns ends it */
export function startAfterTouch(page: Document, drive: DriveContext): () => void {
  // The first selection finds its actions loaded; without them it asks again.
  loadSelectionTools().catch(() => undefined);
  const stopImages = watchImages(page, drive);
  // The list of first steps is in the page of a new account alone.
  const stopSteps = page.getElementById(FIRST_STEPS_ID) ? watchSteps(page, drive.state) : null;
  return () => {
    stopImages();
    stopSteps?.();
  };
}
