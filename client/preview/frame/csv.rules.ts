/** Reads values that are separated by commas, semicolons or tabs (RFC 4180). Pure, linear in the text. */

export interface CsvLimits {
  readonly rows: number;
  readonly columns: number;
}

export interface CsvTable {
  readonly rows: readonly (readonly string[])[];
  /** There are more rows or columns than the limits allow. */
  readonly isCut: boolean;
}

/** The separator that the first line has most of. */
export function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const line = text.slice(0, end < 0 ? 10_000 : Math.min(end, 10_000));
  const counts = [',', ';', '\t'].map((one) => [line.split(one).length, one] as const);
  return counts.toSorted((a, b) => b[0] - a[0])[0]?.[1] ?? ',';
}

export function readCsv(text: string, limits: CsvLimits, separator = separatorOf(text)): CsvTable {
  const rows: string[][] = [];
  let row: string[] = [];
  let isCut = false;
  let at = 0;
  const put = (value: string) => {
    if (row.length < limits.columns) row.push(value);
    else isCut = true;
  };
  while (at < text.length) {
    if (rows.length >= limits.rows) return { rows, isCut: true };
    let value = '';
    if (text[at] === '"') {
      // A quoted value ends at a quote that no second one follows.
      at += 1;
      for (;;) {
        const end = text.indexOf('"', at);
        value += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"' || end < 0) break;
        value += '"';
        at += 1;
      }
    }
    let end = at;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    put(value + text.slice(at, end));
    at = end + 1;
    if (text[end] === separator && end + 1 < text.length) continue;
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    rows.push(row);
    row = [];
  }
  return { rows, isCut };
}
