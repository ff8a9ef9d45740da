/**
 * Values of cells in the number format of their style, as spreadsheets show them. The one place that uses its package.
 * @source ECMA-376 part 1, 18.8.30 and 18.8.31
 */
import { format, isDateFormat } from 'numfmt';

/** Longest format that spreadsheets save. A longer one is no format. */
const MAX_CODE_CHARS = 255;
/** Longest text of a cell that is put into a format. */
const MAX_TEXT_CHARS = 32_767;
/** Days from the first day of the one date system to that of the other. */
const DAYS_1904 = 1_462;
/** Serial 25,569 is 1 January 1970. */
const UNIX_SERIAL = 25_569;
const DAY_MS = 86_400_000;
/** A day and a month of one digit: the language shows whether it puts a zero before them. */
const SAMPLE = new Date(Date.UTC(2006, 1, 3));
/** A currency with a language: the marks of numbers stay those of the reader. */
const MONEY = /\[\$([^\]"-]{1,20})-[0-9A-F]{1,8}\]/gi;

/**
 * Formats without a code in the file, by number. `date`: the short date of the language. Money has no sign where the file
 * names none.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0_);(#,##0)',
  6: '#,##0_);[Red](#,##0)',
  7: '#,##0.00_);(#,##0.00)',
  8: '#,##0.00_);[Red](#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'date',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'date h:mm',
  ...Object.fromEntries([27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, 'date'])),
  32: 'h:mm',
  33: 'h:mm:ss',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '#,##0_);(#,##0);"-"_);@_)',
  42: '#,##0_);(#,##0);"-"_);@_)',
  43: '#,##0.00_);(#,##0.00);"-"??_);@_)',
  44: '#,##0.00_);(#,##0.00);"-"??_);@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** The short date of a language as a format: `d/m/yyyy`. */
export function shortDateCode(language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'short' }).formatToParts(SAMPLE);
  const codeOf = ({ type, value }: Intl.DateTimeFormatPart): string => {
    if (type === 'year') return 'yyyy';
    if (type === 'month') return value.length > 1 ? 'mm' : 'm';
    if (type === 'day') return value.length > 1 ? 'dd' : 'd';
    return value.replace(/[^./ -]/g, '');
  };
  return parts.map(codeOf).join('').trim();
}

/** The format of a style. @param code  as the file says; '' where it says none */
export function formatCode(id: number, code: string, language: string): string {
  const found = code === '' ? (BUILT_IN[id] ?? 'General') : code;
  if (found.length > MAX_CODE_CHARS) return 'General';
  return code === '' ? found.replace('date', shortDateCode(language)) : found.replace(MONEY, '"$1"');
}

export interface NumberStyle {
  /** Of formatCode. */
  readonly code: string;
  readonly language: string;
  /** Days are counted from 1904. */
  readonly is1904: boolean;
}

function formatted(code: string, value: number | string | boolean, language: string): string {
  try {
    return format(code, value, { locale: language, throws: true, dateSpanLarge: false }).trim();
  } catch {
    return String(value);
  }
}

/** Whether a format counts days, and not hours that have passed. */
function isDay(code: string): boolean {
  try {
    return isDateFormat(code) && !/\[(?:h+|m+|s+)\]/i.test(code);
  } catch {
    return false;
  }
}

export function numberText(value: number, { code, language, is1904 }: NumberStyle): string {
  return formatted(code, is1904 && isDay(code) ? value + DAYS_1904 : value, language);
}

/** A text of a cell; its format may add words around it. */
export function cellText(text: string, { code, language }: NumberStyle): string {
  return code.includes('@') && code !== '@' && text.length <= MAX_TEXT_CHARS ? formatted(code, text, language) : text;
}

export function truthText(value: boolean, language: string): string {
  return formatted('General', value, language);
}

/** A date that the file writes out (ISO 8601). */
export function isoDateText(text: string, style: NumberStyle): string {
  const ms = Date.parse(/\dT\d/.test(text) && !/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text);
  if (Number.isNaN(ms)) return text;
  const code = isDay(style.code) ? style.code : formatCode(text.includes('T') ? 22 : 14, '', style.language);
  return formatted(code, ms / DAY_MS + UNIX_SERIAL, style.language);
}
