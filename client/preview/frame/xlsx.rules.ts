/** Cells of a spreadsheet: columns, dates. Pure. Source: ECMA-376 part 1, 18.8.30 and 18.17.4. */

const DAY_MS = 86_400_000;
/** Serial 25,569 is 1 January 1970. */
const UNIX_SERIAL = 25_569;
/** Serial of the year 9999. */
const LAST_SERIAL = 2_958_466;

/** Index from 0 of a cell's column: `B7` is 1. Null where there is none. */
export function columnOf(cell: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A format without texts in quotes, conditions in brackets and escaped letters. */
function patternOf(code: string): string {
  let pattern = '';
  let closing = '';
  for (let at = 0; at < code.length; at += 1) {
    const letter = code.charAt(at);
    if (closing !== '') closing = letter === closing ? '' : closing;
    else if (letter === '"') closing = '"';
    else if (letter === '[') closing = ']';
    else if (letter === '\\') at += 1;
    else pattern += letter;
  }
  return pattern;
}

/** Whether numbers of a format are dates. @param code  of a format of the file's own */
export function isDateFormat(id: number, code: string): boolean {
  if ((id >= 14 && id <= 22) || (id >= 45 && id <= 47)) return true;
  const pattern = patternOf(code);
  return /[ymdhs]/i.test(pattern) && !/[0#?]/.test(pattern.replace(/s\.0+/gi, ''));
}

/** `2026-08-01`, with the time where there is one; the number itself where it is no date. */
export function serialDate(serial: number): string {
  if (!(serial >= 0 && serial < LAST_SERIAL)) return String(serial);
  const text = new Date(Math.round((serial - UNIX_SERIAL) * DAY_MS)).toISOString();
  if (serial < 1) return text.slice(11, 16);
  return Number.isInteger(serial) ? text.slice(0, 10) : `${text.slice(0, 10)} ${text.slice(11, 16)}`;
}
