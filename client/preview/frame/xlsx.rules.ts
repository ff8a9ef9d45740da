/** Parts of a spreadsheet: columns, formulas, and hidden parts. Pure. Source: ECMA-376 part 1, 18.3. */

/** Longest text of a formula that is shown. */
const MAX_FORMULA_CHARS = 8_192;
/** Columns of a spreadsheet. */
const MAX_COLUMNS = 16_384;

/** Index from 0 of a cell's column: `B7` is 1. Null where there is none. */
export function columnOf(cell: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The letters of a column: 27 is `AB`. */
export function lettersOf(column: number): string {
  const first = column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '';
  return first + String.fromCharCode(65 + (column % 26));
}

/** A formula as it is typed. One that is shared with another cell has no text of its own. */
export function formulaText(formula: string): string {
  return `=${formula === '' ? '…' : formula.slice(0, MAX_FORMULA_CHARS)}`;
}

/** Whether an attribute says yes. */
export function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}

export interface ColumnRange {
  /** Counted from 1, both included, as in the file. */
  readonly min: number;
  readonly max: number;
}

/** Indexes from 0 of the hidden columns below a limit. */
export function hiddenColumnsOf(ranges: readonly ColumnRange[], limit: number): ReadonlySet<number> {
  const hidden = new Set<number>();
  const end = Math.min(limit, MAX_COLUMNS);
  for (const { min, max } of ranges.slice(0, MAX_COLUMNS)) {
    if (!(min >= 1 && max >= min)) continue;
    // A later range over the same columns adds none: the set is never larger than the limit.
    for (let column = Math.floor(min) - 1; column < Math.min(max, end); column += 1) hidden.add(column);
    if (hidden.size >= end) break;
  }
  return hidden;
}
