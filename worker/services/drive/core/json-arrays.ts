/** Rows for SQL as JSON, which one statement reads with `json_each`: a value of a statement holds 2 MB at most. */

/** 500,000: every character of UTF-16 has three bytes of UTF-8 at most. */
const MAX_CHARS = 500_000;

/** @param rows  JSON of each row @returns arrays that a statement takes; a single longer row has one of its own */
export function jsonArrays(rows: readonly string[]): string[] {
  const arrays: string[] = [];
  let part: string[] = [];
  let chars = 0;
  for (const row of rows) {
    if (part.length > 0 && chars + row.length > MAX_CHARS) {
      arrays.push(`[${part.join(',')}]`);
      part = [];
      chars = 0;
    }
    part.push(row);
    chars += row.length;
  }
  if (part.length > 0) arrays.push(`[${part.join(',')}]`);
  return arrays;
}
