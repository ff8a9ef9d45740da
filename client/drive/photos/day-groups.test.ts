import { expect, test } from 'vitest';
import { countOf, drawnBetween, GAP_PX, groupsOf, HEADING_PX, layoutOf, nextPhoto, placeOf } from './day-groups.ts';

const MONTHS = [
  { month: '2026-08', count: 9, days: [0, 2, ...Array(12).fill(0), 7] },
  { month: '2025-12', count: 1, days: [1] },
];
const days = groupsOf(MONTHS, false);
/** Three columns of 100 px. */
const layout = layoutOf(days, 300 + 2 * GAP_PX, 100);

test('days are in the order of time, the newest first, and months have them all', () => {
  expect(days.map(({ ms, start, count }) => [new Date(ms).toISOString().slice(0, 10), start, count])).toEqual([
    ['2026-08-15', 0, 7],
    ['2026-08-02', 7, 2],
    ['2025-12-01', 9, 1],
  ]);
  expect(groupsOf(MONTHS, true).map(({ start, count }) => [start, count])).toEqual([
    [0, 9],
    [9, 1],
  ]);
  expect(countOf(days)).toBe(10);
});

test('a picture is where its day and its line are', () => {
  expect([layout.columns, layout.side]).toEqual([3, 100]);
  expect(placeOf(days, layout, 4)).toEqual({ top: HEADING_PX + 100 + GAP_PX, left: 100 + GAP_PX });
  expect(placeOf(days, layout, 7)).toEqual({ top: (layout.tops[1] ?? 0) + HEADING_PX, left: 0 });
});

test('a part of the list draws the lines that it touches', () => {
  const from = HEADING_PX + 2 * (100 + GAP_PX) + 1;
  const drawn = drawnBetween(days, layout, from, (layout.tops[1] ?? 0) + HEADING_PX + 1);
  expect(drawn.map(({ group, from, to }) => [group, from, to])).toEqual([
    [0, 6, 7],
    [1, 7, 9],
  ]);
});

test('keys keep the column across days', () => {
  const press = (key: string, now: number) => nextPhoto(key, now, days, layout, 2);
  expect([press('ArrowDown', 1), press('ArrowDown', 4), press('ArrowDown', 6), press('ArrowDown', 9)]).toEqual([
    4, 6, 7, 9,
  ]);
  expect([press('ArrowUp', 8), press('ArrowUp', 4), press('ArrowUp', 0)]).toEqual([6, 1, 0]);
  expect([press('End', 0), press('Home', 9), press('PageDown', 0), press('x', 0)]).toEqual([9, 0, 6, null]);
});
