/** Cards of a long row that are near the window, and the card in its middle. Pure; px. */

/** From the middle of a card to that of the next: 15rem wide and a gap. */
export const FLOW_STEP_PX = 256;
/** Cards drawn beyond each side. */
const BEYOND = 3;

/** @param left  scroll offset of the row; at 0 the first card is in the middle */
export function middleOf(left: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(left / FLOW_STEP_PX)));
}

/** Cards to draw, in order: those near the window, and those around a card that scrolls to the middle. */
export function drawnOf(
  near: { readonly first: number; readonly last: number },
  middle: number,
  count: number,
): number[] {
  const around = nearOf(middle * FLOW_STEP_PX, 0, count);
  const drawn = new Set<number>();
  for (const { first, last } of [near, around])
    for (let at = first; at <= Math.min(last, count - 1); at += 1) drawn.add(at);
  return [...drawn].toSorted((a, b) => a - b);
}

/** @returns the first and the last card to draw; last is -1 for an empty row */
export function nearOf(left: number, width: number, count: number): { readonly first: number; readonly last: number } {
  const middle = middleOf(left, count);
  const side = Math.ceil(width / 2 / FLOW_STEP_PX) + BEYOND;
  return { first: Math.max(0, middle - side), last: Math.min(count - 1, middle + side) };
}
