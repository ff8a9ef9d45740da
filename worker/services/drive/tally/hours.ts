/** Sums of hours, pure: what batches add to the hour that is summed up, and the hours that end by it. */
import { HOUR_MS } from '#shared/units.ts';
import type { StoredEntry } from './sums.ts';
import type { OpenHour } from './tally.store.ts';

interface Flush {
  readonly atMs: number;
  readonly entries: readonly StoredEntry[];
}

/** @param flushes  in the order of their arrival; a clock that was set back counts into the open hour */
export function addToHours(
  first: OpenHour | null,
  flushes: readonly Flush[],
): { readonly ended: readonly OpenHour[]; readonly open: OpenHour | null } {
  const ended: OpenHour[] = [];
  let open = first;
  if (!open) return { ended, open };
  for (const { atMs, entries } of flushes) {
    const hour = Math.max(Math.floor(atMs / HOUR_MS), open.hour);
    if (hour > open.hour) {
      ended.push(open);
      open = { hour, total: 0 };
    }
    open = { hour, total: entries.reduce((sum, [, amount]) => sum + amount, open.total) };
  }
  return { ended, open };
}
