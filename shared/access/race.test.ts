/** The race over domains: which answer decides it, how silence counts, and that nothing runs after it has ended. */
import { expect, test } from 'vitest';
import { type Cancelled, FRESH_RACE_MS, RACE_MS, raceDomains } from './race.ts';

/** Domains whose answers the test releases, and a clock that the test moves. */
function makeLab(isFresh: boolean, domains = ['a', 'b', 'c']) {
  const answers = new Map<string, { say(answer: boolean): void; fail(): void }>();
  const cancelled: string[] = [];
  const timers = new Map<number, () => void>();
  let result: boolean | null | 'open' = 'open';
  const race = raceDomains(
    { domains, isFresh },
    {
      ask: (domain, cancel: Cancelled) => {
        cancel.onCancel(() => cancelled.push(domain));
        return new Promise((resolve, reject) =>
          answers.set(domain, { say: resolve, fail: () => reject(new Error('silent')) }),
        );
      },
      after: (ms, run) => {
        timers.set(ms, run);
        return () => void timers.delete(ms);
      },
    },
  ).then((end) => {
    result = end;
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    race,
    cancelled,
    waits: () => [...timers.keys()],
    result: () => result,
    async say(domain: string, answer: boolean) {
      answers.get(domain)?.say(answer);
      await settle();
    },
    async fail(domain: string) {
      answers.get(domain)?.fail();
      await settle();
    },
    async timeIsUp() {
      for (const run of [...timers.values()]) run();
      await settle();
    },
  };
}

test('a visit is allowed by the first yes, without waiting for the others', async () => {
  const lab = makeLab(false);
  await lab.say('b', true);
  expect(lab.result()).toBe(true);
  expect(lab.cancelled).toEqual(['a', 'b', 'c']);
  expect(lab.waits()).toEqual([]);
});

test('a visit is allowed by a yes after noes and failures', async () => {
  const lab = makeLab(false);
  await lab.say('a', false);
  await lab.fail('b');
  expect(lab.result()).toBe('open');
  await lab.say('c', true);
  expect(lab.result()).toBe(true);
});

test('a visit is allowed when all fail', async () => {
  const lab = makeLab(false);
  for (const domain of ['a', 'b', 'c']) await lab.fail(domain);
  expect(lab.result()).toBe(true);
});

test('a visit is refused when all say no', async () => {
  const lab = makeLab(false);
  for (const domain of ['a', 'b', 'c']) await lab.say(domain, false);
  expect(lab.result()).toBe(false);
});

test('a visit is refused when one says no and the others fail', async () => {
  const lab = makeLab(false);
  await lab.fail('a');
  await lab.say('b', false);
  await lab.fail('c');
  expect(lab.result()).toBe(false);
});

test('the race allows the visit when no domain has answered within 5 s', async () => {
  const lab = makeLab(false);
  expect(lab.waits()).toEqual([RACE_MS]);
  await lab.timeIsUp();
  expect(lab.result()).toBe(true);
  expect(lab.cancelled).toEqual(['a', 'b', 'c']);
});

test('a visit is refused after 5 s when those that answered said no', async () => {
  const lab = makeLab(false);
  await lab.say('a', false);
  await lab.timeIsUp();
  expect(lab.result()).toBe(false);
});

test('a visit is decided once: a late no changes nothing', async () => {
  const lab = makeLab(false);
  await lab.say('a', true);
  await lab.say('b', false);
  await lab.say('c', false);
  await lab.race;
  expect(lab.result()).toBe(true);
});

test('the race asks no domain where none is configured', async () => {
  const lab = makeLab(false, []);
  await lab.race;
  expect([lab.result(), lab.waits()]).toEqual([true, []]);
});

test('a fresh question waits 10 s and then has no answer', async () => {
  const lab = makeLab(true);
  expect(lab.waits()).toEqual([FRESH_RACE_MS]);
  await lab.say('a', false);
  await lab.timeIsUp();
  expect(lab.result()).toBeNull();
});

test('a fresh question is answered by those who answer in time', async () => {
  const lab = makeLab(true);
  for (const domain of ['a', 'b', 'c']) await lab.say(domain, false);
  expect(lab.result()).toBe(false);
});
