/**
 * Leases of runs end with the process that gave them. On one machine a drive holds the name of that process; when another one opens the
 * drive, the runs are known to have ended, and their work goes on at once. Without such a name (Cloudflare) leases end by their time.
 */
import { readConfig } from '#worker/env.ts';
import type { DriveCore } from './drive-core.ts';
import type { DriveTx } from './tx.ts';

export const FORMER_PROCESS_TABLES = `
  -- The process whose leases are in the tables; no row where processes have no names.
  CREATE TABLE lease_process (name TEXT NOT NULL);
  -- Runs that ended with their process, one after the other without a step of their job.
  CREATE TABLE interrupted_runs (
    job_id TEXT PRIMARY KEY,           -- a task, or an upload that is hashed
    times INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

/** Interruptions without a step in between, until a job counts as what ends the process. */
const MAX_INTERRUPTIONS = 5;

/** Counts a run that ended with its process. @returns whether its job may go on; false: it seems to end the process */
export function mayGoOn(sql: SqlStorage, jobId: string): boolean {
  const { times } = sql
    .exec<{ times: number }>(
      'INSERT INTO interrupted_runs (job_id, times) VALUES (?, 1) ON CONFLICT (job_id) DO UPDATE SET times = times + 1 RETURNING times',
      jobId,
    )
    .one();
  return times < MAX_INTERRUPTIONS;
}

/** The job moved on, or has ended. Costs no row where it was never interrupted. */
export function forgetInterruptions({ sql }: Pick<DriveTx, 'sql'>, jobId: string): void {
  sql.exec('DELETE FROM interrupted_runs WHERE job_id = ?', jobId);
}

export interface FormerProcess {
  /** Ends the leases of a former process, once in the life of an object. */
  end(): void;
}

export function makeFormerProcess(core: DriveCore): FormerProcess {
  const { processName } = readConfig(core.env);
  let isDone = processName === '';
  return {
    end() {
      if (isDone || !core.object.exists()) return;
      isDone = true;
      const [held] = core.sql.exec<{ name: string }>('SELECT name FROM lease_process').toArray();
      if (held?.name === processName) return;
      core.object.transaction(() => {
        const tx = core.tx(core.object.nowMs());
        if (held) core.runHooks('endLeases', tx);
        tx.sql.exec('DELETE FROM lease_process');
        tx.sql.exec('INSERT INTO lease_process (name) VALUES (?)', processName);
      });
    },
  };
}
