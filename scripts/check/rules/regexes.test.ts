import { expect, test } from 'vitest';
import { checkRegexes, patternsOf } from './regexes.ts';

const check = async (code: string, path = 'worker/edge/some.ts') =>
  (await checkRegexes(new Map([[path, code]]))).map(({ line, rule }) => [line, rule]);

test.each([
  ['a pair of repetitions that trade characters', 'export const A = /\\s*([^<]*?)\\s*</;'],
  ['a repetition of several characters that never ends', 'export const A = /<Part>([\\s\\S]*?)<\\/Part>/g;'],
  ['a nested repetition', 'export const A = /^(a+)+$/;'],
  ['a repetition before the end of the text', 'export const A = /x+$/;'],
  ['a pattern in a string', "export const A = new RegExp('^(a|a)*$');"],
])('the check refuses %s', async (_what, code) => {
  expect(await check(code)).toEqual([[1, 'regex']]);
});

test.each(['/^[a-z]+:[0-9]{1,5}$/', '/^\\/(?:drive|vip)\\/v1\\//', "/'/g", '/[\\p{Cc}--[\\t\\n]]/gv'])(
  'the check lets %s pass',
  async (literal) => {
    expect(await check(`export const A = ${literal};`)).toEqual([]);
  },
);

test('patterns of tests and of scripts that no stranger reaches are not looked at', () => {
  const code = 'export const A = /^(a+)+$/;';
  const paths = ['worker/a.test.ts', 'scripts/bench/a.ts', 'test/a.ts', 'client/a.gen.ts'];
  expect(patternsOf(new Map(paths.map((path) => [path, code])))).toEqual([]);
});

test('an exception that nothing needs any more is a fault itself', async () => {
  expect(await check('export const A = 1;', 'worker/services/mail/driver/binding-mailer.ts')).toEqual([
    [undefined, 'regex'],
  ]);
});
