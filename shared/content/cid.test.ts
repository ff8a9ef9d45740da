import { expect, it } from 'vitest';
import { cidSpans } from './cid.ts';

it('content below 60 KiB is covered whole, empty content by nothing', () => {
  expect(cidSpans(0)).toEqual([]);
  expect(cidSpans(1)).toEqual([{ start: 0, end: 1 }]);
  expect(cidSpans(0xefff)).toEqual([{ start: 0, end: 0xefff }]);
});

it('larger content is covered by 20 KiB at its start, its third and its end', () => {
  expect(cidSpans(0xf000)).toEqual([
    { start: 0, end: 20_480 },
    { start: 20_480, end: 40_960 },
    { start: 40_960, end: 61_440 },
  ]);
  const [, middle, last] = cidSpans(1_000_001);
  expect(middle).toEqual({ start: 333_333, end: 353_813 });
  expect(last).toEqual({ start: 979_521, end: 1_000_001 });
});
