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
  const results = await Promise.all([0, 1, 2, 3].map((at) => turns.take('anna', work(at))));
  expect(results).toEqual([0, 1, 2, null]);
  expect(order).toEqual([0, 1, 2]);
});

it('a turn that never ends is taken over after its time, and a wait ends by time', async () => {
  const time = makeTime();
  const turns = makeTurns({ ...LIMITS, ...time });
  void turns.take('anna', () => new Promise(() => undefined));
  expect(await turns.take('anna', async () => 'second')).toBeNull();
  time.pass(LIMITS.turnMs);
  expect(await turns.take('anna', async () => 'third')).toBe('third');
});

it('work that fails gives its turn back', async () => {
  const turns = makeTurns({ ...LIMITS, ...makeTime() });
  await expect(turns.take('anna', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns.take('anna', async () => 1)).toBe(1);
});

/** Work that ends when it is released. */
function held() {
  let release = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { work: () => ended, release };
}

it('the next turn goes to a person without one, then to the one who used the least time', async () => {
  const time = makeTime();
  const turns = makeTurns({ ...LIMITS, ...time, waiting: 20 });
  const order: string[] = [];
  const first = held();
  const slow = (name: string, ms: number) => async () => {
    order.push(name);
    time.pass(ms);
  };
  const all = [turns.take('mallory', first.work)];
  for (let at = 0; at < 5; at += 1) all.push(turns.take('mallory', slow('mallory', 500)));
  all.push(turns.take('anna', slow('anna', 1)), turns.take('anna', slow('anna', 1)));
  time.pass(100);
  first.release();
  await Promise.all(all);
  expect(order).toEqual(['anna', 'anna', ...Array<string>(5).fill('mallory')]);
});

it('in a full queue a newcomer takes the place of one who waits often', async () => {
  const time = makeTime();
  const turns = makeTurns({ ...LIMITS, ...time, waiting: 3 });
  const first = held();
  const all = [turns.take('mallory', first.work)];
  const results = ['mallory', 'mallory', 'mallory', 'mallory', 'anna', 'boris'].map((person) =>
    turns.take(person, async () => person),
  );
  first.release();
  await Promise.all(all);
  expect(await Promise.all(results)).toEqual(['mallory', null, null, null, 'anna', 'boris']);
});

it('turns whose requests were cancelled count against their person', async () => {
  const time = makeTime();
  const turns = makeTurns({ ...LIMITS, ...time, waiting: 20, waitMs: 200_000 });
  void turns.take('anna', () => new Promise(() => undefined));
  const order: string[] = [];
  const work = (name: string) => async () => void order.push(name);
  // Anna's next one came first.
  await Promise.all([turns.take('anna', work('anna')), turns.take('boris', work('boris'))]);
  expect(order).toEqual(['boris', 'anna']);
});
