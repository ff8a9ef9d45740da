/** Counts of reports and decisions by quarter. They outlive the cases; triggers count each row in the transaction that writes it. */

/** Years times four plus 0 to 3, of epoch milliseconds in UTC. */
const quarterOf = (atMs: string): string =>
  `(CAST(strftime('%Y', ${atMs} / 1000, 'unixepoch') AS INTEGER) * 4 +
    (CAST(strftime('%m', ${atMs} / 1000, 'unixepoch') AS INTEGER) - 1) / 3)`;

const UPSERT = 'ON CONFLICT (quarter, kind, reason) DO UPDATE SET n = n + 1';

/** Counts what is stored already, then each further row. */
export const CASE_COUNTS_TABLE = `
  CREATE TABLE case_counts (
    quarter INTEGER NOT NULL,           -- year * 4 + (0 to 3), UTC
    kind TEXT NOT NULL,                 -- report | appeal | the act of a decision
    reason TEXT NOT NULL,               -- of the report, or the ground of the decision
    n INTEGER NOT NULL,
    PRIMARY KEY (quarter, kind, reason)
  ) WITHOUT ROWID;
  INSERT INTO case_counts
    SELECT ${quarterOf('at_ms')}, 'report', reason, count(*) FROM reports WHERE taken = 1 GROUP BY 1, 3
    UNION ALL SELECT ${quarterOf('at_ms')}, act, ground, count(*) FROM decisions GROUP BY 1, 2, 3
    UNION ALL SELECT ${quarterOf('appealed_ms')}, 'appeal', ground, count(*) FROM decisions WHERE appealed_ms > 0 GROUP BY 1, 3;
  CREATE TRIGGER case_counts_reports AFTER UPDATE OF taken ON reports WHEN NEW.taken = 1 AND OLD.taken = 0 BEGIN
    INSERT INTO case_counts VALUES (${quarterOf('NEW.at_ms')}, 'report', NEW.reason, 1) ${UPSERT};
  END;
  CREATE TRIGGER case_counts_decisions AFTER INSERT ON decisions BEGIN
    INSERT INTO case_counts VALUES (${quarterOf('NEW.at_ms')}, NEW.act, NEW.ground, 1) ${UPSERT};
  END;
  CREATE TRIGGER case_counts_appeals AFTER UPDATE OF appealed_ms ON decisions WHEN OLD.appealed_ms = 0 AND NEW.appealed_ms > 0 BEGIN
    INSERT INTO case_counts VALUES (${quarterOf('NEW.appealed_ms')}, 'appeal', NEW.ground, 1) ${UPSERT};
  END;
`;

export interface CaseCount {
  /** year * 4 + (0 to 3). */
  readonly quarter: number;
  readonly kind: string;
  readonly reason: string;
  readonly n: number;
}

/** Newest first. @param quarters  how many of them at most */
export function caseCounts(sql: SqlStorage, quarters: number): CaseCount[] {
  return sql
    .exec<Record<string, string | number>>(
      `SELECT quarter, kind, reason, n FROM case_counts
       WHERE quarter IN (SELECT DISTINCT quarter FROM case_counts ORDER BY quarter DESC LIMIT ?) ORDER BY quarter DESC, kind, reason`,
      quarters,
    )
    .toArray()
    .map((row) => ({
      quarter: Number(row['quarter']),
      kind: String(row['kind']),
      reason: String(row['reason']),
      n: Number(row['n']),
    }));
}
