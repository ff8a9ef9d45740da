import { expect, it } from 'vitest';
import { distinctNames } from './root-names.ts';

function rootsOf(names: readonly string[]) {
  return names.map((name, index) => ({ id: String(index), name }));
}

it('numbers equal names, whatever their case, and skips numbers that are taken', () => {
  const { names } = distinctNames(rootsOf(['Same.txt', 'same.TXT', 'Same(1).txt', 'Same.txt']));
  expect([...names.values()]).toEqual(['Same.txt', 'same(1).TXT', 'Same(1)(1).txt', 'Same(2).txt']);
});

it('names of the roots of a zip file tries about one name for each of a thousand equal ones', () => {
  const { names, tries } = distinctNames(rootsOf(Array.from({ length: 1_000 }, () => 'ü'.repeat(120))));
  expect([new Set(names.values()).size, tries]).toEqual([1_000, 999]);
});

it('names of the roots of a zip file tries few names where long ones are cut to the same', () => {
  const long = Array.from({ length: 500 }, (_, index) => `${'a'.repeat(250)}${1_000 + index}`);
  const { names, tries } = distinctNames(rootsOf([...long, ...long]));
  expect(new Set(names.values()).size).toBe(1_000);
  expect(tries).toBeLessThan(2_000);
});

it('names of the roots of a zip file gives changed names way to those that stay, whatever their order', () => {
  const { names } = distinctNames(rootsOf(['C:x', 'C_x', 'C?x', 'con.txt', 'end. ', 'end']));
  expect([...names].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name)).toEqual([
    'C_x(1)',
    'C_x',
    'C_x(2)',
    '_con.txt',
    'end(1)',
    'end',
  ]);
});
