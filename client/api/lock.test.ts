import { describe, expect, test } from 'vitest';
import { ApiError } from './errors.ts';
import { type LockPort, makeLock, makePageLocks } from './lock.ts';

/** The browser's lock manager as its standard says: a queue for each name, over all tabs. */
function fakeManager(): LockPort {
  const queues = new Map<string, (() => void)[]>();
  return {
    request(name, { signal }, work) {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      return new Promise((resolve, reject) => {
        const run = () => {
          signal?.removeEventListener('abort', leave);
          work()
            .then(resolve, reject)
            .finally(() => {
              queue.shift();
              queue[0]?.();
            });
        };
        const leave = () => {
          queue.splice(queue.indexOf(run), 1);
          reject(new DOMException('aborted', 'AbortError'));
        };
        signal?.addEventListener('abort', leave, { once: true });
        queue.push(run);
        if (queue.length === 1) run();
      });
    },
  };
}

async function localError(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`);
  expect([error.errorName, error.code]).toEqual(['local', 8001]);
  return error.message;
}

describe.each([
  ['the browser’s locks', fakeManager],
  ['this page alone', makePageLocks],
])('a lock of %s', (_name, makePort) => {
  test('a lock has one holder at a time and passes to the next in order', async () => {
    const port = makePort();
    const order: string[] = [];
    const first = await makeLock('x', port).acquire();
    const second = makeLock('x', port)
      .acquire()
      .then((held) => {
        order.push('second');
        return held;
      });
    const third = makeLock('x', port)
      .acquire()
      .then((held) => {
        order.push('third');
        return held;
      });
    const other = await makeLock('y', port).acquire();
    order.push('first ends');
    first.release();
    (await second).release();
    (await third).release();
    other.release();
    expect(order).toEqual(['first ends', 'second', 'third']);
  });

  test('a lock timeout fails with local, and the next waiter still gets the lock', async () => {
    const port = makePort();
    const held = await makeLock('x', port).acquire();
    expect(await localError(makeLock('x', port).acquire({ timeout: 1 }))).toBe('lock time-out');
    const next = makeLock('x', port).acquire({ timeout: 60_000 });
    held.release();
    (await next).release();
    (await makeLock('x', port).acquire({ timeout: 0 })).release();
  });

  test('a lock with an endless timeout does not fail at once', async () => {
    const port = makePort();
    const held = await makeLock('x', port).acquire();
    const next = makeLock('x', port).acquire({ timeout: Number.POSITIVE_INFINITY });
    const early = makeLock('x', port).acquire({ timeout: 5 });
    expect(await localError(early)).toBe('lock time-out');
    held.release();
    (await next).release();
  });

  test.each(['5', null, Number.NaN, {}])('a lock refuses the timeout %j', async (timeout) => {
    const wrong = { timeout: timeout as number };
    await expect(makeLock('x', makePort()).acquire(wrong)).rejects.toThrow('wrong options param: timeout');
  });
});
