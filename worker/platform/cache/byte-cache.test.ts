import { expect, test } from 'vitest';
import { makeByteCache } from './byte-cache.ts';

/** Asks for keys by turns and caches missing ones. @returns the share that was answered from memory in the last round */
function hitsByTurns(keys: number, fitting: number, rounds: number): number {
  const cache = makeByteCache<string>(fitting * 10);
  let hits = 0;
  for (let round = 0; round < rounds; round += 1) {
    hits = 0;
    for (let key = 0; key < keys; key += 1) {
      if (cache.get(`key ${key}`) !== undefined) hits += 1;
      else cache.set(`key ${key}`, 'value', 10);
    }
  }
  return hits / keys;
}

test.each([
  [100, 100, 1],
  [120, 100, 0.6],
  [150, 100, 0.5],
  [1_000, 250, 0.2],
])('of %i keys by turns, %i of which fit, at least %f are answered from memory', (keys, fitting, least) => {
  expect(hitsByTurns(keys, fitting, 12)).toBeGreaterThanOrEqual(least);
});

test('a key that becomes popular takes the place of one that is not', () => {
  const cache = makeByteCache<number>(30);
  for (const key of ['a', 'b', 'c']) {
    cache.get(key);
    cache.set(key, 1, 10);
  }
  const ask = (): number | undefined => {
    const known = cache.get('popular');
    if (known === undefined) cache.set('popular', 2, 10);
    return known;
  };
  const answers = Array.from({ length: 4 }, ask);
  expect(answers.at(-1)).toBe(2);
});

test('the bytes of all entries stay within the bound, also when one grows or is larger than all', () => {
  const cache = makeByteCache<string>(100);
  for (let key = 0; key < 50; key += 1) {
    cache.get(`${key}`);
    cache.get(`${key}`);
    cache.set(`${key}`, 'x', 10 + key);
  }
  const cached = Array.from({ length: 50 }, (_, key) => key).filter((key) => cache.get(`${key}`) !== undefined);
  expect(cached.reduce((sum, key) => sum + 10 + key, 0)).toBeLessThanOrEqual(100);
  expect(cache.set('larger', 'x', 101)).toBe(false);
  expect(cache.get('larger')).toBeUndefined();
});

test('what was asked for long ago is evicted', () => {
  const cache = makeByteCache<number>(10);
  for (let times = 0; times < 100; times += 1) cache.get('old');
  cache.set('old', 1, 10);
  for (let times = 0; times < 400_000; times += 1) cache.get(`other ${times % 1_000}`);
  for (let times = 0; times < 12; times += 1) cache.get('new');
  expect(cache.set('new', 2, 10)).toBe(true);
});
