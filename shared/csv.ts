/** Lines of CSV files that spreadsheets open (RFC 4180). Pure. */

/**
 * Text that begins so is a formula to a spreadsheet, also in signs of full width, and also behind a separator: a spreadsheet that expects
 * that one divides the cell there.
 */
const FORMULA = /(^|[;|\t]\s*)(?=[=+\-@\t\r\n＝＋－＠])/gu;

/** Every cell is quoted; text that would be a formula begins with an apostrophe, which spreadsheets do not show. */
export function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => `"${cell.replace(FORMULA, "$1'").replaceAll('"', '""')}"`);
  return `${quoted.join(',')}\r\n`;
}
