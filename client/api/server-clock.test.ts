import { expect, test } from 'vitest';
import { makeServerClock } from './server-clock.ts';

const MADE_MS = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const header = (ms: number) => new Date(ms).toUTCString();

function clockOn(deviceStartMs: number) {
  let deviceMs = deviceStartMs;
  const clock = makeServerClock(MADE_MS, () => deviceMs);
  const told: number[] = [];
  clock.watch((ms) => told.push(ms));
  return {
    clock,
    told,
    pass: (ms: number) => {
      deviceMs += ms;
    },
  };
}

test('a device whose clock is a day wrong shows the time of the server', () => {
  const { clock, pass } = clockOn(MADE_MS - DAY_MS);
  pass(5_000);
  expect(clock.nowMs()).toBe(MADE_MS + 5_000);
});

test('the next answer corrects a device clock that was set', () => {
  const { clock, told, pass } = clockOn(MADE_MS);
  pass(DAY_MS);
  clock.onDate(header(MADE_MS + 10_000));
  expect(clock.nowMs()).toBe(MADE_MS + 10_000);
  expect(told).toEqual([MADE_MS, MADE_MS + 10_000]);
});

test('the rounding of a header is ignored, and listeners are called once a minute', () => {
  const { clock, told, pass } = clockOn(MADE_MS);
  pass(30_900);
  clock.onDate(header(MADE_MS + 30_000));
  expect(clock.nowMs()).toBe(MADE_MS + 30_900);
  expect(told).toEqual([MADE_MS]);
  pass(30_000);
  clock.onDate(header(MADE_MS + 60_000));
  expect(told).toEqual([MADE_MS, MADE_MS + 60_900]);
});

test.each([null, '', 'yesterday'])('the date %j is ignored', (date) => {
  const { clock, told } = clockOn(MADE_MS);
  clock.onDate(date);
  expect(clock.nowMs()).toBe(MADE_MS);
  expect(told).toEqual([MADE_MS]);
});
