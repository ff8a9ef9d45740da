/** Where pictures are drawn: days or months one below the other, each a heading and lines of square tiles. Pure; px. */
import type { PhotoMonth } from '#shared/drive/photos/photos.contract.ts';
import { DAY_MS } from '#shared/units.ts';

/** Pictures under one heading. */
export interface PhotoGroup {
  /** The beginning of the day or month, as if clocks showed UTC; epoch ms. */
  readonly ms: number;
  /** Of its first picture among all. */
  readonly start: number;
  readonly count: number;
}

/** @param isByMonth  one heading a month; else a day */
export function groupsOf(months: readonly PhotoMonth[], isByMonth: boolean): PhotoGroup[] {
  const groups: PhotoGroup[] = [];
  let start = 0;
  const add = (ms: number, count: number) => {
    groups.push({ ms, start, count });
    start += count;
  };
  for (const { month, count, days } of months) {
    const ms = Date.parse(`${month}-01T00:00:00Z`);
    if (isByMonth) add(ms, count);
    else for (let day = days.length - 1; day >= 0; day -= 1) if (days[day]) add(ms + day * DAY_MS, days[day] ?? 0);
  }
  return groups;
}

export const countOf = (groups: readonly PhotoGroup[]): number => {
  const last = groups.at(-1);
  return last ? last.start + last.count : 0;
};

export const GAP_PX = 3;
export const HEADING_PX = 48;
const GROUP_GAP_PX = 8;

export interface GroupLayout {
  readonly columns: number;
  /** Side of a tile. */
  readonly side: number;
  /** Of each group. */
  readonly tops: readonly number[];
  readonly height: number;
}

/** @param wanted  side of a tile, at least about */
export function layoutOf(groups: readonly PhotoGroup[], width: number, wanted: number): GroupLayout {
  const columns = Math.max(1, Math.floor((width + GAP_PX) / (wanted + GAP_PX)));
  const side = (width - (columns - 1) * GAP_PX) / columns;
  let top = 0;
  const tops = groups.map(({ count }) => {
    const at = top;
    top += HEADING_PX + Math.ceil(count / columns) * (side + GAP_PX) + GROUP_GAP_PX;
    return at;
  });
  return { columns, side, tops, height: top };
}

/** Index of the last number that is not above `value`; 0 where all are. The numbers rise. */
export function lastUpTo(length: number, at: (index: number) => number, value: number): number {
  let low = 0;
  let high = length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (at(middle) <= value) low = middle;
    else high = middle;
  }
  return low;
}

export const groupAt = (groups: readonly PhotoGroup[], index: number): number =>
  lastUpTo(groups.length, (at) => groups[at]?.start ?? 0, index);

export interface TilePlace {
  readonly top: number;
  readonly left: number;
}

/** Of a picture, from the beginning of the list. */
export function placeOf(groups: readonly PhotoGroup[], layout: GroupLayout, index: number): TilePlace {
  const group = groupAt(groups, index);
  const at = index - (groups[group]?.start ?? 0);
  const { columns, side, tops } = layout;
  return {
    top: (tops[group] ?? 0) + HEADING_PX + Math.floor(at / columns) * (side + GAP_PX),
    left: (at % columns) * (side + GAP_PX),
  };
}

export interface DrawnGroup extends PhotoGroup {
  readonly group: number;
  readonly top: number;
  /** Pictures that are drawn. */
  readonly from: number;
  readonly to: number;
}

/** Groups that a part of the list touches, each with the pictures there. */
export function drawnBetween(
  groups: readonly PhotoGroup[],
  { columns, side, tops }: GroupLayout,
  from: number,
  to: number,
): DrawnGroup[] {
  const drawn: DrawnGroup[] = [];
  const line = side + GAP_PX;
  for (let group = lastUpTo(tops.length, (at) => tops[at] ?? 0, from); group < groups.length; group += 1) {
    const top = tops[group] ?? 0;
    const one = groups[group];
    if (!one || top > to) break;
    const tiles = top + HEADING_PX;
    const first = Math.max(0, Math.floor((from - tiles) / line)) * columns;
    const last = Math.max(0, Math.ceil((to - tiles) / line)) * columns;
    drawn.push({
      ...one,
      group,
      top,
      from: one.start + Math.min(first, one.count),
      to: one.start + Math.min(last, one.count),
    });
  }
  return drawn;
}

/** The picture that a key leads to: up and down keep the column across headings. Null for another key. */
export function nextPhoto(
  key: string,
  now: number,
  groups: readonly PhotoGroup[],
  { columns }: GroupLayout,
  lines: number,
): number | null {
  const last = countOf(groups) - 1;
  const to = (index: number) => Math.min(last, Math.max(0, index));
  const group = groupAt(groups, now);
  const { start = 0, count = 0 } = groups[group] ?? {};
  const at = now - start;
  const column = at % columns;
  switch (key) {
    case 'ArrowRight':
      return to(now + 1);
    case 'ArrowLeft':
      return to(now - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    case 'PageDown':
      return to(now + lines * columns);
    case 'PageUp':
      return to(now - lines * columns);
    case 'ArrowDown': {
      if (Math.floor(at / columns) < Math.floor((count - 1) / columns))
        return Math.min(now + columns, start + count - 1);
      const below = groups[group + 1];
      return below ? below.start + Math.min(column, below.count - 1) : now;
    }
    case 'ArrowUp': {
      if (at >= columns) return now - columns;
      const above = groups[group - 1];
      if (!above) return now;
      const line = Math.floor((above.count - 1) / columns) * columns;
      return above.start + Math.min(line + column, above.count - 1);
    }
    default:
      return null;
  }
}
