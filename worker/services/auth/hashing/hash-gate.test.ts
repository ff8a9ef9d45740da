import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { HASH_GATE_LIMITS, makeHashGate } from './hash-gate.ts';
import type { HashCaller } from './hash-usage.ts';

function makeWorld() {
  const time = { nowMs: 1_000_000 };
  const gate = makeHashGate({ nowMs: () => time.nowMs }, HASH_GATE_LIMITS);
  const ends: (() => void)[] = [];
  return {
    time,
    gate,
    /** @returns '' for a place, or the reason of the refusal */
    async ask(address: string, more: Partial<HashCaller> = {}): Promise<string> {
      const caller = { address, account: address, ...more };
      const work = () => new Promise<string>((resolve) => ends.push(() => resolve('')));
      const answer = gate.run(caller, work).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        expect(error.errorName).toBe('too_many_requests');
        expect(error.detail?.retryInSeconds).toBeGreaterThanOrEqual(1);
        return error.detail?.reason ?? '';
      });
      return Promise.race([
        answer,
        Promise.resolve()
          .then(() => Promise.resolve())
          .then(() => ''),
      ]);
    },
    async endAll(): Promise<void> {
      for (const end of ends.splice(0)) end();
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    },
  };
}

it('the hash gate has forty places for equal callers', async () => {
  const world = makeWorld();
  for (let at = 0; at < 1_000; at += 1) await world.ask(`caller-${at}`);
  expect(world.gate.places).toBe(40);
  expect(await world.ask('one-more')).toBe('sign_in_busy');
  await world.endAll();
  expect(world.gate.places).toBe(0);
  expect(await world.ask('one-more')).toBe('');
});

it('the hash gate has ten places for one address, and six for one account', async () => {
  const world = makeWorld();
  const address = [];
  for (let at = 0; at < 11; at += 1) address.push(await world.ask('flood', { account: `account-${at}` }));
  expect(address.slice(9)).toEqual(['', 'sign_in_address_busy']);
  await world.endAll();
  const account = [];
  for (let at = 0; at < 7; at += 1) account.push(await world.ask(`caller-${at}`, { account: 'alice' }));
  expect(account.slice(5)).toEqual(['', 'sign_in_account_busy']);
});

it('the hash gate admits a quieter address while floods hold every place, up to twice the places', async () => {
  const world = makeWorld();
  for (let round = 0; round < 10; round += 1)
    for (const name of ['f1', 'f2', 'f3', 'f4']) await world.ask(name, { account: `${name}-${round}` });
  expect(await world.ask('f5', { account: 'x' })).toBe('');
  expect(await world.ask('person')).toBe('');
  for (let at = 0; at < 200; at += 1) await world.ask(`other-${at}`);
  expect(world.gate.places).toBe(80);
});

it('the hash gate admits the owner of an account while guessers hold its places', async () => {
  const world = makeWorld();
  for (let round = 0; round < 3; round += 1)
    for (const name of ['g1', 'g2']) await world.ask(name, { account: 'alice' });
  expect(await world.ask('g1', { account: 'alice' })).toBe('sign_in_account_busy');
  expect(await world.ask('owner', { account: 'alice' })).toBe('');
});

it('the hash gate frees the place of an abandoned request', async () => {
  const world = makeWorld();
  for (let at = 0; at < 40; at += 1) await world.ask(`gone-${at}`);
  world.time.nowMs += 15_000;
  expect(await world.ask('person')).toBe('');
  expect(world.gate.places).toBe(1);
});

const countFree = (world: ReturnType<typeof makeWorld>, addresses: readonly string[]) =>
  addresses.filter((address) => world.gate.ask(address).is === 'free').length;

it('the rates admit a burst of forty quiet addresses and ten a second after it; the others need a human check', () => {
  const world = makeWorld();
  const crowd = (name: string) => Array.from({ length: 100 }, (_, at) => `${name}-${at}`);
  expect(countFree(world, crowd('a'))).toBe(40);
  expect(world.gate.ask('person').is).toBe('busy');
  world.time.nowMs += 1_000;
  expect(countFree(world, crowd('b'))).toBe(10);
});

it('the rates admit a person while 300 addresses ask three times a second and get a time to wait', () => {
  const world = makeWorld();
  const flood = Array.from({ length: 300 }, (_, at) => `flood-${at}`);
  let letIn = 0;
  for (let tenths = 0; tenths < 600; tenths += 1) {
    world.time.nowMs += 100;
    letIn += countFree(world, flood.slice((tenths % 3) * 100, (tenths % 3) * 100 + 100));
  }
  // Sixty seconds: 600 and 40 quiet at most, and 300 and 20 loud.
  expect(letIn).toBeLessThanOrEqual(960);
  const loud = world.gate.ask('flood-1');
  expect(loud.is).toBe('noisy');
  expect(loud.retryInSeconds).toBeGreaterThan(5);
  expect(world.gate.ask('person').is).toBe('free');
});

it('the rates admit an office behind one address when there is no flood', () => {
  const world = makeWorld();
  let refused = 0;
  for (let seconds = 0; seconds < 60; seconds += 1) {
    world.time.nowMs += 1_000;
    for (let person = 0; person < 4; person += 1) if (world.gate.ask('office').is !== 'free') refused += 1;
  }
  expect(refused).toBe(0);
});

it('the rates forget a flood in a few minutes', () => {
  const world = makeWorld();
  for (let asked = 0; asked < 200; asked += 1) world.gate.ask('flood');
  expect(world.gate.ask('flood').is).toBe('noisy');
  world.time.nowMs += 5 * 60_000;
  expect(world.gate.ask('flood').is).toBe('free');
});
