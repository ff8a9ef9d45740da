import { expect, test } from 'vitest';
import { FetchFailed } from './fetch-failed.ts';
import { makeTurn } from './turn.ts';

/** A run whose server sends so many bytes a second, second after second. */
function startRun(canResume: boolean, isAwaited: boolean) {
  let nowMs = 0;
  const turn = makeTurn({ clock: { nowMs: () => nowMs }, canResume, isAwaited: () => isAwaited });
  return {
    turn,
    /** @returns seconds until it gives its place up; null: it does not */
    run(bytesPerSecond: number, seconds: number): number | null {
      for (let at = 1; at <= seconds; at += 1) {
        nowMs += 1_000;
        if (!turn.arrived(bytesPerSecond)) return at;
      }
      return null;
    },
  };
}

test('a slow run that can be continued gives its place up while others wait', () => {
  expect(startRun(true, true).run(1_000, 100)).toBe(10);
  expect(startRun(true, false).run(1_000, 100)).toBeNull();
});

test('a fast run has a minute, then its place goes to others that wait', () => {
  expect(startRun(true, true).run(1_000_000, 100)).toBe(61);
  expect(startRun(true, false).run(1_000_000, 100)).toBeNull();
});

test('a run of a server without ranges fails after a slow minute while others wait', () => {
  expect(() => startRun(false, true).run(1_000, 100)).toThrow(FetchFailed);
  expect(startRun(false, true).run(100_000, 200)).toBeNull();
  expect(startRun(false, false).run(1_000, 1_000)).toBeNull();
  const stops = startRun(false, true);
  stops.run(100_000, 100);
  expect(stops.run(1_000, 50)).toBeNull();
  expect(() => stops.run(1_000, 50)).toThrow(FetchFailed);
});

test('a run that can be continued ends after its parts or its minute', () => {
  const { turn, run } = startRun(true, false);
  expect([turn.hasShare(1), turn.hasShare(64)]).toEqual([false, true]);
  run(1_000_000, 61);
  expect(turn.hasShare(1)).toBe(true);
  const other = startRun(false, false);
  other.run(1_000_000, 61);
  expect(other.turn.hasShare(64)).toBe(false);
});

test('a run of a server without ranges rests after its minute, between two parts, while others wait', () => {
  const busy = startRun(false, true);
  busy.run(100_000, 50);
  expect(busy.turn.hasToRest()).toBe(false);
  busy.run(100_000, 20);
  expect(busy.turn.hasToRest()).toBe(true);
  const alone = startRun(false, false);
  alone.run(100_000, 100);
  expect(alone.turn.hasToRest()).toBe(false);
  const resumable = startRun(true, true);
  resumable.run(100_000, 100);
  expect(resumable.turn.hasToRest()).toBe(false);
});

test('a run of a server without ranges fails when one part takes longer than five minutes while others wait', () => {
  expect(() => startRun(false, true).run(100_000, 400)).toThrow(FetchFailed);
  const parts = startRun(false, true);
  parts.run(100_000, 200);
  parts.turn.hasToRest();
  expect(parts.run(100_000, 200)).toBeNull();
});
