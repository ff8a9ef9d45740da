/**
 * Failures an isolate has heard of, in memory: a wrong password must not cost object calls. Every eighth of a subject is
 * told to its object, so that other isolates learn of a guesser. Bounded; a sign of risk, never the limit itself.
 */
export interface FailureLedger {
  /** Counts one. @returns how many of this subject should be told to its object now; 0 for none */
  add(subject: string, nowMs: number): number;
  /** All of the window. */
  count(subject: string, nowMs: number): number;
  /** Those of the window that no object has been told of. */
  untold(subject: string, nowMs: number): number;
}

/** Subjects that are remembered; the oldest windows go first. */
const MAX_SUBJECTS = 10_000;

interface Row {
  readonly untilMs: number;
  count: number;
  untold: number;
}

export function makeFailureLedger(windowMs: number, toldAt: number): FailureLedger {
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
        row = { untilMs: nowMs + windowMs, count: 0, untold: 0 };
        rows.set(subject, row);
        const oldest = rows.keys().next().value;
        if (rows.size > MAX_SUBJECTS && oldest !== undefined) rows.delete(oldest);
      }
      row.count += 1;
      row.untold += 1;
      if (row.untold < toldAt) return 0;
      const telling = row.untold;
      row.untold = 0;
      return telling;
    },
    count: (subject, nowMs) => live(subject, nowMs)?.count ?? 0,
    untold: (subject, nowMs) => live(subject, nowMs)?.untold ?? 0,
  };
}
