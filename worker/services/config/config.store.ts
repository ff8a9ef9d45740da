/** SQL of ConfigObject. No decisions. */
import type { ActKind } from '#shared/config/acts.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { chainActs } from './act-chain.ts';
import type { Act, Actor, DocumentVersion, LogQuery, Subject } from './rpc-types.ts';

export interface DocumentRow {
  readonly name: DocumentName;
  readonly liveVersion: number;
  readonly settledVersion: number;
  readonly draftText: string | null;
  readonly draftBase: number;
  readonly draftRevision: number;
  readonly draftBy: Actor | null;
  readonly draftMs: number;
}

type Row = {
  live_version: number;
  settled_version: number;
  draft_text: string | null;
  draft_base: number;
  draft_revision: number;
  draft_by: string;
  draft_ms: number;
};

const actorOf = (json: string): Actor => JSON.parse(json) as Actor;

/** The row of a document, or its defaults before the first write. */
export function documentRow(sql: SqlStorage, name: DocumentName): DocumentRow {
  const row = sql.exec<Row>('SELECT * FROM documents WHERE name = ?', name).toArray()[0];
  return {
    name,
    liveVersion: row?.live_version ?? 0,
    settledVersion: row?.settled_version ?? 0,
    draftText: row?.draft_text ?? null,
    draftBase: row?.draft_base ?? 0,
    draftRevision: row?.draft_revision ?? 0,
    draftBy: row?.draft_by ? actorOf(row.draft_by) : null,
    draftMs: row?.draft_ms ?? 0,
  };
}

/** Who acted, without the role of then. */
const actorText = ({ id, name, via }: Actor): string => JSON.stringify({ id, name, via });

export function putDocument(sql: SqlStorage, row: DocumentRow): void {
  sql.exec(
    'INSERT OR REPLACE INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    row.name,
    row.liveVersion,
    row.settledVersion,
    row.draftText,
    row.draftBase,
    row.draftRevision,
    row.draftBy ? actorText(row.draftBy) : '',
    row.draftMs,
  );
}

/** Version 0 is the initial text of the build. @returns null for an unknown version */
export function textOf(sql: SqlStorage, name: DocumentName, version: number): string | null {
  if (version === 0) return DOCUMENTS[name].initial;
  const rows = sql.exec<{ text: string }>('SELECT text FROM versions WHERE name = ? AND version = ?', name, version);
  return rows.toArray()[0]?.text ?? null;
}

export function insertVersion(
  sql: SqlStorage,
  name: DocumentName,
  { version, atMs, by, note, rolledBackTo }: DocumentVersion,
  text: string,
): void {
  sql.exec(
    'INSERT INTO versions (name, version, text, at_ms, by, note, rolled_back_to) VALUES (?, ?, ?, ?, ?, ?, ?)',
    name,
    version,
    text,
    atMs,
    actorText(by),
    note,
    rolledBackTo,
  );
}

type VersionRow = { version: number; at_ms: number; by: string; note: string; rolled_back_to: number | null };

/** Newest first. */
export function listVersions(sql: SqlStorage, name: DocumentName, limit: number): DocumentVersion[] {
  return sql
    .exec<VersionRow>(
      'SELECT version, at_ms, by, note, rolled_back_to FROM versions WHERE name = ? ORDER BY version DESC LIMIT ?',
      name,
      limit,
    )
    .toArray()
    .map((row) => ({
      version: row.version,
      atMs: row.at_ms,
      by: actorOf(row.by),
      note: row.note,
      rolledBackTo: row.rolled_back_to,
    }));
}

export function insertAct(sql: SqlStorage, act: Omit<Act, 'seq'>): void {
  sql.exec(
    'INSERT INTO acts (at_ms, by, act, name, before_version, after_version, note) VALUES (?, ?, ?, ?, ?, ?, ?)',
    act.atMs,
    actorText(act.by),
    act.act,
    act.name,
    act.beforeVersion,
    act.afterVersion,
    act.note,
  );
  chainActs(sql);
}

export function hasAct(sql: SqlStorage, subject: Subject, act: ActKind): boolean {
  return sql.exec('SELECT 1 FROM acts WHERE name = ? AND act = ? LIMIT 1', subject, act).toArray().length > 0;
}

/** The first or the newest act of this kind, epoch ms; null without one. It reads acts of the subject until it has one. */
export function timeOfAct(sql: SqlStorage, subject: Subject, act: ActKind, which: 'first' | 'newest'): number | null {
  const order = which === 'first' ? 'ASC' : 'DESC';
  const text = `SELECT at_ms AS atMs FROM acts WHERE name = ? AND act = ? ORDER BY seq ${order} LIMIT 1`;
  return sql.exec<{ atMs: number }>(text, subject, act).toArray()[0]?.atMs ?? null;
}

type ActRow = {
  seq: number;
  at_ms: number;
  by: string;
  act: string;
  name: string;
  before_version: number;
  after_version: number;
  note: string;
};

/** Newest first. */
export function listActs(sql: SqlStorage, { name, about, before, limit }: LogQuery): Act[] {
  return sql
    .exec<ActRow>(
      `SELECT * FROM acts WHERE (?1 = '' OR name = ?1) AND (?2 = 0 OR seq < ?2)
          AND (?3 = '' OR (act = ?3 AND substr(note, 1, length(?4)) = ?4)) ORDER BY seq DESC LIMIT ?5`,
      name,
      before,
      about?.act ?? '',
      about?.note ?? '',
      limit,
    )
    .toArray()
    .map((row) => ({
      seq: row.seq,
      atMs: row.at_ms,
      by: actorOf(row.by),
      act: row.act as ActKind,
      name: row.name as Subject,
      beforeVersion: row.before_version,
      afterVersion: row.after_version,
      note: row.note,
    }));
}
