import { expect, it } from 'vitest';
import { makeLinePace } from './line-pace.ts';

it('thirty lines of an event are admitted in a minute, and the number of the others is returned once after it', () => {
  const pace = makeLinePace();
  const admitted = Array.from({ length: 100 }, (_, n) => pace.admit('a', n)).filter(Boolean);
  expect(admitted).toHaveLength(30);
  expect(pace.admit('b', 50)).toBe(true);
  expect(pace.takeLeftOut(59_999)).toEqual([]);
  expect(pace.takeLeftOut(60_000)).toEqual([{ event: 'a', lines: 70 }]);
  expect(pace.takeLeftOut(120_000)).toEqual([]);
  expect(pace.admit('a', 120_001)).toBe(true);
});
