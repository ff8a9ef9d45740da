/**
 * The previewed file in the address. Opening adds a history entry, so that Back closes the viewer; turning the page replaces it. The
 * root has `data-viewer` until the entry is left: the listing below ignores steps of the history that belong to the viewer.
 */
import { previewIdOf, withPreview } from '#shared/navigation/preview.ts';

export interface PreviewAddress {
  /** The viewer shows another file. */
  move(id: string): void;
  /** The reader closes the viewer. */
  leave(): void;
}

/**
 * @param isInAddress  the page was opened with the file in its address: no entry is added
 * @param onStep  the reader went back or forward; '' when the address names no file any more
 */
export function watchAddress(id: string, isInAddress: boolean, onStep: (id: string) => void): PreviewAddress {
  const root = document.documentElement;
  const here = () => location.pathname + location.search + location.hash;
  const isOwnEntry = !isInAddress;
  let isLeft = false;

  function end(): void {
    isLeft = true;
    removeEventListener('popstate', step);
    root.removeAttribute('data-viewer');
  }

  function step(): void {
    const next = previewIdOf(location.search);
    if (next === '' || isLeft) end();
    onStep(next);
  }

  root.setAttribute('data-viewer', '');
  if (isOwnEntry) history.pushState(history.state, '', withPreview(here(), id));
  addEventListener('popstate', step);
  return {
    move: (next) => history.replaceState(history.state, '', withPreview(here(), next)),
    leave: () => {
      if (isLeft) return;
      isLeft = true;
      if (isOwnEntry) {
        history.back();
        return;
      }
      history.replaceState(history.state, '', withPreview(here(), ''));
      end();
    },
  };
}
