import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { addPeople, countPeople, joinPeople, personDigest } from './people.ts';

function people(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, at) =>
    personDigest(
      createHash('sha256')
        .update(`person ${from + at}`)
        .digest(),
    ),
  );
}

test.each([0, 1, 2, 7, 48])('%i people are counted exactly, however often they come', (count) => {
  const once = addPeople('', people(0, count));
  expect(countPeople(addPeople(once, people(0, count)))).toBe(count);
});

test.each([49, 100, 300, 1_000, 5_000, 20_000])('%i people are estimated within a fifth', (count) => {
  const estimate = addPeople('', people(0, count));
  expect(estimate).toHaveLength(257);
  expect(Math.abs(countPeople(estimate) - count)).toBeLessThanOrEqual(count / 5);
  expect(addPeople(estimate, people(0, count))).toBe(estimate);
});

test.each([
  [0, 30, 20, 40],
  [0, 30, 20, 90],
  [0, 400, 300, 310],
  [0, 400, 200, 900],
])('two days, of people %i to %i and %i to %i, count each of them once in any order', (a, b, c, d) => {
  const [one, other] = [addPeople('', people(a, b)), addPeople('', people(c, d))];
  const all = addPeople('', people(a, Math.max(b, d)));
  expect(joinPeople(one, other)).toBe(all);
  expect(joinPeople(other, one)).toBe(all);
  expect(joinPeople(all, other)).toBe(all);
  expect(joinPeople('', one)).toBe(one);
});

test.each(['x', 'r', 'rAAAA', 'lABC', `r${'?'.repeat(256)}`])(
  'an estimate of people: %j is read without failing',
  (text) => {
    expect(countPeople(text)).toBe(0);
    expect(countPeople(addPeople(text, people(0, 3)))).toBeGreaterThan(0);
  },
);
