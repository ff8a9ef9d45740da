import { expect, test } from 'vitest';
import { makePacedRefresh } from './paced-refresh.ts';

/** A clock that the test moves, and refreshes that it ends. */
function makeWorld() {
  const timers: { atMs: number; run: () => void }[] = [];
  const began: number[] = [];
  const ends: (() => void)[] = [];
  let now = 0;
  const paced = makePacedRefresh({
    nowMs: () => now,
    after: (ms, run) => {
      timers.push({ atMs: now + ms, run });
      return () => undefined;
    },
    refresh: () => {
      began.push(now);
      return new Promise<void>((resolve) => ends.push(resolve));
    },
  });
  return {
    paced,
    began,
    endAll: () => {
      for (const end of ends.splice(0)) end();
    },
    async go(untilMs: number) {
      for (; now < untilMs; now += 100) {
        for (const timer of timers.splice(0)) {
          if (timer.atMs <= now) timer.run();
          else timers.push(timer);
        }
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
      }
    },
  };
}

test('files stored one after the other share a refresh, and those of a long burst have one each two seconds', async () => {
  const it = makeWorld();
  for (let at = 0; at < 50; at += 1) {
    void it.paced.request();
    await it.go(at * 100);
    it.endAll();
  }
  expect(it.began).toEqual([600, 2_600, 4_600]);
  expect(it.paced.isDue()).toBe(true);
  await it.go(20_000);
  expect(it.began).toEqual([600, 2_600, 4_600, 6_600]);
  expect(it.paced.isDue()).toBe(false);
});

test('a refresh that takes long is not replaced by the next one', async () => {
  const it = makeWorld();
  void it.paced.request();
  await it.go(1_000);
  void it.paced.request();
  await it.go(9_000);
  expect(it.began).toEqual([600]);
  it.endAll();
  await it.go(9_200);
  expect(it.began).toEqual([600, 9_000]);
});
