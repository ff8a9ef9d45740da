import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WINDOW_BYTES, windowCount, windowRange } from './window.ts';

const sizes = fc.oneof(fc.nat(3 * WINDOW_BYTES), fc.maxSafeNat());

test('empty content has no window', () => {
  expect(windowCount(0)).toBe(0);
  expect(() => windowRange(0, 0)).toThrow(RangeError);
});

test('content of exactly one window has one', () => {
  expect(windowCount(WINDOW_BYTES)).toBe(1);
  expect(windowRange(0, WINDOW_BYTES)).toEqual({ start: 0, end: WINDOW_BYTES });
});

test('one byte more opens a second window of one byte', () => {
  expect(windowRange(1, WINDOW_BYTES + 1)).toEqual({ start: WINDOW_BYTES, end: WINDOW_BYTES + 1 });
});

test('windows follow each other without gap and end at the size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 * WINDOW_BYTES }), (sizeBytes) => {
      let reached = 0;
      for (let index = 0; index < windowCount(sizeBytes); index += 1) {
        const { start, end } = windowRange(index, sizeBytes);
        expect(start).toBe(reached);
        expect(end - start).toBeLessThanOrEqual(WINDOW_BYTES);
        expect(end).toBeGreaterThan(start);
        reached = end;
      }
      expect(reached).toBe(sizeBytes);
    }),
  );
});

test('a window past the last does not exist at any size', () => {
  fc.assert(
    fc.property(sizes, (sizeBytes) => {
      expect(() => windowRange(windowCount(sizeBytes), sizeBytes)).toThrow(RangeError);
    }),
  );
});
