/** Tables of separated values. */
import { expect, test } from 'vitest';
import { readCsv, separatorOf } from './csv.rules.ts';

const ALL = { rows: 1_000, columns: 100 };

test('values are separated by commas, semicolons or tabs', () => {
  expect(readCsv('a,b\n1,2\r\n', ALL).rows).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(readCsv('a;b\n1,5;2', ALL).rows).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  expect(separatorOf('a\tb\tc')).toBe('\t');
});

test.each([
  [
    'a|b|c\n1|2|3',
    [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
    ],
  ],
  [
    'Name;Preis\nBrot;1,50\nWein;12,90',
    [
      ['Name', 'Preis'],
      ['Brot', '1,50'],
      ['Wein', '12,90'],
    ],
  ],
  [
    '"a;b;c;d",x\n"e;f",y',
    [
      ['a;b;c;d', 'x'],
      ['e;f', 'y'],
    ],
  ],
  [
    '"two\nlines;;;",1\n"more;",2',
    [
      ['two\nlines;;;', '1'],
      ['more;', '2'],
    ],
  ],
  ['note\nno separators, but one', [['note'], ['no separators', ' but one']]],
  [
    'id\tname, first\n1\tAnna, Maria',
    [
      ['id', 'name, first'],
      ['1', 'Anna, Maria'],
    ],
  ],
])('the separator is the one that lines have equally often outside of quotes: %j', (text, rows) => {
  expect(readCsv(text, ALL).rows).toEqual(rows);
});

test.each([
  ['sep=;\r\na,b;c', [['a,b', 'c']]],
  ['sep=,\na;b,c', [['a;b', 'c']]],
  ['"sep=|"\n1|2', [['1', '2']]],
  ['SEP=\t\n1,5\t2', [['1,5', '2']]],
  ['sep=;', []],
  ['sep=;x', [['sep=', 'x']]],
])('a first line that names the separator is honoured and is no row: %j', (text, rows) => {
  expect(readCsv(text, ALL).rows).toEqual(rows);
});

test('quoted values may hold separators, lines and quotes', () => {
  expect(readCsv('"a, ""b""","c\nd"\nx,', ALL).rows).toEqual([['a, "b"', 'c\nd'], ['x']]);
});

test('a formula is text like any other', () => {
  expect(readCsv('=HYPERLINK("https://example.com"),@SUM(1)', ALL).rows[0]?.[0]).toBe(
    '=HYPERLINK("https://example.com")',
  );
});

test('rows and columns beyond the limits are cut, and an open quote ends with the text', () => {
  expect(readCsv('1\n2\n3', { rows: 2, columns: 5 })).toEqual({
    rows: [['1'], ['2']],
    hasMoreRows: true,
    hasMoreColumns: false,
  });
  expect(readCsv('1,2,3', { rows: 2, columns: 2 })).toEqual({
    rows: [['1', '2']],
    hasMoreRows: false,
    hasMoreColumns: true,
  });
  expect(readCsv('"open', ALL).rows).toEqual([['open']]);
});

test('a megabyte of quotes is read', () => {
  expect(readCsv('"'.repeat(1_000_000), ALL).rows.length).toBe(1);
});
