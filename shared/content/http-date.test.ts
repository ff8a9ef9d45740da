import fc from 'fast-check';
import { expect, test } from 'vitest';
import { httpDate, parseHttpDate } from './http-date.ts';

const NOV_1994_MS = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])(
  'the date form %s is read',
  (text) => {
    expect(parseHttpDate(text)).toBe(NOV_1994_MS);
  },
);

test.each(['', 'yesterday', '1994-11-06', 'Sun, 06 Nov 1994 08:49:37 +0100', 'Sun, 06 Nov 1994 25:49:37 GMT', '0'])(
  'the text "%s" is no header date',
  (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  },
);

test('a date that was sent is read back to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (epochMs) => {
      expect(parseHttpDate(httpDate(epochMs))).toBe(epochMs - (epochMs % 1000));
    }),
  );
});
