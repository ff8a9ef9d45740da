import { expect, test } from 'vitest';
import { makePositions } from './positions.ts';

function storage(start = new Map<string, string>()) {
  return {
    getItem: (key: string) => start.get(key) ?? null,
    setItem: (key: string, text: string) => void start.set(key, text),
  };
}

test('the position of a page survives a new document', () => {
  const stored = storage();
  const positions = makePositions(() => stored);
  positions.store({ key: 'a', top: 700 });
  positions.store({ key: 'b', top: 20 });
  positions.store({ key: 'a', top: 900 });
  expect(makePositions(() => stored).topOf('a')).toBe(900);
  expect(positions.topOf('b')).toBe(20);
  expect(positions.topOf('never seen')).toBe(0);
});

test('only the last fifty positions are stored', () => {
  const stored = storage();
  const positions = makePositions(() => stored);
  for (let at = 0; at <= 50; at += 1) positions.store({ key: `k${at}`, top: at + 1 });
  expect([positions.topOf('k0'), positions.topOf('k1'), positions.topOf('k50')]).toEqual([0, 2, 51]);
});

test.each(['{', 'null', '{"a":1}'])('the stored text %s is ignored', (text) => {
  expect(makePositions(() => storage(new Map([['pp_scroll', text]]))).topOf('a')).toBe(0);
});

test('without storage positions last as long as the document', () => {
  const positions = makePositions(() => {
    throw new DOMException('no', 'SecurityError');
  });
  positions.store({ key: 'a', top: 5 });
  expect(positions.topOf('a')).toBe(5);
});
