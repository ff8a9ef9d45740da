import { expect, it } from 'vitest';
import { makeTurns } from './turns.ts';

function makeTime() {
  let nowMs = 0;
  return {
    clock: { nowMs: () => nowMs },
    sleep: async (ms: number) => {
      nowMs += ms;
      await Promise.resolve();
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const LIMITS = { atOnce: 1, waiting: 2, turnMs: 60_000, waitMs: 20_000, pollMs: 10 };

it('work runs one after another, in the order of the calls, and calls beyond the queue get null', async () => {
  const turns = makeTurns({ ...LIMITS, ...makeTime() });
  const order: number[] = [];
  const work = (at: number) => async () => {
    order.push(at);
    await Promise.resolve();
    await Promise.resolve();
    return at;
  };
  const results = await Promise.all([0, 1, 2, 3].map((at) => turns.take(work(at))));
  expect(results).toEqual([0, 1, 2, null]);
  expect(order).toEqual([0, 1, 2]);
});

it('a turn that never ends is taken over after its time, and a wait ends by time', async () => {
  const time = makeTime();
  const turns = makeTurns({ ...LIMITS, ...time });
  void turns.take(() => new Promise(() => undefined));
  expect(await turns.take(async () => 'second')).toBeNull();
  time.pass(LIMITS.turnMs);
  expect(await turns.take(async () => 'third')).toBe('third');
});

it('work that fails gives its turn back', async () => {
  const turns = makeTurns({ ...LIMITS, ...makeTime() });
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take(async () => 1)).toBe(1);
});
