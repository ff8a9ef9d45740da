import { expect, test } from 'vitest';
import { makePlaces, type Ticket } from './places.ts';

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

test('a run that rests gives its place to a run of another drive and is behind the others in the line', () => {
  const places = makePlaces({ nowMs: () => 0 }, () => 1);
  const [first, second, third] = ['a', 'b', 'c'].map(ticket) as [Ticket, Ticket, Ticket];
  expect([first, second, third].map(places.hold)).toEqual([true, false, false]);
  expect(places.rest(first)).toBe(true);
  expect([first, second, third].map(places.hold)).toEqual([false, true, false]);
  places.leave(second);
  expect([first, third].map(places.hold)).toEqual([false, true]);
  places.leave(third);
  expect(places.hold(first)).toBe(true);
});

test('no more than ten runs rest for each place; another one keeps its place', () => {
  let atOnce = 11;
  const places = makePlaces({ nowMs: () => 0 }, () => atOnce);
  const runs = Array.from({ length: 11 }, (_, at) => ticket(`${at}`));
  expect(runs.map(places.hold)).toEqual(runs.map(() => true));
  atOnce = 1;
  expect(runs.map(places.rest)).toEqual(runs.map((_, at) => at < 10));
  expect(places.hold(runs[10] as Ticket)).toBe(true);
});
