import { expect, test } from 'vitest';
import { figuresOf } from './transparency.ts';

const row = (quarter: number, kind: string, reason: string, n: number) => ({ quarter, kind, reason, n });

test('figures of a quarter sum up reports, closures and objections, newest quarter first', () => {
  const [newest, older, ...none] = figuresOf([
    row(8106, 'report', 'spam', 1),
    row(8107, 'report', 'spam', 4),
    row(8107, 'report', 'copyright', 2),
    row(8107, 'restrict', 'copyright', 1),
    row(8107, 'ban', 'copyright', 1),
    row(8107, 'ban', 'malware', 3),
    row(8107, 'none', 'spam', 5),
    row(8107, 'appeal', 'copyright', 2),
    row(8107, 'restore', 'copyright', 1),
    row(8107, 'uphold', 'copyright', 1),
  ]);
  expect(newest).toEqual({
    year: 2026,
    quarter: 4,
    reasons: [
      { reason: 'copyright', reports: 2, closed: 2 },
      { reason: 'malware', reports: 0, closed: 3 },
      { reason: 'spam', reports: 4, closed: 0 },
    ],
    leftOpen: 5,
    appeals: 2,
    reopened: 1,
    upheld: 1,
  });
  expect([older?.year, older?.quarter, none]).toEqual([2026, 3, []]);
});

test('without counts there are no figures', () => {
  expect(figuresOf([])).toEqual([]);
});
