import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('quotes, commas and line breaks stay in their cell', () => {
  expect(csvLine(['a', 'say "hi", you', 'one\ntwo'])).toBe('"a","say ""hi"", you","one\ntwo"\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠A'])(
  'a cell %j is no formula',
  (cell) => {
    expect(csvLine([cell])).toBe(`"'${cell}"\r\n`);
  },
);

it('a cell has no formula behind the separator of another spreadsheet', () => {
  expect(csvLine(['a;=1', 'b; @x|+2', 'c\t-3', 'd; e = f-g'])).toBe(`"a;'=1","b; '@x|'+2","c\t'-3","d; e = f-g"\r\n`);
});
