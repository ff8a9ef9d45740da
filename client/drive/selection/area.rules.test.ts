/** Areas over a grid and over a list whose lines have different heights. */
import { expect, test } from 'vitest';
import { areaOf, coveredBy, selectedBy } from './area.rules.ts';

const GRID = {
  count: 8,
  lines: [
    { start: 0, end: 100 },
    { start: 110, end: 210 },
    { start: 220, end: 320 },
  ],
  columns: [
    { start: 0, end: 90 },
    { start: 100, end: 190 },
    { start: 200, end: 290 },
  ],
};

test('an area covers the rows it touches, in any drawing direction', () => {
  const [a, b] = [
    { x: 80, y: 90 },
    { x: 150, y: 130 },
  ];
  expect(coveredBy(areaOf(a, b), GRID)).toEqual([0, 1, 3, 4]);
  expect(coveredBy(areaOf(b, a), GRID)).toEqual([0, 1, 3, 4]);
});

test('an area in a gap, beside or below the list covers nothing', () => {
  expect(coveredBy({ left: 91, right: 99, top: 0, bottom: 400 }, GRID)).toEqual([]);
  expect(coveredBy({ left: 0, right: 300, top: 101, bottom: 109 }, GRID)).toEqual([]);
  expect(coveredBy({ left: 300, right: 400, top: 0, bottom: 400 }, GRID)).toEqual([]);
  expect(coveredBy({ left: 0, right: 300, top: 330, bottom: 400 }, GRID)).toEqual([]);
});

test('an area covers no empty position of the last line', () => {
  expect(coveredBy({ left: -10, right: 400, top: 300, bottom: 900 }, GRID)).toEqual([6, 7]);
});

test('an area covers lines of any height, also those that are not drawn', () => {
  const lines = Array.from({ length: 100_000 }, (_, line) => ({ start: line * 60, end: line * 60 + 60 }));
  const list = { count: 100_000, lines, columns: [{ start: 0, end: 800 }] };
  expect(coveredBy({ left: -5, right: 5, top: 3_000_030, bottom: 3_000_121 }, list)).toEqual([50_000, 50_001, 50_002]);
});

test('an area is measured from the start of the list', () => {
  const below = { ...GRID, lines: GRID.lines.map(({ start, end }) => ({ start: start + 500, end: end + 500 })) };
  const area = { left: 0, right: 50, top: 120, bottom: 130 };
  expect(coveredBy(area, { ...below, origin: 500 })).toEqual([3]);
  expect(coveredBy(area, below)).toEqual([]);
});

test('an area covers nothing of an empty list', () => {
  expect(coveredBy({ left: 0, right: 9, top: 0, bottom: 9 }, { count: 0, lines: [], columns: [] })).toEqual([]);
});

test('an area alone replaces the selection, with Shift it adds, with Ctrl it inverts', () => {
  const before = new Set(['a', 'b']);
  const by = (mode: 'only' | 'add' | 'toggle') => [...selectedBy(before, ['b', 'c'], mode)];
  expect(by('only')).toEqual(['b', 'c']);
  expect(by('add')).toEqual(['a', 'b', 'c']);
  expect(by('toggle')).toEqual(['a', 'c']);
});
