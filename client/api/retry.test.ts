import { describe, expect, test } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { failureOf, OK, refusal, world } from './client-fixture.ts';
import { makeWaitBoard, type Waiting } from './waits.ts';

describe('how often a call is sent', () => {
  test.each([0, 1, 4])('with retry %i: once and that often again, 300 ms apart', async (retry) => {
    const { client, calls, waited } = world(() => 'silence');
    await failureOf(client.call(driveContract.list, { retry }));
    expect(calls).toHaveLength(retry + 1);
    expect(waited).toEqual(Array(retry).fill(300));
  });

  test.each([5, -1, Number.NaN, '2'])('retry %s is refused before anything is sent', async (retry) => {
    const { client, calls } = world(() => OK);
    await expect(client.call(driveContract.list, { retry: retry as number })).rejects.toThrow(
      'wrong options param: retry',
    );
    expect(calls).toHaveLength(0);
  });

  test('with long patience: 15 times in total, the short waits once, then 1, 2, 4 ... seconds', async () => {
    const { client, calls, waited } = world(() => 'silence');
    await failureOf(client.call(driveContract.list, { patience: 'long' }));
    expect(calls).toHaveLength(15);
    expect(waited).toEqual([300, 300, ...Array.from({ length: 12 }, (_, n) => 1_000 * 2 ** n)]);
  });

  test('renewals of captcha and bearer count among the 15 and do not begin anew with each attempt', async () => {
    let made = 0;
    const { client, calls } = world((seen, nth) => {
      if (seen.url.includes('captcha')) {
        made += 1;
        return { body: { captcha_token: `c${made}`, expires_in: 300 } };
      }
      return nth % 2 === 1 ? refusal('captcha_invalid') : 'silence';
    });
    await failureOf(client.call(driveContract.list, { patience: 'long' }));
    expect(made).toBe(3);
    expect(calls.length - made).toBeLessThanOrEqual(15);
  });

  test('long waits are for a device that has a network', async () => {
    const { client, calls } = world(() => 'silence', undefined, { isOnline: () => false });
    await failureOf(client.call(driveContract.list, { patience: 'long' }));
    expect(calls).toHaveLength(3);
  });

  test('a wait is on the board with its call and attempt; ending it ends the call with its failure', async () => {
    const board = makeWaitBoard({ nowMs: () => 5, after: () => () => undefined });
    const { client, calls } = world(() => 'silence', undefined, { waits: board });
    const seen = new Promise<Waiting>((resolve) => {
      board.watch(([first]) => {
        if (first) resolve(first);
      });
    });
    const failure = failureOf(client.call(driveContract.list));
    const waiting = await seen;
    expect(waiting).toMatchObject({ sinceMs: 5, untilMs: 305, attempt: 1, call: '/drive/v1/files' });
    waiting.cancel();
    expect((await failure).errorName).toBe('unreachable');
    expect(calls).toHaveLength(1);
  });

  test('a call that is cancelled while it waits ends at once', async () => {
    const board = makeWaitBoard({ nowMs: () => 0, after: () => () => undefined });
    const { client } = world(() => 'silence', undefined, { waits: board });
    const control = new AbortController();
    board.watch(([first]) => {
      if (first) control.abort(new Error('left'));
    });
    await expect(client.call(driveContract.list, { signal: control.signal })).rejects.toThrow('left');
  });
});

describe('origins that fail', () => {
  test('one call asks each origin once before it asks one twice', async () => {
    const { client, calls } = world(() => 'silence');
    await failureOf(client.call(driveContract.list, { retry: 1 }));
    expect(new Set(calls.map((seen) => new URL(seen.url).origin)).size).toBe(2);
  });

  test('the next call goes past the one that failed', async () => {
    const { client, calls } = world((seen) => (seen.url.startsWith('http://a.test') ? 'silence' : OK));
    for (let n = 0; n < 4; n += 1) await client.call(driveContract.list);
    expect(calls.filter((seen) => seen.url.startsWith('http://a.test'))).toHaveLength(1);
  });

  test('a request that never ends is given up after its longest silence', async () => {
    const hanging: typeof fetch = (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const { client } = world(() => OK, undefined, { fetch: hanging, timeoutMs: 1 });
    expect((await failureOf(client.call(shareContract.open, { retry: 0 }))).errorName).toBe('unreachable');
  });
});

describe('the board of waits', () => {
  function board() {
    const alarms: (() => void)[] = [];
    const made = makeWaitBoard({
      nowMs: () => 0,
      after: (_ms, run) => {
        alarms.push(run);
        return () => undefined;
      },
    });
    let now: readonly Waiting[] = [];
    made.watch((waits) => {
      now = waits;
    });
    return { made, ring: () => alarms.shift()?.(), now: () => now };
  }
  const FACTS = { ms: 1_000, attempt: 1, failure: new Error('down') };

  test('keeps a call that is tried again until it ends', async () => {
    const { made, ring, now } = board();
    const seat = made.seat('/x');
    const wait = seat.wait(FACTS);
    expect(now()).toMatchObject([{ call: '/x', isTrying: false, untilMs: 1_000 }]);
    ring();
    expect(await wait).toBe(true);
    expect(now()).toMatchObject([{ call: '/x', isTrying: true }]);
    seat.leave();
    expect(now()).toEqual([]);
  });

  test('ends an attempt under way with the failure it waited for, and waits no more', async () => {
    const { made, ring, now } = board();
    const seat = made.seat('/x');
    const wait = seat.wait(FACTS);
    ring();
    await wait;
    now()[0]?.cancel();
    expect(seat.signal.reason).toBe(FACTS.failure);
    expect(await seat.wait(FACTS)).toBe(false);
  });

  test('ends every wait when the page is left', async () => {
    const { made, now } = board();
    const waits = [made.seat('/x').wait(FACTS), made.seat('/y').wait(FACTS)];
    expect(now()).toHaveLength(2);
    made.cancelAll();
    expect(await Promise.all(waits)).toEqual([false, false]);
    expect(now()).toEqual([]);
  });

  test('passes the call’s own end on, before a wait and in it', async () => {
    const { made } = board();
    const control = new AbortController();
    const seat = made.seat('/x', control.signal);
    const wait = seat.wait(FACTS);
    control.abort(new Error('left'));
    await expect(wait).rejects.toThrow('left');
    await expect(seat.wait(FACTS)).rejects.toThrow('left');
    expect(made.seat('/y', control.signal).signal.aborted).toBe(true);
  });
});
