import { expect, test } from 'vitest';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { failureOf, OK, refusal, world } from './client-fixture.ts';
import { makeWaitList, type RetryWait } from './waits.ts';

test.each([0, 1, 4])('retry %i repeats a call that often, 300 ms apart', async (retry) => {
  const { client, calls, waited } = world(() => 'silence');
  await failureOf(client.call(browserContract.list, { retry }));
  expect(calls).toHaveLength(retry + 1);
  expect(waited).toEqual(Array(retry).fill(300));
});

test.each([5, -1, Number.NaN, '2'])(
  'retries of a call: retry %s is refused before a request is sent',
  async (retry) => {
    const { client, calls } = world(() => OK);
    await expect(client.call(browserContract.list, { retry: retry as number })).rejects.toThrow(
      'wrong options param: retry',
    );
    expect(calls).toHaveLength(0);
  },
);

test('retries of a call: long patience sends 15 times in total, with the short waits once, then 1, 2, 4 ... seconds', async () => {
  const { client, calls, waited } = world(() => 'silence');
  await failureOf(client.call(browserContract.list, { patience: 'long' }));
  expect(calls).toHaveLength(15);
  expect(waited).toEqual([300, 300, ...Array.from({ length: 12 }, (_, n) => 1_000 * 2 ** n)]);
});

test('retries of a call: renewals of captcha and bearer count among the 15 attempts and do not restart with each', async () => {
  let made = 0;
  const { client, calls } = world((seen, nth) => {
    if (seen.url.includes('captcha')) {
      made += 1;
      return { body: { captcha_token: `c${made}`, expires_in: 300 } };
    }
    return nth % 2 === 1 ? refusal('captcha_invalid') : 'silence';
  });
  await failureOf(client.call(browserContract.list, { patience: 'long' }));
  expect(made).toBe(3);
  expect(calls.length - made).toBeLessThanOrEqual(15);
});

test('an offline device gets no long waits', async () => {
  const { client, calls } = world(() => 'silence', undefined, { isOnline: () => false });
  await failureOf(client.call(browserContract.list, { patience: 'long' }));
  expect(calls).toHaveLength(3);
});

test('a wait is listed with its call and attempt, and cancelling it ends the call with its failure', async () => {
  const waits = makeWaitList({ nowMs: () => 5, after: () => () => undefined });
  const { client, calls } = world(() => 'silence', undefined, { waits: waits });
  const seen = new Promise<RetryWait>((resolve) => {
    waits.watch(([first]) => {
      if (first) resolve(first);
    });
  });
  const failure = failureOf(client.call(browserContract.list));
  const waiting = await seen;
  expect(waiting).toMatchObject({ sinceMs: 5, untilMs: 305, attempt: 1, call: '/drive/v1/files' });
  waiting.cancel();
  expect((await failure).errorName).toBe('unreachable');
  expect(calls).toHaveLength(1);
});

test('a call cancelled during a wait ends at once', async () => {
  const waits = makeWaitList({ nowMs: () => 0, after: () => () => undefined });
  const { client } = world(() => 'silence', undefined, { waits: waits });
  const control = new AbortController();
  waits.watch(([first]) => {
    if (first) control.abort(new Error('left'));
  });
  await expect(client.call(browserContract.list, { signal: control.signal })).rejects.toThrow('left');
});

test('a call asks every origin once before it repeats one', async () => {
  const { client, calls } = world(() => 'silence');
  await failureOf(client.call(browserContract.list, { retry: 1 }));
  expect(new Set(calls.map((seen) => new URL(seen.url).origin)).size).toBe(2);
});

test('the next call avoids a failed origin', async () => {
  const { client, calls } = world((seen) => (seen.url.startsWith('http://a.test') ? 'silence' : OK));
  for (let n = 0; n < 4; n += 1) await client.call(browserContract.list);
  expect(calls.filter((seen) => seen.url.startsWith('http://a.test'))).toHaveLength(1);
});

test('a request without an answer ends after the timeout', async () => {
  const hanging: typeof fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  const { client } = world(() => OK, undefined, { fetch: hanging, timeoutMs: 1 });
  expect((await failureOf(client.call(shareContract.open, { retry: 0 }))).errorName).toBe('unreachable');
});

function setUp() {
  const alarms: (() => void)[] = [];
  const made = makeWaitList({
    nowMs: () => 0,
    after: (_ms, run) => {
      alarms.push(run);
      return () => undefined;
    },
  });
  let now: readonly RetryWait[] = [];
  made.watch((waits) => {
    now = waits;
  });
  return { made, ring: () => alarms.shift()?.(), now: () => now };
}
const FACTS = { ms: 1_000, attempt: 1, failure: new Error('down') };

test('the list of waits has a repeated call until it ends', async () => {
  const { made, ring, now } = setUp();
  const callWaits = made.openCall('/x');
  const wait = callWaits.wait(FACTS);
  expect(now()).toMatchObject([{ call: '/x', isTrying: false, untilMs: 1_000 }]);
  ring();
  expect(await wait).toBe(true);
  expect(now()).toMatchObject([{ call: '/x', isTrying: true }]);
  callWaits.close();
  expect(now()).toEqual([]);
});

test('cancelling a wait ends the attempt under way with the failure, and there is no further wait', async () => {
  const { made, ring, now } = setUp();
  const callWaits = made.openCall('/x');
  const wait = callWaits.wait(FACTS);
  ring();
  await wait;
  now()[0]?.cancel();
  expect(callWaits.signal.reason).toBe(FACTS.failure);
  expect(await callWaits.wait(FACTS)).toBe(false);
});

test('cancelAll ends every wait', async () => {
  const { made, now } = setUp();
  const waits = [made.openCall('/x').wait(FACTS), made.openCall('/y').wait(FACTS)];
  expect(now()).toHaveLength(2);
  made.cancelAll();
  expect(await Promise.all(waits)).toEqual([false, false]);
  expect(now()).toEqual([]);
});

test('the signal of a call ends it before and during a wait', async () => {
  const { made } = setUp();
  const control = new AbortController();
  const callWaits = made.openCall('/x', control.signal);
  const wait = callWaits.wait(FACTS);
  control.abort(new Error('left'));
  await expect(wait).rejects.toThrow('left');
  await expect(callWaits.wait(FACTS)).rejects.toThrow('left');
  expect(made.openCall('/y', control.signal).signal.aborted).toBe(true);
});
