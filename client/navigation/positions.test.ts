import { expect, test } from 'vitest';
import { makePositions } from './positions.ts';

function storage(start = new Map<string, string>()) {
  return {
    getItem: (key: string) => start.get(key) ?? null,
    setItem: (key: string, text: string) => void start.set(key, text),
  };
}

test('a page is found where it was left, in the next document too', () => {
  const kept = storage();
  const positions = makePositions(() => kept);
  positions.keep({ key: 'a', top: 700 });
  positions.keep({ key: 'b', top: 20 });
  positions.keep({ key: 'a', top: 900 });
  expect(makePositions(() => kept).topOf('a')).toBe(900);
  expect(positions.topOf('b')).toBe(20);
  expect(positions.topOf('never seen')).toBe(0);
});

test('only the last fifty are kept', () => {
  const kept = storage();
  const positions = makePositions(() => kept);
  for (let at = 0; at <= 50; at += 1) positions.keep({ key: `k${at}`, top: at + 1 });
  expect([positions.topOf('k0'), positions.topOf('k1'), positions.topOf('k50')]).toEqual([0, 2, 51]);
});

test.each(['{', 'null', '{"a":1}'])('what else stands in storage (%s) is no position', (text) => {
  expect(makePositions(() => storage(new Map([['pp_scroll', text]]))).topOf('a')).toBe(0);
});

test('without storage it is remembered as long as the document', () => {
  const positions = makePositions(() => {
    throw new DOMException('no', 'SecurityError');
  });
  positions.keep({ key: 'a', top: 5 });
  expect(positions.topOf('a')).toBe(5);
});
