import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkFunctionLength, MAX_FUNCTION_LINES } from './function-length.ts';

/** A body of `lines` lines, braces included. */
function body(lines: number): string {
  return `{\n${'call();\n'.repeat(lines - 2)}}`;
}

function linesReported(text: string, path = 'client/drive/drive.actions.ts'): (number | undefined)[] {
  return checkFunctionLength([readSource(path, text)]).map(({ line }) => line);
}

test.each([
  ['function', `\nfunction f() ${body(MAX_FUNCTION_LINES + 1)}`],
  ['closure', `\nexport const f = () => ${body(MAX_FUNCTION_LINES + 1)};`],
  ['method', `class A {\nf() ${body(MAX_FUNCTION_LINES + 1)} }`],
])('a %s of 121 lines is reported', (_, text) => {
  expect(linesReported(text)).toEqual([2]);
});

test('a closure whose inner function is too long is reported twice', () => {
  expect(linesReported(`function f() {\nfunction g() ${body(MAX_FUNCTION_LINES + 1)}\n}`)).toEqual([1, 2]);
});

test('a function of 120 lines and a long test pass', () => {
  expect(linesReported(`function f() ${body(MAX_FUNCTION_LINES)}`)).toEqual([]);
  expect(linesReported(`test('x', () => ${body(200)});`, 'client/drive/drive.test.ts')).toEqual([]);
});
