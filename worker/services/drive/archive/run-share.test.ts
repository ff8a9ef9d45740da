import { expect, it } from 'vitest';
import { makeRunShare } from './run-share.ts';

it('the share of a run begins with its first step, however long the way to it was', () => {
  let nowMs = 0;
  const share = makeRunShare({ nowMs: () => nowMs }, 100);
  nowMs = 5_000;
  expect(share.isUsed()).toBe(false);
  share.moved();
  nowMs = 5_100;
  share.moved();
  expect(share.isUsed()).toBe(false);
  nowMs = 5_101;
  expect(share.isUsed()).toBe(true);
});
