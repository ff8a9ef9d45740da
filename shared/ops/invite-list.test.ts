import { expect, test } from 'vitest';
import { GIB } from '#shared/units.ts';
import { MOST_LINES, readInviteList, reportCsv } from './invite-list.ts';

const GROUPS = [{ id: 'design', name: 'Design & Co' }];
const short = (text: string) =>
  readInviteList(text, GROUPS).lines.map(({ line, name, email, group, bytes, state, why }) => [
    line,
    name,
    email,
    group,
    bytes === null ? null : bytes / GIB,
    why || state,
  ]);

test('a list is read with and without a line of names, from commas, semicolons and tabs, with quotes', () => {
  expect(short('\u{feff}Name,Mail,Group,Storage\r\n"Ann, Lee",Ann@Example.com,design,1.5\r\n')).toEqual([
    [2, 'Ann, Lee', 'ann@example.com', 'design', 1.5, 'waits'],
  ]);
  expect(short('mail;storage\nann@example.com;2,5 GB')).toEqual([[2, '', 'ann@example.com', '', 2.5, 'waits']]);
  expect(short('Ann\tann@example.com\tDesign & Co\n\n')).toEqual([
    [1, 'Ann', 'ann@example.com', 'design', null, 'waits'],
  ]);
  expect(short('ann@example.com\nbob@example.com')).toEqual([
    [1, '', 'ann@example.com', '', null, 'waits'],
    [2, '', 'bob@example.com', '', null, 'waits'],
  ]);
  expect(short('"A ""B""\nC",ann@example.com\nBob,bob@example.com')[1]?.[0]).toBe(3);
  expect(short('')).toEqual([]);
});

test('a wrong line says why and stops no other; an address counts once', () => {
  expect(
    short('Ann,ann@\nBob,bob@example.com,sales\nCee,cee@example.com,,lots\nDee,dee@example.com\nD,DEE@example.com'),
  ).toEqual([
    [1, 'Ann', 'ann@', '', null, 'no mail address'],
    [2, 'Bob', 'bob@example.com', '', null, 'no group sales'],
    [3, 'Cee', 'cee@example.com', '', null, 'storage is no number of GB'],
    [4, 'Dee', 'dee@example.com', '', null, 'waits'],
    [5, 'D', 'dee@example.com', '', null, 'twice'],
  ]);
});

test('a quote that is not closed spoils its line alone', () => {
  const text = 'name,mail\n"Two\nlines",a@example.com\n"Open,b@example.com\nC,c@example.com\n"D, E",d@example.com';
  const { lines } = readInviteList(text, []);
  expect(lines.map(({ line, email, state, why }) => [line, email, why || state])).toEqual([
    [2, 'a@example.com', 'waits'],
    [4, '', 'a quote is not closed'],
    [5, 'c@example.com', 'waits'],
    [6, 'd@example.com', 'waits'],
  ]);
});

test('what passes the most of one list is counted, and its report is no formula', () => {
  const text = Array.from({ length: MOST_LINES + 3 }, (_, at) =>
    at % 2 ? `p${at}@example.com` : `"${'@'.repeat(40)}`,
  ).join('\n');
  expect(readInviteList(text, []).lines.length).toBeLessThanOrEqual(MOST_LINES);
  const good = Array.from({ length: MOST_LINES + 3 }, (_, at) => `P,p${at}@example.com`).join('\n');
  const { lines, left } = readInviteList(good, []);
  expect([lines.length, left]).toEqual([MOST_LINES, 3]);
  const cells = { line: 1, name: '=1+1', email: '+a@b.c', group: '', gigabytes: '', result: 'wrong: -x', link: '' };
  expect(reportCsv([cells], true)).toContain(`"1","'=1+1","'+a@b.c","","","wrong: -x",""`);
});

test('names of columns are read up to the fiftieth', () => {
  const head = (before: number) => `${'x,'.repeat(before)}mail\n${','.repeat(before)}ann@example.com`;
  expect(short(head(49))).toEqual([[2, '', 'ann@example.com', '', null, 'waits']]);
  expect(short(head(50))[0]).toContain('no mail address');
});
