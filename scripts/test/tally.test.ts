import { expect, test } from 'vitest';
import { describeFailures, filesToRunAgain, settle, sumOf, type Tally } from './tally.ts';

const failure = (name: string) => ({ name, reason: `${name} was 1\nat ${name}.ts:2` });

const tally = (failures: Readonly<Record<string, readonly string[]>>, extra = 0): Tally => ({
  passed: 10,
  failed: Object.values(failures).flat().length + extra,
  skipped: 1,
  troubled: Object.entries(failures).map(([file, failed]) => ({ file, passed: 4, failed: failed.map(failure) })),
});

test('runs are summed with their troubled files', () => {
  const a = tally({ 'test/browser/a.test.ts': ['one'] });
  expect(sumOf([a, tally({})])).toEqual({ passed: 20, failed: 1, skipped: 2, troubled: a.troubled });
});

test('browser files run again', () => {
  expect(filesToRunAgain(tally({ 'test/browser/a.test.ts': ['one', 'two'], 'test/browser/b.test.ts': ['x'] }))).toEqual(
    ['test/browser/a.test.ts', 'test/browser/b.test.ts'],
  );
});

test.each([
  ['nothing failed', tally({})],
  ['a lost file is no accident', tally({ 'test/faults/crash-test.test.ts': ['one'] })],
  ['beside a failure elsewhere', tally({ 'test/browser/a.test.ts': ['one'], 'test/flow/b.test.ts': ['two'] })],
  ['an error outside of any file', tally({ 'test/browser/a.test.ts': ['one'] }, 1)],
  ['too many', tally(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`test/browser/${name}.test.ts`, ['x']])))],
])('nothing runs again: %s', (_, first) => {
  expect(filesToRunAgain(first)).toEqual([]);
});

test('failures are named with their reasons', () => {
  const outcome = sumOf([tally({ 'worker/a.test.ts': ['one'] }), tally({}), tally({ 'test/flow/b.test.ts': ['two'] })]);
  expect(describeFailures(outcome)).toBe(
    'failed: worker/a.test.ts > one\n    one was 1\n    at one.ts:2\nfailed: test/flow/b.test.ts > two\n    two was 1\n    at two.ts:2\n',
  );
  expect(describeFailures(tally({}))).toBe('');
});

test('what the second run says of a file takes the place of what the first said', () => {
  const first = tally({ 'test/browser/a.test.ts': ['one'] });
  expect(settle(first, { passed: 5, failed: 0, skipped: 0, troubled: [] })).toEqual({
    passed: 11,
    failed: 0,
    skipped: 1,
    troubled: [],
  });
  const again = { file: 'test/browser/a.test.ts', passed: 3, failed: [failure('one'), failure('two')] };
  expect(settle(first, { passed: 3, failed: 2, skipped: 0, troubled: [again] })).toEqual({
    passed: 9,
    failed: 2,
    skipped: 1,
    troubled: [again],
  });
});
