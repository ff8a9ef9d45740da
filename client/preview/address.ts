/**
 * The previewed file in the address. Opening adds a history entry, so that Back closes the viewer; turning the page replaces it. A place
 * inside the file, such as a folder of an archive, is an entry of its own. The root has `data-viewer` until the entries are left: the
 * listing below ignores steps of the history that belong to the viewer.
 */
import { type InnerPlace, TOP, viewerEntryOf, withViewerEntry } from '#client/navigation/viewer-entry.ts';
import { previewIdOf, withPreview } from '#shared/navigation/preview.ts';

/** The place inside the shown file. */
export interface InnerAddress {
  /** As the history has it. */
  place(): InnerPlace;
  /** The reader opens a place: Back leads to the one before. */
  enter(place: InnerPlace): void;
  /** The reader turns to another place beside this one. */
  turn(place: InnerPlace): void;
  /** The same as Back. */
  back(): void;
}

export interface PreviewAddress {
  readonly inner: InnerAddress;
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
  const entry = () => viewerEntryOf(history.state);
  let isLeft = false;

  function push(depth: number, place: InnerPlace, address: string): void {
    history.pushState(withViewerEntry(history.state, { depth, place }), '', address);
  }

  function replace(depth: number, place: InnerPlace, address: string): void {
    history.replaceState(withViewerEntry(history.state, { depth, place }), '', address);
  }

  function end(): void {
    isLeft = true;
    removeEventListener('popstate', step);
    root.removeAttribute('data-viewer');
  }

  /** The page was opened with the file in its address. */
  function removeFile(): void {
    replace(0, TOP, withPreview(here(), ''));
    end();
  }

  function step(): void {
    const next = previewIdOf(location.search);
    if (isLeft && next !== '') removeFile();
    else if (next === '') end();
    if (!isLeft || next === '') onStep(next);
  }

  root.setAttribute('data-viewer', '');
  if (!isInAddress) push(1, TOP, withPreview(here(), id));
  addEventListener('popstate', step);
  return {
    inner: {
      place: () => entry().place,
      enter: (place) => push(entry().depth + 1, place, here()),
      turn: (place) => replace(entry().depth, place, here()),
      back: () => history.back(),
    },
    move: (next) => replace(entry().depth, TOP, withPreview(here(), next)),
    leave: () => {
      if (isLeft) return;
      isLeft = true;
      const { depth } = entry();
      if (depth > 0) history.go(-depth);
      else removeFile();
    },
  };
}
