import { expect, test } from 'vitest';
import { GIB } from '#shared/units.ts';
import { gigabytesText, readGigabytes } from './gigabytes.ts';

test('amounts are typed as GB with decimals, and refused where they are no number', () => {
  for (const [typed, bytes] of [
    ['50', 50 * GIB],
    [' 1.5 ', 1.5 * GIB],
    ['0,25', 0.25 * GIB],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1e9', null],
    ['1.2345', null],
    ['1048577', null],
  ] as const)
    expect([typed, readGigabytes(typed)]).toEqual([typed, bytes]);
  expect(gigabytesText(1.5 * GIB)).toBe('1.5 GB');
});
