/**
 * The way from a file's place on the page to the viewer and back: 160 ms, and none where motion is off or the place is out of sight.
 * The page and the viewer answer from the beginning; nothing waits for it.
 */
const WAY_MS = 160;
const EASE = 'cubic-bezier(0.2, 0, 0, 1)';

function placeInSight(place: Element | null): DOMRect | null {
  if (!place || matchMedia('(prefers-reduced-motion: reduce)').matches) return null;
  const rect = place.getBoundingClientRect();
  const isInSight = rect.bottom > 0 && rect.top < innerHeight && rect.width > 0;
  return isInSight ? rect : null;
}

/** Frames of a box that begins as large as the place and ends as large as the window. */
function framesFrom({ left, top, width, height }: DOMRect): Keyframe[] {
  const transform = `translate(${left}px, ${top}px) scale(${width / innerWidth}, ${height / innerHeight})`;
  return [
    { transform, transformOrigin: '0 0', opacity: 0.2 },
    { transform: 'none', transformOrigin: '0 0', opacity: 1 },
  ];
}

/** @param body  of the viewer, which fills the window */
export function growFrom(place: Element | null, body: HTMLElement): void {
  const rect = placeInSight(place);
  if (rect) body.animate(framesFrom(rect), { duration: WAY_MS, easing: EASE });
}

/** A copy of the shown picture, else an empty sheet, goes back to the place while the page answers already. */
export function shrinkTo(place: Element | null, content: HTMLElement): void {
  const rect = placeInSight(place);
  if (!rect) return;
  const picture = content.querySelector<HTMLImageElement>('img.viewer-picture');
  const from = picture?.getBoundingClientRect() ?? content.getBoundingClientRect();
  const ghost = picture ? (picture.cloneNode() as HTMLImageElement) : document.createElement('div');
  ghost.className = 'viewer-ghost';
  ghost.removeAttribute('style');
  ghost.ariaHidden = 'true';
  Object.assign(ghost.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(ghost);
  const transform = `translate(${rect.left - from.left}px, ${rect.top - from.top}px) scale(${rect.width / from.width}, ${rect.height / from.height})`;
  const way = ghost.animate([{ opacity: 1 }, { transform, opacity: 0 }], { duration: WAY_MS, easing: EASE });
  void way.finished.catch(() => undefined).then(() => ghost.remove());
}
