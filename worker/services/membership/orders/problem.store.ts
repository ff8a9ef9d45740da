/** Money that an operator must look at: each problem of a subject once, open until closed with a note. */
import type { Database } from '#worker/platform/d1/database.ts';

export interface Problem {
  readonly problem: string;
  /** Order, payment or day. */
  readonly subject: string;
  readonly atMs: number;
}

export async function insertProblem(db: Database, problem: string, subject: string, nowMs: number): Promise<void> {
  await db.run(
    'INSERT INTO problems (problem, subject, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    problem,
    subject,
    nowMs,
  );
}

/** Newest first. */
export async function selectOpenProblems(db: Database, limit: number): Promise<Problem[]> {
  const rows = await db.all<{ problem: string; subject: string; at: number }>(
    'SELECT problem, subject, at FROM problems WHERE closed_at IS NULL ORDER BY at DESC LIMIT ?',
    limit,
  );
  return rows.map(({ at, ...rest }) => ({ ...rest, atMs: at }));
}

/** @returns false when it is not open */
export async function closeProblem(
  db: Database,
  { problem, subject }: Pick<Problem, 'problem' | 'subject'>,
  note: string,
  nowMs: number,
): Promise<boolean> {
  const changed = await db.run(
    'UPDATE problems SET closed_at = ?, note = ? WHERE problem = ? AND subject = ? AND closed_at IS NULL',
    nowMs,
    note,
    problem,
    subject,
  );
  return changed > 0;
}
