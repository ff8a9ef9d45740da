import { expect, it } from 'vitest';
import { type Result, succeed } from '#shared/errors.ts';
import { makeLoadCache, NOT_FOUND } from './cache.ts';

const LIMITS = { entries: 3, bytes: 1_000, concurrentLoads: 2 };

function held(): { load: () => Promise<Result<string>>; give(text: string): void; fail(): void; calls(): number } {
  let calls = 0;
  const { promise, resolve, reject } = Promise.withResolvers<Result<string>>();
  return {
    load: () => {
      calls += 1;
      return promise;
    },
    give: (text) => resolve(succeed(text)),
    fail: () => reject(new Error('gone')),
    calls: () => calls,
  };
}

it('a text is loaded once for all waiting callers, and cached', async () => {
  const cache = makeLoadCache(LIMITS);
  const fetch = held();
  const all = Array.from({ length: 50 }, () => cache.load('a', fetch.load, () => true));
  fetch.give('page');
  expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, () => succeed('page')));
  expect(fetch.calls()).toBe(1);
  expect(cache.get('a')).toBe('page');
});

it('a text that is stale after its load is not cached', async () => {
  const cache = makeLoadCache(LIMITS);
  await cache.load(
    'a',
    async () => succeed('old'),
    () => false,
  );
  expect(cache.get('a')).toBeUndefined();
});

it('the next waiting caller loads when the first one was aborted', async () => {
  const cache = makeLoadCache(LIMITS);
  const first = held();
  const lost = cache.load('a', first.load, () => true);
  const next = cache.load(
    'a',
    async () => succeed('mine'),
    () => true,
  );
  first.fail();
  await expect(lost).rejects.toThrow('gone');
  expect(await next).toEqual(succeed('mine'));
});

it('the least used text is evicted beyond the limits of entries and bytes', async () => {
  const cache = makeLoadCache(LIMITS);
  for (const key of ['a', 'b', 'c'])
    await cache.load(
      key,
      async () => succeed(key),
      () => true,
    );
  cache.get('a');
  await cache.load(
    'd',
    async () => succeed('d'),
    () => true,
  );
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key) ?? '-')).toEqual(['a', '-', 'c', 'd']);
  await cache.load(
    'large',
    async () => succeed('x'.repeat(499)),
    () => true,
  );
  expect(cache.get('a')).toBeUndefined();
  await cache.load(
    'huge',
    async () => succeed('x'.repeat(501)),
    () => true,
  );
  expect(cache.get('huge')).toBeUndefined();
});

it('the load cache: unknown ids never evict texts', async () => {
  const cache = makeLoadCache(LIMITS);
  await cache.load(
    'page',
    async () => succeed('page'),
    () => true,
  );
  for (let i = 0; i < 50; i++)
    await cache.load(
      `no${i}`,
      async () => succeed(NOT_FOUND),
      () => true,
    );
  expect(cache.get('page')).toBe('page');
  expect(cache.get('no49')).toBe(NOT_FOUND);
  expect(cache.get('no0')).toBeUndefined();
});

it('the load cache finds the text that was used last of those that contain a part', async () => {
  const cache = makeLoadCache(LIMITS);
  const add = (key: string, text: string) =>
    cache.load(
      key,
      async () => succeed(text),
      () => true,
    );
  await add('first', 'a b');
  await add('second', 'b c');
  expect(cache.find('b')).toEqual({ key: 'second', text: 'b c' });
  cache.get('first');
  expect(cache.find('b')?.key).toBe('first');
  expect(cache.find('d')).toBeUndefined();
});

it('concurrent loads are limited', async () => {
  const cache = makeLoadCache(LIMITS);
  const fetches = Array.from({ length: 6 }, held);
  const all = fetches.map((fetch, i) => cache.load(`k${i}`, fetch.load, () => true));
  expect(fetches.filter((fetch) => fetch.calls() > 0)).toHaveLength(2);
  for (const fetch of fetches) fetch.give('x');
  await Promise.all(all);
  expect(fetches.every((fetch) => fetch.calls() === 1)).toBe(true);
});
