import { expect, test } from 'vitest';
import { lateCalls } from './late-part.ts';

test('a call is one function at each look, loads its part once, and once more after a failure', async () => {
  let loads = 0;
  const { calls } = lateCalls(async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return { double: async (number: number) => 2 * number };
  });
  expect(calls.double).toBe(calls.double);
  await expect(calls.double(1)).rejects.toMatchObject({ errorName: 'unreachable' });
  expect(await Promise.all([calls.double(2), calls.double(3)])).toEqual([4, 6]);
  expect(loads).toBe(2);
});
