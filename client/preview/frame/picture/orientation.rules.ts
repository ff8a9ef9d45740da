/** Orientations of pictures as transforms of a canvas. Pure. Source: TIFF 6.0, tag 274. */

export interface Turned {
  readonly width: number;
  readonly height: number;
  /** Arguments of `setTransform`. */
  readonly transform: readonly [number, number, number, number, number, number];
}

/** @param orientation  1 to 8; any other number is 1 */
export function orientationOf(orientation: number, width: number, height: number): Turned {
  const transforms: Readonly<Record<number, Turned['transform']>> = {
    2: [-1, 0, 0, 1, width, 0],
    3: [-1, 0, 0, -1, width, height],
    4: [1, 0, 0, -1, 0, height],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, height, 0],
    7: [0, -1, -1, 0, height, width],
    8: [0, -1, 1, 0, 0, width],
  };
  const transform = transforms[orientation] ?? [1, 0, 0, 1, 0, 0];
  const isLying = orientation >= 5 && orientation <= 8;
  return { width: isLying ? height : width, height: isLying ? width : height, transform };
}
