/** Size, zoom and position of a picture on its stage. Pure; px. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y`: distance of the picture's middle from the middle of the stage. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export const FITTED: PictureView = Object.freeze({ scale: 1, x: 0, y: 0 });
/** Eight times the fitted size, or four times the picture's own pixels where that is more. */
const MAX_SCALE = 8;
const MAX_PIXELS = 4;
/** One step of a key or button. */
export const ZOOM_STEP = 1.5;

/** Size of the unturned element, so that the turned picture fits the stage. A small picture keeps its size. */
export function fittedSize(natural: Size, stage: Size, quarterTurns: number): Size {
  const isTurned = quarterTurns % 2 !== 0;
  const width = Math.max(1, isTurned ? natural.height : natural.width);
  const height = Math.max(1, isTurned ? natural.width : natural.height);
  const factor = Math.min(1, stage.width / width, stage.height / height);
  return { width: natural.width * factor, height: natural.height * factor };
}

export function maxScaleOf(natural: Size, fitted: Size): number {
  return Math.max(MAX_SCALE, (MAX_PIXELS * natural.width) / Math.max(1, fitted.width));
}

/** Keeps the picture's edges outside the stage, or its middle in the middle where it is smaller. @param drawn  turned, at scale 1 */
export function clamped(view: PictureView, drawn: Size, stage: Size): PictureView {
  const limit = (length: number, space: number) => Math.max(0, (length * view.scale - space) / 2);
  const [x, y] = [limit(drawn.width, stage.width), limit(drawn.height, stage.height)];
  return {
    scale: view.scale,
    // Adding 0 turns -0 into 0.
    x: Math.min(x, Math.max(-x, view.x)) + 0,
    y: Math.min(y, Math.max(-y, view.y)) + 0,
  };
}

/** Zooms so that the pixel under a point stays there. @param point  from the middle of the stage */
export function zoomedAt(view: PictureView, factor: number, point: Point, maxScale: number): PictureView {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const change = scale / view.scale;
  return {
    scale,
    x: point.x - (point.x - view.x) * change,
    y: point.y - (point.y - view.y) * change,
  };
}

/** Turned size of an element. */
export function turnedSize({ width, height }: Size, quarterTurns: number): Size {
  return quarterTurns % 2 === 0 ? { width, height } : { width: height, height: width };
}
