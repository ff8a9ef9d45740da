/** SQL of presses: which people one press was about, and how it ended for each. */
import { AppError, type ErrorName } from '#shared/errors.ts';
import { asUserId, type UserId } from '#shared/ids.ts';
import { isManyAct, type ManyAct } from '#shared/ops/people.ts';
import { type Database, type Statement, statement } from '#worker/platform/d1/database.ts';

export const PRESSES_TABLE: readonly string[] = [
  `CREATE TABLE people_presses (
    press_id TEXT NOT NULL, user_id TEXT NOT NULL, position INTEGER NOT NULL, act TEXT NOT NULL, at_ms INTEGER NOT NULL,
    refusal TEXT NOT NULL,         -- '' for done; name, field and reason of the error as JSON
    PRIMARY KEY (press_id, user_id)) WITHOUT ROWID`,
  'CREATE INDEX people_presses_by_time ON people_presses (at_ms)',
];

/** Of a press, before its first act: a digest of what it asks for. */
export const PRESS_ASKS_TABLE: readonly string[] = [
  'CREATE TABLE people_press_asks (press_id TEXT PRIMARY KEY, asked TEXT NOT NULL, at_ms INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE INDEX people_press_asks_by_time ON people_press_asks (at_ms)',
];

export interface ManyOutcome {
  readonly userId: UserId;
  /** Null: it is done. */
  readonly refusal: AppError | null;
}

export interface Press {
  readonly act: ManyAct;
  readonly outcomes: readonly ManyOutcome[];
}

export function putOutcome(
  press: { readonly id: string; readonly act: ManyAct; readonly atMs: number },
  { userId, refusal }: ManyOutcome,
  position: number,
): Statement {
  return statement(
    `INSERT INTO people_presses (press_id, user_id, position, act, at_ms, refusal) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (press_id, user_id) DO UPDATE SET at_ms = ?5, refusal = ?6 WHERE refusal <> ''`,
    press.id,
    userId,
    position,
    press.act,
    press.atMs,
    refusal === null ? '' : JSON.stringify([refusal.errorName, refusal.detail?.field, refusal.detail?.reason]),
  );
}

function readRefusal(stored: string): AppError | null {
  if (stored === '') return null;
  const [name, field, reason] = JSON.parse(stored) as [ErrorName, string | null, string | null];
  return new AppError(name, { ...(field === null ? {} : { field }), ...(reason === null ? {} : { reason }) });
}

/** Null for a press that was not made, or is forgotten. */
export async function selectPress(db: Database, id: string): Promise<Press | null> {
  const rows = await db.all<{ user_id: string; act: string; refusal: string }>(
    'SELECT user_id, act, refusal FROM people_presses WHERE press_id = ? ORDER BY position',
    id,
  );
  const act = rows[0]?.act ?? '';
  if (!isManyAct(act)) return null;
  const outcomes = rows.map(({ user_id, refusal }) => ({ userId: asUserId(user_id), refusal: readRefusal(refusal) }));
  return { act, outcomes };
}

/** Stores what a press asks for, unless the press has that already. @returns what is stored */
export async function storeAsked(db: Database, id: string, asked: string, nowMs: number): Promise<string> {
  const row = await db.first<{ asked: string }>(
    `INSERT INTO people_press_asks (press_id, asked, at_ms) VALUES (?1, ?2, ?3)
      ON CONFLICT (press_id) DO UPDATE SET at_ms = ?3 RETURNING asked`,
    id,
    asked,
    nowMs,
  );
  return row?.asked ?? '';
}

export async function deletePressesBefore(db: Database, beforeMs: number): Promise<void> {
  await db.batch([
    statement('DELETE FROM people_presses WHERE at_ms < ?', beforeMs),
    statement('DELETE FROM people_press_asks WHERE at_ms < ?', beforeMs),
  ]);
}
