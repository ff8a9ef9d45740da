import { describe, expect, it } from 'vitest';
import { interleave, spreadOf } from './rounds.ts';

describe('rounds', () => {
  it('meet every target in turn and throw the first meeting away', async () => {
    const met: string[] = [];
    const figures = await interleave([{ name: 'a' }, { name: 'b' }], 2, async ({ name }, isWarmUp) => {
      met.push(isWarmUp ? `(${name})` : name);
      return { value: isWarmUp ? 1_000 : met.length };
    });
    expect(met).toEqual(['(a)', '(b)', 'a', 'b', 'a', 'b']);
    expect(figures.get('a')).toEqual({ value: { median: 4, min: 3, max: 5 } });
  });

  it('take the middle, or the mean of the two middles', () => {
    expect(spreadOf([9, 1, 5]).median).toBe(5);
    expect(spreadOf([1, 2, 4, 9]).median).toBe(3);
  });
});
