/** Lines of CSV files that spreadsheets open (RFC 4180). Pure. */

/** A cell that begins so is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r\n]/u;

/** Every cell is quoted; one that would be a formula begins with an apostrophe, which spreadsheets do not show. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}
