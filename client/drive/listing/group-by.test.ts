import { expect, test } from 'vitest';
import { grouped } from './group-by.ts';

test('grouped keeps the order of first members, and of members in each group', () => {
  const groups = grouped(['ox', 'ant', 'elk', 'ape', 'eel'], (name) => name[0]);
  expect([...groups]).toEqual([
    ['o', ['ox']],
    ['a', ['ant', 'ape']],
    ['e', ['elk', 'eel']],
  ]);
});
