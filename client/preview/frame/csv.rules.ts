/** Reads values that are separated by commas, semicolons, tabs or vertical bars (RFC 4180). Pure, linear in the text. */

export interface CsvLimits {
  readonly rows: number;
  readonly columns: number;
}

export interface CsvTable {
  readonly rows: readonly (readonly string[])[];
  /** There are more than the limits allow. */
  readonly hasMoreRows: boolean;
  readonly hasMoreColumns: boolean;
}

/** Where two are equally likely the first one counts: a comma may be part of a number. */
const SEPARATORS: readonly string[] = ['\t', ';', ',', '|'];
/** Lines and letters that are looked at for a separator. */
const LOOK = { lines: 20, chars: 20_000 };

/** A first line that names the separator, as spreadsheets write it. */
const NAMED = /^"?sep=([^\r\n])"?(?:\r\n?|\n|$)/i;

/** How often each separator is in the first lines; those within quotes do not count. A quoted value may have lines of its own. */
function countLines(text: string): number[][] {
  const counts: number[][] = [];
  let line = SEPARATORS.map(() => 0);
  let isQuoted = false;
  const length = Math.min(text.length, LOOK.chars);
  for (let at = 0; at < length && counts.length < LOOK.lines; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '\n') {
      counts.push(line);
      line = SEPARATORS.map(() => 0);
    } else {
      const index = SEPARATORS.indexOf(letter ?? '');
      if (index >= 0) line[index] = (line[index] ?? 0) + 1;
    }
  }
  if (counts.length < LOOK.lines && length === text.length) counts.push(line);
  return counts.length > 0 ? counts : [line];
}

/** The separator that most of the first lines have as often as the first line; of those, the one that it has most of. */
export function separatorOf(text: string): string {
  const lines = countLines(text);
  let best = { separator: ',', equal: 0, count: 0 };
  for (const [index, separator] of SEPARATORS.entries()) {
    const count = lines[0]?.[index] ?? 0;
    const equal = lines.filter((line) => line[index] === count).length;
    if (count > 0 && (equal > best.equal || (equal === best.equal && count > best.count)))
      best = { separator, equal, count };
  }
  return best.separator;
}

/** @param given  separator of the format; left out where the text shows it */
export function readCsv(whole: string, limits: CsvLimits, given?: string): CsvTable {
  const [line = '', named] = NAMED.exec(whole) ?? [];
  const text = whole.slice(line.length);
  const separator = named ?? given ?? separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let hasMoreColumns = false;
  let at = 0;
  const put = (value: string) => {
    if (row.length < limits.columns) row.push(value);
    else hasMoreColumns = true;
  };
  while (at < text.length) {
    if (rows.length >= limits.rows) return { rows, hasMoreRows: true, hasMoreColumns };
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
  return { rows, hasMoreRows: false, hasMoreColumns };
}
