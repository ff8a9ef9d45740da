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

test('a device whose clock is a day off shows the time of the server', () => {
  const { clock, pass } = clockOn(MADE_MS - DAY_MS);
  pass(5_000);
  expect(clock.nowMs()).toBe(MADE_MS + 5_000);
});

test('a clock that is set while the page is open is found out by the next answer', () => {
  const { clock, told, pass } = clockOn(MADE_MS);
  pass(DAY_MS);
  clock.hear(header(MADE_MS + 10_000));
  expect(clock.nowMs()).toBe(MADE_MS + 10_000);
  expect(told).toEqual([MADE_MS, MADE_MS + 10_000]);
});

test('the rounding of a header changes nothing, and is told once a minute', () => {
  const { clock, told, pass } = clockOn(MADE_MS);
  pass(30_900);
  clock.hear(header(MADE_MS + 30_000));
  expect(clock.nowMs()).toBe(MADE_MS + 30_900);
  expect(told).toEqual([MADE_MS]);
  pass(30_000);
  clock.hear(header(MADE_MS + 60_000));
  expect(told).toEqual([MADE_MS, MADE_MS + 60_900]);
});

test.each([null, '', 'yesterday'])('an answer with the date %j tells nothing', (date) => {
  const { clock, told } = clockOn(MADE_MS);
  clock.hear(date);
  expect(clock.nowMs()).toBe(MADE_MS);
  expect(told).toEqual([MADE_MS]);
});
