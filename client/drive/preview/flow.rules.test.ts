/** Cards of a long row that are drawn. */
import { expect, test } from 'vitest';
import { drawnOf, FLOW_STEP_PX, middleOf, nearOf } from './flow.rules.ts';

test('the middle card follows the scroll offset, and never leaves the row', () => {
  expect(middleOf(0, 10)).toBe(0);
  expect(middleOf(FLOW_STEP_PX * 4.4, 10)).toBe(4);
  expect(middleOf(-50, 10)).toBe(0);
  expect(middleOf(FLOW_STEP_PX * 99, 10)).toBe(9);
});

test('of 100,000 cards only those near the window are drawn', () => {
  const { first, last } = nearOf(FLOW_STEP_PX * 50_000, 1_440, 100_000);
  expect([first, last]).toEqual([49_994, 50_006]);
  expect(nearOf(0, 390, 2)).toEqual({ first: 0, last: 1 });
  expect(nearOf(0, 390, 0).last).toBe(-1);
});

test('a distant card is drawn before it is in the middle, so that the row can stop at it', () => {
  expect(drawnOf({ first: 0, last: 2 }, 50, 100)).toEqual([0, 1, 2, 47, 48, 49, 50, 51, 52, 53]);
  expect(drawnOf({ first: 0, last: 2 }, 1, 100)).toEqual([0, 1, 2, 3, 4]);
  expect(drawnOf({ first: 0, last: 11 }, 0, 2)).toEqual([0, 1]);
});
