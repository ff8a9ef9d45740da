import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makePageStore } from './store.ts';

const page = (sizeBytes: number, bornMs = 0) => ({
  body: new Uint8Array(sizeBytes),
  headers: new Headers(),
  etag: '',
  bornMs,
});

test('a page is answered until it is too old', () => {
  const store = makePageStore({ maxBytes: 100_000, maxAgeMs: 8_000 });
  store.put('a', page(1_000, 5));
  expect(store.get('a', 8_004)).toBeDefined();
  expect(store.get('a', 8_005)).toBeUndefined();
});

test('the compressed form of a page is made once a content, not once a rendering', () => {
  const store = makePageStore({ maxBytes: 100_000, maxAgeMs: 8_000 });
  const formOf = (etag: string, bornMs: number) => {
    const rendered = { ...page(4_000, bornMs), etag };
    store.put('a', rendered);
    return store.formOf('a', rendered, 'br');
  };
  const first = formOf('one', 0);
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(brotliDecompressSync(first.body).length).toBe(4_000);
  expect(formOf('one', 8_000).body).toBe(first.body);
  expect(formOf('two', 16_000).body).not.toBe(first.body);
});

test('compressed forms count as memory', () => {
  const store = makePageStore({ maxBytes: 30_000, maxAgeMs: 8_000 });
  const first = { ...page(0), body: crypto.getRandomValues(new Uint8Array(9_000)) };
  store.put('a', first);
  const before = store.sizeBytes;
  const { body } = store.formOf('a', first, 'gzip');
  expect(store.sizeBytes).toBe(before + body.byteLength);
  store.put('b', page(9_000));
  expect(store.get('a', 1)).toBeUndefined();
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
