import { expect, test } from 'vitest';
import { orientationOf } from './orientation.rules.ts';

/** Place of a corner of the stored picture on the canvas. */
function place(orientation: number, x: number, y: number): [number, number] {
  const [a, b, c, d, e, f] = orientationOf(orientation, 30, 20).transform;
  return [a * x + c * y + e, b * x + d * y + f];
}

// TIFF 6.0: the side of the picture that the stored first row and first column are.
test.each([
  [1, [0, 0], [30, 20]],
  [2, [30, 0], [0, 20]],
  [3, [30, 20], [0, 0]],
  [4, [0, 20], [30, 0]],
  [5, [0, 0], [20, 30]],
  [6, [20, 0], [0, 30]],
  [7, [20, 30], [0, 0]],
  [8, [0, 30], [20, 0]],
  [99, [0, 0], [30, 20]],
] as const)('orientation %i puts the first corner at %j and the last at %j', (orientation, first, last) => {
  expect(place(orientation, 0, 0)).toEqual(first);
  expect(place(orientation, 30, 20)).toEqual(last);
});
