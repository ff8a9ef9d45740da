import { expect, test } from 'vitest';
import { insideTerms, piecesOfLine } from './inside-line.ts';

test('a long line begins shortly before its first match, at a word where the script has spaces', () => {
  const terms = insideTerms('"annual report" type:text');
  expect(terms).toEqual(['annual report']);
  expect(piecesOfLine('The Annual Report is due.', terms)).toEqual(['The ', 'Annual Report', ' is due.']);
  expect(piecesOfLine('Nobody had ever seen anything like the Annual Report of 2026.', terms)).toEqual([
    '…anything like the ',
    'Annual Report',
    ' of 2026.',
  ]);
  expect(piecesOfLine('これは来年の予算について話し合うために開かれた会議の記録です', insideTerms('会議'))).toEqual([
    '…来年の予算について話し合うために開かれた',
    '会議',
    'の記録です',
  ]);
  // A sign that turns the direction would turn what follows the line.
  expect(piecesOfLine('a\u202eb', [])).toEqual(['ab']);
});
