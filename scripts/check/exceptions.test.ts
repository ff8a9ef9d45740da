import { expect, test } from 'vitest';
import { exceptionsText, prunedExceptions, readExceptions, withExceptions } from './exceptions.ts';
import type { Finding } from './finding.ts';

function found(path: string, times: number, rule = 'glossary'): Finding[] {
  return Array.from({ length: times }, (_, at) => ({ path, line: at + 1, rule, message: 'a word' }));
}

function listOf(text: string, rule = 'glossary') {
  return readExceptions(new Map([[`scripts/check/exceptions/${rule}.txt`, text]]));
}

test('a listed file may break the rule exactly as often as its entry allows', () => {
  expect(withExceptions(found('client/a.ts', 3), listOf('client/a.ts 3\n'))).toEqual([]);
});

test('a file that is not listed, and one with more than is listed, are reported', () => {
  expect(withExceptions(found('client/b.ts', 1), listOf('client/a.ts\n')).map(({ path }) => path)).toContain(
    'client/b.ts',
  );
  expect(withExceptions(found('client/a.ts', 3), listOf('client/a.ts 2\n'))).toHaveLength(3);
});

test('advice is reported beside every list, and takes no entry', () => {
  const advice = found('client/a.ts', 1, 'size').map((each) => ({ ...each, isAdvice: true }));
  expect(withExceptions(advice, listOf('', 'size'))).toEqual(advice);
  expect(withExceptions(advice, listOf('client/a.ts\n', 'size'))).toHaveLength(2);
});

test('an entry of a clean file, of a deleted file and with too large a count is reported', () => {
  for (const times of [0, 1]) {
    const findings = withExceptions(found('client/a.ts', times), listOf('client/a.ts 2\n'));
    expect(findings.map(({ message }) => message)).toEqual([expect.stringContaining('npm run prune')]);
  }
});

test('a rule of a group has a list named by both', () => {
  expect(withExceptions(found('client/a.ts', 1, 'import/feature'), listOf('client/a.ts\n', 'import-feature'))).toEqual(
    [],
  );
});

test('a count of a finding is the count of the list', () => {
  const folder = { path: 'client/drive', count: 30, rule: 'folder-size', message: '30 files' };
  expect(withExceptions([folder], listOf('client/drive 30\n', 'folder-size'))).toEqual([]);
  expect(withExceptions([folder], listOf('client/drive 29\n', 'folder-size'))).toHaveLength(1);
});

test('pruning lowers and removes entries, adds none, and keeps the order', () => {
  const findings = [...found('client/a.ts', 1), ...found('client/c.ts', 5), ...found('client/d.ts', 2)];
  const lists = prunedExceptions(findings, listOf('client/d.ts 2\nclient/a.ts 4\nclient/b.ts\nclient/c.ts 3\n'));
  expect(exceptionsText(lists.get('glossary') ?? new Map())).toBe('client/a.ts\nclient/c.ts 3\nclient/d.ts 2\n');
});

test('pruning resolves a path that a merge listed twice', () => {
  const lists = prunedExceptions(found('client/a.ts', 2), listOf('client/a.ts 4\nclient/a.ts 3\n'));
  expect(exceptionsText(lists.get('glossary') ?? new Map())).toBe('client/a.ts 2\n');
});

test('pruning moves the entry of a renamed file', () => {
  const renames = new Map([['client/a.ts', 'client/b.ts']]);
  const lists = prunedExceptions(found('client/b.ts', 2), listOf('client/a.ts 2\n'), renames);
  expect(exceptionsText(lists.get('glossary') ?? new Map())).toBe('client/b.ts 2\n');
});
