import { expect, test } from 'vitest';
import { lineEndOf, withLineEnds } from './line-ends.ts';

test.each([
  ['', '\n'],
  ['a\nb\nc', '\n'],
  ['a\r\nb\r\n', '\r\n'],
  ['a\rb\rc', '\r'],
  ['a\r\nb\nc\nd', '\n'],
  ['a\r\nb\r\nc\nd', '\r\n'],
])('the end of most lines of %j is %j', (text, end) => {
  expect(lineEndOf(text)).toBe(end);
});

test('a file of another system that is edited and saved keeps the ends of its lines', () => {
  const text = '\ufeffone\r\n\r\ntwo\r\n';
  const shown = withLineEnds(text, '\n');
  expect(shown).toBe('\ufeffone\n\ntwo\n');
  expect(withLineEnds(shown, lineEndOf(text))).toBe(text);
});
