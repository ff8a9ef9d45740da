import { expect, test } from 'vitest';
import { makeOwnTraffic } from './own-traffic.ts';

function makeWorld(fails = false) {
  let nowMs = 1_000;
  const counted: [string, number][] = [];
  const timers: (() => void)[] = [];
  const traffic = makeOwnTraffic(
    { nowMs: () => nowMs },
    async (userId, sizeBytes) => {
      counted.push([userId, sizeBytes]);
      if (fails && userId === 'ann') throw new Error('the drive is gone');
    },
    () => new Promise((resolve) => timers.push(resolve)),
  );
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  const ring = (): void => {
    for (const resolve of timers.splice(0)) resolve();
  };
  return { traffic, counted, timers, pass, ring };
}

test('what several downloads of a second were sent is counted by one call a person', async () => {
  const { traffic, counted, ring } = makeWorld();
  const first = traffic.add('ann', 10);
  await traffic.add('ann', 5);
  await traffic.add('bob', 7);
  expect(counted).toEqual([]);
  ring();
  await first;
  expect(counted).toEqual([
    ['ann', 15],
    ['bob', 7],
  ]);
  const next = traffic.add('ann', 1);
  ring();
  await next;
  expect(counted.slice(2)).toEqual([['ann', 1]]);
});

test('after a call whose timer the platform ended, the next one counts all', async () => {
  const { traffic, counted, timers, pass, ring } = makeWorld();
  void traffic.add('ann', 10);
  timers.length = 0;
  pass(2_000);
  const later = traffic.add('ann', 1);
  ring();
  await later;
  expect(counted).toEqual([['ann', 11]]);
});

test('a drive that cannot count costs the others nothing, and is not asked twice for the same bytes', async () => {
  const { traffic, counted, ring } = makeWorld(true);
  const first = traffic.add('ann', 10);
  await traffic.add('bob', 7);
  ring();
  await first;
  expect(counted).toEqual([
    ['ann', 10],
    ['bob', 7],
  ]);
});
