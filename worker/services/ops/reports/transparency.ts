/** Public figures about reported links, per quarter. */
import { unwrap } from '#shared/errors.ts';
import { type QuarterFigures, REPORT_REASONS, type ReportReason } from '#shared/share/reports.ts';
import { COUNTED_QUARTERS, COUNTS_FRESH_MS } from '../keys.ts';
import type { CaseCount } from './counts.store.ts';
import type { ReportDeps } from './deps.ts';
import { reportsOf } from './part.ts';

/** Newest first. @param counts  rows of whole quarters */
export function figuresOf(counts: readonly CaseCount[]): QuarterFigures[] {
  const quarters = [...new Set(counts.map(({ quarter }) => quarter))].sort((a, b) => b - a);
  return quarters.map((each) => {
    const sum = (kinds: readonly string[], reason?: ReportReason): number =>
      counts
        .filter((row) => row.quarter === each && kinds.includes(row.kind) && (!reason || row.reason === reason))
        .reduce((total, { n }) => total + n, 0);
    return {
      year: Math.floor(each / 4),
      quarter: (each % 4) + 1,
      reasons: REPORT_REASONS.map((reason) => ({
        reason,
        reports: sum(['report'], reason),
        closed: sum(['restrict', 'ban'], reason),
      })).filter(({ reports, closed }) => reports + closed > 0),
      leftOpen: sum(['none']),
      appeals: sum(['appeal']),
      reopened: sum(['restore']),
      upheld: sum(['uphold']),
    };
  });
}

/** Counts, cached in this isolate for a minute: visitors of the page cost no call to the object. */
export function makeCaseCounts(deps: Pick<ReportDeps, 'inbox' | 'clock'>) {
  let counts: readonly CaseCount[] = [];
  let loadedMs = Number.NEGATIVE_INFINITY;
  return async (): Promise<readonly CaseCount[]> => {
    const nowMs = deps.clock.nowMs();
    if (nowMs - loadedMs >= COUNTS_FRESH_MS) {
      counts = unwrap(await reportsOf(deps).caseCounts(COUNTED_QUARTERS)) as CaseCount[];
      loadedMs = nowMs;
    }
    return counts;
  };
}

export async function transparency({
  caseCounts,
}: {
  caseCounts(): Promise<readonly CaseCount[]>;
}): Promise<QuarterFigures[]> {
  return figuresOf(await caseCounts());
}
