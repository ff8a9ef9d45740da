/**
 * Counts the rows that sweeps over a whole drive read, so that one person's searches leave time for others. The count is in
 * memory: a row for each search would cost more than it saves.
 */
import { AppError } from '#shared/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';

export interface SweepCounter {
  /**
   * A sweep that began within the limit may end beyond it.
   * @param work  reads with the `sql` it is given; `charge` counts rows for work that statements do not count
   * @throws AppError too_many_requests with the seconds until the rows of the last minute are below the limit
   */
  run<T>(work: (sql: SqlStorage, charge: (rows: number) => void) => T, at: { nowMs: number; rowsPerMinute: number }): T;
}

export function makeSweepCounter(sql: SqlStorage): SweepCounter {
  /** Rows of the last minute: each minute takes away as many as the limit has. */
  let rows = 0;
  let countedMs = 0;
  return {
    run(work, { nowMs, rowsPerMinute }) {
      const rowsPerMs = rowsPerMinute / MINUTE_MS;
      rows = Math.max(0, rows - Math.max(0, nowMs - countedMs) * rowsPerMs);
      countedMs = nowMs;
      if (rows >= rowsPerMinute) {
        const waitMs = rowsPerMinute > 0 ? (rows - rowsPerMinute) / rowsPerMs : MINUTE_MS;
        throw new AppError('too_many_requests', {
          reason: 'sweep_budget',
          retryInSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)),
        });
      }
      const cursors: { readonly rowsRead: number }[] = [];
      const counted = {
        exec: (query: string, ...values: unknown[]) => {
          const cursor = sql.exec(query, ...values);
          cursors.push(cursor);
          return cursor;
        },
      } as unknown as SqlStorage;
      try {
        return work(counted, (more) => {
          rows += more;
        });
      } finally {
        for (const { rowsRead } of cursors) rows += rowsRead;
      }
    },
  };
}
