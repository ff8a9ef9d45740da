import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { FetchBeat } from './rpc-types.ts';

const clock = { nowMs: () => Date.now() };
const ok = { ok: true, value: {} } as const;

// Time-outs stay real: the files of this run share one process, and what another left waiting would take every step too.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] }));
afterEach(() => void vi.useRealTimers());

test('a run reports every second, whether bytes arrive or not', async () => {
  const beats: FetchBeat[] = [];
  const send = async (one: FetchBeat) => {
    beats.push(one);
    return ok;
  };
  const beat = startHeartbeat({ clock, offset: 100, idleMs: 60_000, send });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(beats).toHaveLength(20);
  beat.begin(0);
  beat.count(500);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beats.at(-1)).toEqual({ doneBytes: 500, bytesPerSecond: 500 });
  beat.stop();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(beats).toHaveLength(21);
});

test('a run that the drive refuses ends', async () => {
  const refused = { ok: false, error: new AppError('aborted') } as never;
  const beat = startHeartbeat({ clock, offset: 0, idleMs: 60_000, send: async () => refused });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beat.ended.aborted).toBe(true);
  expect(() => beat.count(1)).toThrow(AppError);
});

test('a report that gets lost does not end a run', async () => {
  let calls = 0;
  const send = async () => {
    calls += 1;
    throw new Error('lost');
  };
  const beat = startHeartbeat({ clock, offset: 0, idleMs: 60_000, send });
  await vi.advanceTimersByTimeAsync(3_000);
  expect([calls, beat.ended.aborted]).toEqual([3, false]);
  beat.stop();
});

test('a run in which nothing moves gives its lease up', async () => {
  let calls = 0;
  const send = async () => {
    calls += 1;
    return ok;
  };
  const beat = startHeartbeat({ clock, offset: 0, idleMs: 10_000, send });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([calls, beat.ended.aborted]).toEqual([10, true]);
});
