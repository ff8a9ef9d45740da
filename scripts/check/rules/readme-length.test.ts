import { expect, test } from 'vitest';
import { checkReadmeLength, MAX_README_LINES } from './readme-length.ts';

function readme(path: string, lines: number): Map<string, string> {
  return new Map([[path, 'text\n'.repeat(lines)]]);
}

test('a module README of 41 lines is reported', () => {
  expect(checkReadmeLength(readme('worker/edge/README.md', MAX_README_LINES + 1))).toHaveLength(1);
});

test('a module README of 40 lines and a long README of the repository pass', () => {
  expect(checkReadmeLength(readme('worker/edge/README.md', MAX_README_LINES))).toEqual([]);
  expect(checkReadmeLength(readme('README.md', 200))).toEqual([]);
});
