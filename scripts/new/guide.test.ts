import { expect, test } from 'vitest';
import { applyGuide, strangeLines } from './guide.ts';

const FILE = ['one', 'two', 'three', 'four', 'five', ''].join('\n');

function applied(...lines: string[]): Record<string, string> {
  const markdown = ['Text.', '```diff', ...lines, '```', 'More.', ''].join('\n');
  return Object.fromEntries(applyGuide(markdown, (path) => (path === 'a.ts' ? FILE : undefined)));
}

test('hunks change a file between the lines that they name', () => {
  const changed = applied('# a.ts', ' one', '-two', '+2', ' three', ' four', '+4 and a half', ' five');
  expect(changed).toEqual({ 'a.ts': 'one\n2\nthree\nfour\n4 and a half\nfive\n' });
});

test('one line between two changes belongs to both', () => {
  expect(applied('# a.ts', ' one', '+more', ' two', '+again', ' three')['a.ts']).toMatch(
    /^one\nmore\ntwo\nagain\nthree\n/,
  );
});

test('a diff of a file that does not exist makes it', () => {
  expect(applied('# b.ts', '+one', '+', '+two')).toEqual({ 'b.ts': 'one\n\ntwo\n' });
});

test.each([
  ['a line that the file does not have', ['# a.ts', ' one', '+new', ' three'], 'nowhere'],
  ['a new file that exists', ['# a.ts', '+one'], 'exists'],
  ['a change of a file that does not exist', ['# b.ts', ' one', '+two'], 'does not exist'],
])('%s is refused', (_, lines, message) => {
  expect(() => applied(...lines)).toThrow(message);
});

test('a quoted line that its file does not have is found', () => {
  const markdown = '```ts\n// a.ts\ntwo\nsix\n```\n';
  expect(strangeLines(markdown, () => FILE)).toEqual(['a.ts: six']);
});
