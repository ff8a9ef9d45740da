/** Values in number formats. */
import { expect, test } from 'vitest';
import { cellText, formatCode, isoDateText, numberText, shortDateCode, truthText } from './number-format.ts';

const style = (code: string, language = 'en-US', is1904 = false) => ({ code, language, is1904 });
const shown = (value: number, code: string, language = 'en-US') => numberText(value, style(code, language));

test.each([
  [0.256, '0.0%', '25.6%'],
  [1234567.891, '#,##0.00', '1,234,567.89'],
  [-1234.5, '"$"#,##0.00_);[Red]("$"#,##0.00)', '($1,234.50)'],
  [12345, '0.00E+00', '1.23E+04'],
  [2.75, '# ?/?', '2 3/4'],
  [5, '0" days"', '5 days'],
  [0, '0;-0;"none"', 'none'],
  [0.1 + 0.2, 'General', '0.3'],
  [46_235, 'yyyy-mm-dd', '2026-08-01'],
  [46_235.5, 'd mmm yyyy h:mm AM/PM', '1 Aug 2026 12:00 PM'],
  [0.25, 'h:mm', '6:00'],
  [1.5, '[h]:mm:ss', '36:00:00'],
  [60, 'yyyy-mm-dd', '1900-02-29'],
])('%s in the format %s is %s', (value, code, expected) => {
  expect(shown(value, code)).toBe(expected);
});

test('decimal marks, groups and names of months are those of the language', () => {
  expect(shown(1234.5, '#,##0.00', 'ru').replace(/\s/g, ' ')).toBe('1 234,50');
  expect(shown(46_235, 'd mmmm', 'es')).toBe('1 agosto');
  expect(truthText(true, 'en-US')).toBe('TRUE');
});

test('formats are known by their number', () => {
  expect(shown(1234.5, formatCode(165, '[$€-407] #,##0.00', 'en-US'))).toBe('€ 1,234.50');
  expect(shown(0.5, formatCode(9, '', 'en-US'))).toBe('50%');
  expect(shown(1.5, formatCode(46, '', 'en-US'))).toBe('36:00:00');
  expect(shown(46_235, formatCode(14, '', 'en-US'))).toBe('8/1/2026');
  expect(shown(46_235, formatCode(14, '', 'uk'), 'uk')).toBe('01.08.2026');
  expect(['en-US', 'ru', 'ja', 'ko'].map(shortDateCode)).toEqual([
    'm/d/yyyy',
    'dd.mm.yyyy',
    'yyyy/mm/dd',
    'yyyy. m. d.',
  ]);
});

test('days of the system of 1904 are shown, and its durations stay', () => {
  expect(numberText(44_773, style('yyyy-mm-dd', 'en-US', true))).toBe('2026-08-01');
  expect(numberText(1.5, style('[h]:mm', 'en-US', true))).toBe('36:00');
});

test('a section for texts has words around the text', () => {
  expect(cellText('Ada', style('0;0;0;"Dear "@'))).toBe('Dear Ada');
  expect(cellText('Ada', style('0.00'))).toBe('Ada');
  expect(cellText('Ada', style('@'))).toBe('Ada');
});

test('a date that is written out is shown as a date', () => {
  expect(isoDateText('2026-08-01T00:00:00', style('yyyy-mm-dd'))).toBe('2026-08-01');
  expect(isoDateText('2026-08-01', style('General'))).toBe('8/1/2026');
  expect(isoDateText('soon', style('General'))).toBe('soon');
});

test('a format that is too long or no format leaves the number', () => {
  expect(formatCode(164, '0'.repeat(1_000_000), 'en-US')).toBe('General');
  for (const code of [
    '[',
    '"',
    '\\',
    '__proto__',
    'constructor',
    '0;0;0;0;0',
    '[>',
    'yyyy0',
    '?'.repeat(255),
    '#/'.repeat(100),
  ])
    expect(shown(12.5, code)).toEqual(expect.any(String));
  expect(shown(-5, 'yyyy')).toBe('-5');
  expect(shown(9e9, 'yyyy-mm-dd')).toBe('9000000000');
});
