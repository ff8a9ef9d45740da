import { describe, expect, it } from 'vitest';
import { type Result, succeed } from '#shared/errors.ts';
import { makePulled, NOTHING } from './cache.ts';

const LIMITS = { entries: 3, bytes: 1_000, flights: 2 };

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

describe('what was pulled', () => {
  it('is fetched once for everybody who waits, and kept', async () => {
    const pulled = makePulled(LIMITS);
    const fetch = held();
    const all = Array.from({ length: 50 }, () => pulled.pull('a', fetch.load, () => true));
    fetch.give('page');
    expect(await Promise.all(all)).toEqual(Array.from({ length: 50 }, () => succeed('page')));
    expect(fetch.calls()).toBe(1);
    expect(pulled.get('a')).toBe('page');
  });

  it('is not kept when it was stale on arrival', async () => {
    const pulled = makePulled(LIMITS);
    await pulled.pull(
      'a',
      async () => succeed('old'),
      () => false,
    );
    expect(pulled.get('a')).toBeUndefined();
  });

  it('is fetched by the next who waits when the first one went away', async () => {
    const pulled = makePulled(LIMITS);
    const first = held();
    const lost = pulled.pull('a', first.load, () => true);
    const next = pulled.pull(
      'a',
      async () => succeed('mine'),
      () => true,
    );
    first.fail();
    await expect(lost).rejects.toThrow('gone');
    expect(await next).toEqual(succeed('mine'));
  });

  it('forgets the least used beyond its number and its bytes', async () => {
    const pulled = makePulled(LIMITS);
    for (const key of ['a', 'b', 'c'])
      await pulled.pull(
        key,
        async () => succeed(key),
        () => true,
      );
    pulled.get('a');
    await pulled.pull(
      'd',
      async () => succeed('d'),
      () => true,
    );
    expect(['a', 'b', 'c', 'd'].map((key) => pulled.get(key) ?? '-')).toEqual(['a', '-', 'c', 'd']);
    await pulled.pull(
      'large',
      async () => succeed('x'.repeat(499)),
      () => true,
    );
    expect(pulled.get('a')).toBeUndefined();
    await pulled.pull(
      'huge',
      async () => succeed('x'.repeat(501)),
      () => true,
    );
    expect(pulled.get('huge')).toBeUndefined();
  });

  it('never lets nonsense push out what people read', async () => {
    const pulled = makePulled(LIMITS);
    await pulled.pull(
      'page',
      async () => succeed('page'),
      () => true,
    );
    for (let i = 0; i < 50; i++)
      await pulled.pull(
        `no${i}`,
        async () => succeed(NOTHING),
        () => true,
      );
    expect(pulled.get('page')).toBe('page');
    expect(pulled.get('no49')).toBe(NOTHING);
    expect(pulled.get('no0')).toBeUndefined();
  });

  it('fetches no more than so many things at a time', async () => {
    const pulled = makePulled(LIMITS);
    const fetches = Array.from({ length: 6 }, held);
    const all = fetches.map((fetch, i) => pulled.pull(`k${i}`, fetch.load, () => true));
    expect(fetches.filter((fetch) => fetch.calls() > 0)).toHaveLength(2);
    for (const fetch of fetches) fetch.give('x');
    await Promise.all(all);
    expect(fetches.every((fetch) => fetch.calls() === 1)).toBe(true);
  });
});
