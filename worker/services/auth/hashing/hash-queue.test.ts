import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { HASH_QUEUE_LIMITS, type HashQueueLimits, makeHashQueue } from './hash-queue.ts';
import type { HashCaller } from './hash-usage.ts';

/** A queue whose hashes end when the test ends them. */
function makeWorld(limits: Partial<HashQueueLimits> = {}) {
  const time = { nowMs: 1_000_000 };
  const queue = makeHashQueue({ nowMs: () => time.nowMs }, { ...HASH_QUEUE_LIMITS, ...limits });
  const running: { name: string; end: () => void }[] = [];
  const done: string[] = [];
  const refused = new Map<string, AppError>();
  let most = 0;

  function ask(name: string, caller: Partial<HashCaller> = {}): void {
    const whole = { address: name, account: name, ...caller };
    void queue
      .run(whole, () => {
        const work = new Promise<void>((resolve) => running.push({ name, end: resolve }));
        most = Math.max(most, running.length);
        return work;
      })
      .then(
        () => done.push(name),
        (error: unknown) => {
          if (!(error instanceof AppError)) throw error;
          refused.set(name, error);
        },
      );
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    time,
    queue,
    refused,
    done,
    ask,
    settle,
    most: () => most,
    /** Ends the oldest hash. @returns who is running after it */
    async endOne(): Promise<string[]> {
      await settle();
      running.shift()?.end();
      await settle();
      return running.map(({ name }) => name);
    },
    async endAll(): Promise<void> {
      await settle();
      for (; running.length > 0; await settle()) running.shift()?.end();
    },
  };
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

it('the hash queue runs two hashes at once, and lets 32 wait', async () => {
  const world = makeWorld();
  for (const name of names('caller-', 1_000)) world.ask(name);
  await world.settle();
  expect(world.queue.size).toEqual({ running: 2, waiting: 32 });
  expect(world.refused.size).toBe(1_000 - 34);
  await world.endAll();
  expect([world.most(), world.done.length]).toEqual([2, 34]);
  expect(world.queue.size).toEqual({ running: 0, waiting: 0 });
});

it('the hash queue refuses with too_many_requests and the seconds to wait', async () => {
  const world = makeWorld();
  for (const name of names('caller-', 40)) world.ask(name);
  await world.settle();
  for (const { errorName, detail } of world.refused.values()) {
    expect(errorName).toBe('too_many_requests');
    expect(detail?.retryInSeconds).toBeGreaterThanOrEqual(1);
    expect(detail?.retryInSeconds).toBeLessThanOrEqual(30);
  }
});

it('the hash queue serves an address without hashes before those that flood it', async () => {
  const world = makeWorld();
  // Four addresses, each with ten hashes behind it and the queue full of more.
  for (let round = 0; round < 10; round += 1) {
    for (const name of names('flood-', 4)) world.ask(name, { account: `${name}-${round}` });
    await world.endAll();
  }
  for (let round = 0; round < 8; round += 1)
    for (const name of names('flood-', 4)) world.ask(name, { account: `${name}-${round}` });
  await world.settle();
  world.ask('person');
  expect(await world.endOne()).toContain('person');
  expect(world.refused.has('person')).toBe(false);
});

it('a full hash queue refuses the last of a flood for an address with fewer hashes', async () => {
  const world = makeWorld({ waiting: 4 });
  world.ask('flood-0');
  await world.endAll();
  for (let more = 0; more < 6; more += 1) world.ask('flood-0', { account: `account-${more}` });
  await world.settle();
  expect(world.queue.size).toEqual({ running: 2, waiting: 4 });
  world.ask('person');
  await world.settle();
  expect(world.queue.size.waiting).toBe(4);
  expect([...world.refused.keys()]).toEqual(['flood-0']);
  expect(world.refused.get('flood-0')?.detail?.reason).toBe('sign_in_busy');
  expect(await world.endOne()).toContain('person');
});

it('the hash queue holds at most eight places for one address', async () => {
  const world = makeWorld();
  for (let more = 0; more < 20; more += 1) world.ask('flood', { account: `account-${more}` });
  await world.settle();
  expect(world.queue.size).toEqual({ running: 2, waiting: 8 });
  expect(world.refused.get('flood')?.detail?.reason).toBe('sign_in_address_busy');
});

it('the hash queue holds at most four places for one account, and its owner takes one from guessers', async () => {
  const world = makeWorld();
  for (const name of names('guesser-', 3)) world.ask(name, { account: 'elsewhere' });
  await world.endAll();
  for (let round = 0; round < 3; round += 1)
    for (const name of names('guesser-', 3)) world.ask(name, { account: 'alice' });
  await world.settle();
  expect(world.queue.size).toEqual({ running: 2, waiting: 4 });
  expect([...world.refused.values()].every(({ detail }) => detail?.reason === 'sign_in_account_busy')).toBe(true);
  world.ask('owner', { account: 'alice' });
  await world.settle();
  expect(world.queue.size.waiting).toBe(4);
  expect(await world.endOne()).toContain('owner');
});

it('the hash queue forgets the hashes of an address in a few minutes', async () => {
  const world = makeWorld({ atOnce: 1 });
  for (let hashes = 0; hashes < 8; hashes += 1) {
    world.ask('office');
    await world.endAll();
  }
  world.time.nowMs += 10 * 60_000;
  for (const name of ['held', 'other', 'office']) world.ask(name);
  world.ask('other');
  expect(await world.endOne()).toEqual(['other']);
  expect(await world.endOne()).toEqual(['office']);
});

it('the hash queue frees the turn of failed work', async () => {
  const { queue } = makeWorld({ atOnce: 1 });
  const caller = { address: 'a', account: 'a' };
  await expect(queue.run(caller, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(queue.run(caller, async () => 'yes')).resolves.toBe('yes');
});

it('the hash queue puts callers with a passed check before all others', async () => {
  const world = makeWorld({ atOnce: 1 });
  for (const name of ['held', 'first', 'second']) world.ask(name);
  world.ask('checked', { isChecked: true });
  expect(await world.endOne()).toEqual(['checked']);
  expect(await world.endOne()).toEqual(['first']);
});
