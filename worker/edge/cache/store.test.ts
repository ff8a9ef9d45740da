import { expect, test } from 'vitest';
import { makePageStore } from './store.ts';

const page = (sizeBytes: number, bornMs = 0) => ({
  body: new Uint8Array(sizeBytes),
  headers: new Headers(),
  etag: '',
  bornMs,
});

test('a page is answered until it is too old, and then takes no memory', () => {
  const store = makePageStore({ maxBytes: 100_000, maxAgeMs: 8_000 });
  store.put('a', page(1_000, 5));
  expect(store.get('a', 8_004)).toBeDefined();
  expect(store.get('a', 8_005)).toBeUndefined();
  expect(store.sizeBytes).toBe(0);
});

test('the least recently asked page leaves first, and the limit holds', () => {
  const store = makePageStore({ maxBytes: 30_000, maxAgeMs: 8_000 });
  for (const key of ['a', 'b', 'c']) store.put(key, page(7_000));
  store.get('a', 1);
  store.put('d', page(7_000));
  expect(['a', 'b', 'c', 'd'].filter((key) => store.get(key, 1))).toEqual(['a', 'c', 'd']);
  expect(store.sizeBytes).toBeLessThanOrEqual(30_000);
});

test('a page put again counts once', () => {
  const store = makePageStore({ maxBytes: 100_000, maxAgeMs: 8_000 });
  store.put('a', page(1_000));
  const before = store.sizeBytes;
  store.put('a', page(1_000));
  expect(store.sizeBytes).toBe(before);
});

test('a page larger than everything is not kept and throws nothing out', () => {
  const store = makePageStore({ maxBytes: 20_000, maxAgeMs: 8_000 });
  store.put('a', page(1_000));
  store.put('huge', page(50_000));
  expect(store.get('huge', 1)).toBeUndefined();
  expect(store.get('a', 1)).toBeDefined();
});
