import { expect, test } from 'vitest';
import { type BuildWatchPorts, watchBuild } from './build-watch.ts';

function make(given: Partial<BuildWatchPorts> = {}) {
  const world = {
    nowMs: 0,
    asked: 0,
    told: 0,
    latest: 'b1',
    isVisible: true,
    logged: 0,
    due: [] as (() => void)[],
    waits: [] as number[],
  };
  const watch = watchBuild({
    build: 'b1',
    latest: () => {
      world.asked += 1;
      return Promise.resolve(world.latest);
    },
    isVisible: () => world.isVisible,
    nowMs: () => world.nowMs,
    chance: () => 0,
    after: (ms, run) => {
      world.waits.push(ms);
      world.due.push(run);
    },
    onNew: () => {
      world.told += 1;
    },
    log: () => {
      world.logged += 1;
    },
    ...given,
  });
  const pass = async () => {
    world.nowMs += world.waits.at(-1) ?? 0;
    world.due.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { world, watch, pass };
}

test('a new build is reported once, and polling stops', async () => {
  const { world, watch, pass } = make();
  await pass();
  expect(world).toMatchObject({ asked: 1, told: 0 });
  world.latest = 'b2';
  await pass();
  expect(world).toMatchObject({ asked: 2, told: 1 });
  await pass();
  world.nowMs += 3_600_000;
  await watch.seen();
  expect(world).toMatchObject({ asked: 2, told: 1 });
});

test('tabs poll at different times, at least five minutes apart', () => {
  expect(make({ chance: () => 0 }).world.waits).toEqual([300_000]);
  expect(make({ chance: () => 0.999 }).world.waits[0]).toBeGreaterThan(440_000);
});

test('a hidden tab does not poll until the user returns', async () => {
  const { world, watch, pass } = make();
  world.isVisible = false;
  await pass();
  expect(world.asked).toBe(0);
  world.isVisible = true;
  world.latest = 'b2';
  await watch.seen();
  expect(world).toMatchObject({ asked: 1, told: 1 });
});

test('returning repeatedly polls at most once a minute', async () => {
  const { world, watch } = make();
  await watch.seen();
  expect(world.asked).toBe(0);
  world.nowMs += 60_000;
  await watch.seen();
  await watch.seen();
  expect(world.asked).toBe(1);
});

test('a failed poll is logged and repeated', async () => {
  let isGone = true;
  const { world, pass } = make({
    latest: () => (isGone ? Promise.reject(new TypeError('gone')) : Promise.resolve('b2')),
  });
  await pass();
  expect(world).toMatchObject({ logged: 1, told: 0 });
  isGone = false;
  await pass();
  expect(world.told).toBe(1);
});
