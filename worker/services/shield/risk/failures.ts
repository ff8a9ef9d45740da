/**
 * Failures that this isolate has counted, in memory: a wrong password must not cost object calls. Every eighth failure of a
 * subject is reported to its object, so that other isolates see a guesser. Bounded; a sign of risk, never the limit itself.
 */
export interface FailureLedger {
  /** Counts one. @returns how many failures of this subject to report to its object now; 0 for none */
  add(subject: string, nowMs: number): number;
  /** All failures of the window. */
  count(subject: string, nowMs: number): number;
  /** Failures of the window that were not reported to an object. */
  unreported(subject: string, nowMs: number): number;
}

/** Subjects held at most; the oldest windows are deleted first. */
const MAX_SUBJECTS = 10_000;

interface Row {
  readonly untilMs: number;
  count: number;
  unreported: number;
}

export function makeFailureLedger(windowMs: number, reportedAt: number): FailureLedger {
  const rows = new Map<string, Row>();
  const live = (subject: string, nowMs: number): Row | undefined => {
    const row = rows.get(subject);
    if (!row || row.untilMs > nowMs) return row;
    rows.delete(subject);
    return undefined;
  };
  return {
    add(subject, nowMs) {
      let row = live(subject, nowMs);
      if (!row) {
        row = { untilMs: nowMs + windowMs, count: 0, unreported: 0 };
        rows.set(subject, row);
        const oldest = rows.keys().next().value;
        if (rows.size > MAX_SUBJECTS && oldest !== undefined) rows.delete(oldest);
      }
      row.count += 1;
      row.unreported += 1;
      if (row.unreported < reportedAt) return 0;
      const reported = row.unreported;
      row.unreported = 0;
      return reported;
    },
    count: (subject, nowMs) => live(subject, nowMs)?.count ?? 0,
    unreported: (subject, nowMs) => live(subject, nowMs)?.unreported ?? 0,
  };
}
