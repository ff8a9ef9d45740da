/**
 * Dates of HTTP header fields: writing one form, reading the three that RFC 9110 section 5.6.7 asks for.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = MONTHS.join('|');
const TIME = '(?<time>\\d{2}:\\d{2}:\\d{2})';
const FORMS = [
  new RegExp(`^[A-Z][a-z]{2}, (?<day>\\d{2}) (?<month>${MONTH}) (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]+day, (?<day>\\d{2})-(?<month>${MONTH})-(?<year>\\d{2}) ${TIME} GMT$`),
  new RegExp(`^[A-Z][a-z]{2} (?<month>${MONTH}) (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];
/** Two-digit years below this belong to the 2000s. */
const CENTURY_PIVOT = 70;

/** The form to send: `Sun, 06 Nov 1994 08:49:37 GMT`. Parts of a second are dropped. */
export function httpDate(epochMs: number): string {
  return new Date(epochMs).toUTCString();
}

/** Epoch ms of a header date; undefined when it is none. */
export function parseHttpDate(text: string): number | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (!groups) continue;
    const { day = '', month = '', year = '', time = '' } = groups;
    const fullYear = year.length === 2 ? Number(year) + (Number(year) < CENTURY_PIVOT ? 2000 : 1900) : Number(year);
    const date = [fullYear.toString().padStart(4, '0'), MONTHS.indexOf(month) + 1, Number(day)];
    const epochMs = Date.parse(`${date.map((part) => part.toString().padStart(2, '0')).join('-')}T${time}Z`);
    return Number.isNaN(epochMs) ? undefined : epochMs;
  }
  return undefined;
}
