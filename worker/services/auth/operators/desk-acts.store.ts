/** SQL of acts of operators on the ways into an account: what was asked, what waits, and what was done. */

import type { DeskActKind, DeskActState } from '#shared/auth/desk-acts.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import { readRole } from '#shared/operator-rights.ts';

export const DESK_ACTS_MIGRATION = `
  CREATE TABLE desk_acts (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,              -- factor, reset, link
    state TEXT NOT NULL,             -- asked, waits, done, ended, stopped, returned
    by_id TEXT NOT NULL,
    by_name TEXT NOT NULL,
    by_role TEXT NOT NULL,
    reason TEXT NOT NULL,
    at_ms INTEGER NOT NULL,          -- when it was asked, took effect or ended
    due_ms INTEGER NOT NULL,         -- waits: when it takes effect, or when its link ends; 0: its letter is not accepted yet, or its time has come; else 0
    by_link INTEGER NOT NULL         -- 1: it waits for the link that its person was given
  ) WITHOUT ROWID;
`;

export interface DeskActRow {
  readonly id: string;
  readonly kind: DeskActKind;
  readonly state: DeskActState;
  readonly by: { readonly id: string; readonly name: string };
  readonly role: OperatorRole;
  readonly reason: string;
  readonly atMs: number;
  /** `waits`: when it takes effect, or when its link ends; 0 until the letter to the person is accepted. Else 0. */
  readonly dueMs: number;
  readonly byLink: boolean;
}

type Row = Record<'id' | 'kind' | 'state' | 'by_id' | 'by_name' | 'by_role' | 'reason', string> & {
  at_ms: number;
  due_ms: number;
  by_link: number;
};

function rowOf(row: Row): DeskActRow {
  return {
    id: row.id,
    kind: row.kind as DeskActKind,
    state: row.state as DeskActState,
    by: { id: row.by_id, name: row.by_name },
    role: readRole(row.by_role) ?? 'help_desk',
    reason: row.reason,
    atMs: row.at_ms,
    dueMs: row.due_ms,
    byLink: row.by_link === 1,
  };
}

/** Those that wait before the others, each newest first: a short list leaves out none that an operator can decide. */
export function loadDeskActs(sql: SqlStorage): DeskActRow[] {
  return sql
    .exec<Row>("SELECT * FROM desk_acts ORDER BY state IN ('asked', 'waits') DESC, at_ms DESC, id")
    .toArray()
    .map(rowOf);
}

export function putDeskAct(sql: SqlStorage, row: DeskActRow): void {
  sql.exec(
    'INSERT OR REPLACE INTO desk_acts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    row.id,
    row.kind,
    row.state,
    row.by.id,
    row.by.name,
    row.role,
    row.reason,
    row.atMs,
    row.dueMs,
    row.byLink ? 1 : 0,
  );
}

/** Those that neither wait nor count for another one. */
export function dropDeskActs(sql: SqlStorage, beforeMs: number): void {
  sql.exec("DELETE FROM desk_acts WHERE at_ms < ? AND state <> 'waits'", beforeMs);
}
