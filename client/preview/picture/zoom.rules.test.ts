/** Zoom and position of a picture. */
import { expect, test } from 'vitest';
import { clamped, FITTED, fittedSize, maxScaleOf, turnedSize, zoomedAt } from './zoom.rules.ts';

const STAGE = { width: 1000, height: 500 };

test('a large picture fits the stage, a turned one too, a small one keeps its size', () => {
  expect(fittedSize({ width: 4000, height: 1000 }, STAGE, 0)).toEqual({ width: 1000, height: 250 });
  expect(fittedSize({ width: 4000, height: 1000 }, STAGE, 1)).toEqual({ width: 500, height: 125 });
  expect(fittedSize({ width: 16, height: 16 }, STAGE, 3)).toEqual({ width: 16, height: 16 });
  expect(turnedSize({ width: 500, height: 125 }, 1)).toEqual({ width: 125, height: 500 });
});

test('zoom keeps the pixel under the pointer where it is', () => {
  const view = zoomedAt(FITTED, 2, { x: 100, y: -50 }, 8);
  expect(view).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomedAt(view, 0.5, { x: 100, y: -50 }, 8)).toEqual(FITTED);
});

test('zoom never goes below the fitted size or above the limit', () => {
  expect(zoomedAt(FITTED, 0.1, { x: 0, y: 0 }, 8).scale).toBe(1);
  expect(zoomedAt(FITTED, 100, { x: 0, y: 0 }, 8).scale).toBe(8);
  expect(maxScaleOf({ width: 40_000, height: 10 }, { width: 1000, height: 1 })).toBe(160);
});

test('a picture cannot be dragged off the stage, and a small one stays in the middle', () => {
  const drawn = { width: 1000, height: 250 };
  expect(clamped({ scale: 2, x: 9_999, y: 9_999 }, drawn, STAGE)).toEqual({ scale: 2, x: 500, y: 0 });
  expect(clamped({ scale: 1, x: 30, y: -30 }, drawn, STAGE)).toEqual({ scale: 1, x: 0, y: 0 });
});
