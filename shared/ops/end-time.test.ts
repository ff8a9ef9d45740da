import { expect, test } from 'vitest';
import { momentText, readEnd } from './end-time.ts';

test.each([
  ['2027-12-31', '2028-01-01T00:00:00.000Z'],
  ['2027-12-31T18:00', '2027-12-31T18:00:00.000Z'],
  ['2027-12-31 18:00:30', '2027-12-31T18:00:30.000Z'],
  ['2027-12-31T18:00Z', '2027-12-31T18:00:00.000Z'],
  ['2027-12-31T18:00+02:00', '2027-12-31T16:00:00.000Z'],
  ['2028-02-29', '2028-03-01T00:00:00.000Z'],
])('%s ends at %s', (text, end) => {
  expect(new Date(readEnd(text) ?? 0).toISOString()).toBe(end);
});

test.each(['', 'tomorrow', '2027', '2027-02-29', '2027-13-01', '2027-12-31T', '2027-12-31T25:00', '31.12.2027', '12'])(
  '"%s" is no end',
  (text) => {
    expect(readEnd(text)).toBeNull();
  },
);

test('a moment is written to the minute', () => {
  expect(momentText(Date.UTC(2027, 11, 31, 18, 5, 59))).toBe('2027-12-31 18:05 UTC');
});
