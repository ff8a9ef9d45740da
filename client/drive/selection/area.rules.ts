/**
 * Rows that an area covers, by the positions of lines and columns, so that rows that are not drawn count too. Pure; px from the
 * beginning of the list.
 */

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Positions: lines from top to bottom, each with the same columns from first to last. */
export interface Layout {
  /** Rows in the whole list. */
  readonly count: number;
  readonly lines: readonly Span[];
  /** Start of the list in the coordinates of the lines; default: 0. */
  readonly origin?: number;
  readonly columns: readonly Span[];
}

/** The area between two points, in any order. */
export function areaOf(a: { x: number; y: number }, b: { x: number; y: number }): Area {
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  };
}

/** Index of the first span that ends behind a position; their number when none does. */
function firstBehind(spans: readonly Span[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Indices of the rows that the area touches, in order. */
export function coveredBy(area: Area, { count, lines, columns, origin = 0 }: Layout): number[] {
  const covered: number[] = [];
  const touched = columns.flatMap(({ start, end }, column) => (end > area.left && start < area.right ? [column] : []));
  for (let line = firstBehind(lines, area.top + origin); line < lines.length; line += 1) {
    if ((lines[line]?.start ?? 0) >= area.bottom + origin) break;
    for (const column of touched) {
      const index = line * columns.length + column;
      if (index < count) covered.push(index);
    }
  }
  return covered;
}

/** The selection while an area is drawn. @param mode  `toggle` inverts the old selection, `add` keeps it, `only` drops it */
export function selectedBy(
  before: ReadonlySet<string>,
  covered: readonly string[],
  mode: 'only' | 'add' | 'toggle',
): ReadonlySet<string> {
  if (mode === 'only') return new Set(covered);
  const ids = new Set(before);
  for (const id of covered) {
    if (mode === 'toggle' && before.has(id)) ids.delete(id);
    else ids.add(id);
  }
  return ids;
}
