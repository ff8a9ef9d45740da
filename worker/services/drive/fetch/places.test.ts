import { expect, test } from 'vitest';
import { makePlaces } from './places.ts';

test('runs beyond the limit of the process wait in their order', () => {
  const places = makePlaces({ nowMs: () => 0 }, () => 2);
  const runs = [Symbol('a'), Symbol('b'), Symbol('c'), Symbol('d')];
  const [first, second] = runs as [symbol, symbol];
  expect(runs.map(places.hold)).toEqual([true, true, false, false]);
  places.leave(second);
  expect(runs.filter((run) => run !== second).map(places.hold)).toEqual([true, true, false]);
  // A run that comes back is the last.
  expect(places.hold(second)).toBe(false);
  places.leave(first);
  expect(runs.slice(1).map(places.hold)).toEqual([false, true, true]);
});

test('a run that died loses its place', () => {
  let nowMs = 0;
  const places = makePlaces({ nowMs: () => nowMs }, () => 1);
  const [dead, next] = [Symbol('dead'), Symbol('next')];
  places.hold(dead);
  nowMs = 10_000;
  expect(places.hold(next)).toBe(false);
  nowMs = 16_000;
  expect(places.hold(next)).toBe(true);
});
