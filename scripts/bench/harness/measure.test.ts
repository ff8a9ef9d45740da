import { expect, it } from 'vitest';
import { interleave, spreadOf } from './measure.ts';

it('rounds run every target in turn and do not count the first round', async () => {
  const met: string[] = [];
  const figures = await interleave([{ name: 'a' }, { name: 'b' }], 2, async ({ name }, isWarmUp) => {
    met.push(isWarmUp ? `(${name})` : name);
    return { value: isWarmUp ? 1_000 : met.length };
  });
  expect(met).toEqual(['(a)', '(b)', 'a', 'b', 'a', 'b']);
  expect(figures.get('a')).toEqual({ value: { median: 4, min: 3, max: 5 } });
});

it('a spread has the middle value, or the mean of the two middle ones', () => {
  expect(spreadOf([9, 1, 5]).median).toBe(5);
  expect(spreadOf([1, 2, 4, 9]).median).toBe(3);
});
