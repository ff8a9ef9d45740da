import { expect, test } from 'vitest';
import { makePlaces } from './places.ts';

const ticket = (driveName: string) => ({ driveName });

test('runs beyond the limit of the process wait in their order', () => {
  const places = makePlaces({ nowMs: () => 0 }, () => 2);
  const runs = ['a', 'b', 'c', 'd'].map(ticket);
  const [first, second] = runs as [{ driveName: string }, { driveName: string }];
  expect(runs.map(places.hold)).toEqual([true, true, false, false]);
  expect(places.isAwaited(first)).toBe(true);
  places.leave(second);
  expect(runs.filter((run) => run !== second).map(places.hold)).toEqual([true, true, false]);
  // A run that comes back is the last.
  expect(places.hold(second)).toBe(false);
  places.leave(first);
  expect(runs.slice(1).map(places.hold)).toEqual([false, true, true]);
});

test('two drives leave places for a third', () => {
  const places = makePlaces({ nowMs: () => 0 }, () => 6);
  const many = ['a', 'a', 'a', 'b', 'b', 'b'].map(ticket);
  expect(many.map(places.hold)).toEqual([true, true, true, true, false, false]);
  const [third, fourth] = [ticket('c'), ticket('d')];
  expect([places.hold(third), places.hold(fourth)]).toEqual([true, true]);
});

test('a place goes to the drive that has the fewest, however many runs of another one came before', () => {
  const places = makePlaces({ nowMs: () => 0 }, () => 2);
  const [first, second, third] = ['a', 'a', 'a'].map(ticket) as [{ driveName: string }, ...{ driveName: string }[]];
  const late = ticket('b');
  expect([first, second, third, late].map((one) => one && places.hold(one))).toEqual([true, true, false, false]);
  places.leave(first);
  expect(places.hold(late)).toBe(true);
  expect(third && places.hold(third)).toBe(false);
  expect(places.isAwaited(late)).toBe(true);
  expect(second && places.isAwaited(second)).toBe(false);
});

test('a run that died loses its place', () => {
  let nowMs = 0;
  const places = makePlaces({ nowMs: () => nowMs }, () => 1);
  const [dead, next] = [ticket('dead'), ticket('next')];
  places.hold(dead);
  nowMs = 10_000;
  expect(places.hold(next)).toBe(false);
  nowMs = 16_000;
  expect(places.hold(next)).toBe(true);
});
