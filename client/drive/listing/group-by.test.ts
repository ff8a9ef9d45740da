import { expect, test } from 'vitest';
import { grouped } from './group-by.ts';

test('groups stand in the order of their first thing, things in their own', () => {
  const groups = grouped(['ox', 'ant', 'elk', 'ape', 'eel'], (name) => name[0]);
  expect([...groups]).toEqual([
    ['o', ['ox']],
    ['a', ['ant', 'ape']],
    ['e', ['elk', 'eel']],
  ]);
});
