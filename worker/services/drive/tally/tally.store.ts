/** All SQL of TallyObject: no decisions. */

import type { Parts, StoredEntry, Total } from './sums.ts';

interface FlushRow extends Record<string, SqlStorageValue> {
  seq: number;
  at_ms: number;
  entries: string;
}

export function isCounted(sql: SqlStorage, key: string): boolean {
  return sql.exec('SELECT 1 FROM flushes WHERE key = ?', key).toArray().length > 0;
}

export function lastSeq(sql: SqlStorage): number {
  return sql
    .exec<{ seq: number }>(
      'SELECT max(coalesce((SELECT max(seq) FROM flushes), 0), coalesce((SELECT seq FROM folded), 0)) AS seq',
    )
    .one().seq;
}

export function insertFlush(
  sql: SqlStorage,
  key: string,
  seq: number,
  atMs: number,
  entries: readonly StoredEntry[],
): void {
  sql.exec(
    'INSERT INTO flushes (key, seq, at_ms, entries) VALUES (?, ?, ?, ?)',
    key,
    seq,
    atMs,
    JSON.stringify(entries),
  );
}

function read(rows: readonly FlushRow[]): { seq: number; atMs: number; entries: readonly StoredEntry[] }[] {
  return rows.map(({ seq, at_ms: atMs, entries }) => ({ seq, atMs, entries: JSON.parse(entries) as StoredEntry[] }));
}

export function flushesSince(sql: SqlStorage, sinceMs: number) {
  return read(
    sql.exec<FlushRow>('SELECT seq, at_ms, entries FROM flushes WHERE at_ms > ? ORDER BY seq', sinceMs).toArray(),
  );
}

export function foldedSeq(sql: SqlStorage): number {
  return sql.exec<{ seq: number }>('SELECT seq FROM folded').toArray()[0]?.seq ?? 0;
}

export function unfolded(sql: SqlStorage) {
  const after = foldedSeq(sql);
  return read(
    sql.exec<FlushRow>('SELECT seq, at_ms, entries FROM flushes WHERE seq > ? ORDER BY seq', after).toArray(),
  );
}

export function foldMs(sql: SqlStorage): number {
  return sql.exec<{ fold_ms: number }>('SELECT fold_ms FROM folded').toArray()[0]?.fold_ms ?? 0;
}

export function setFoldMs(sql: SqlStorage, ms: number): void {
  if (foldMs(sql) === ms) return;
  const [seq, open] = [foldedSeq(sql), openHour(sql)];
  sql.exec('DELETE FROM folded');
  sql.exec('INSERT INTO folded (seq, fold_ms) VALUES (?, ?)', seq, ms);
  setFolded(sql, seq, open);
}

/** The hour that is summed up. */
export interface OpenHour {
  readonly hour: number;
  readonly total: number;
}

export function openHour(sql: SqlStorage): OpenHour | null {
  const [row] = sql
    .exec<{ hour: number | null; total: number }>('SELECT hour, hour_total AS total FROM folded')
    .toArray();
  return row && row.hour !== null ? { hour: row.hour, total: row.total } : null;
}

/** Begins to sum up an hour, unless one is summed up already. */
export function beginHour(sql: SqlStorage, hour: number): void {
  sql.exec('UPDATE folded SET hour = ?, hour_total = 0 WHERE hour IS NULL', hour);
}

export function setFolded(sql: SqlStorage, seq: number, open: OpenHour | null): void {
  sql.exec('UPDATE folded SET seq = ?, hour = ?, hour_total = ?', seq, open?.hour ?? null, open?.total ?? 0);
}

/** All that was folded of a subject. */
export function foldedTotal(sql: SqlStorage, subject: string): Total {
  const [row] = sql
    .exec<{ total: number; parts: string; people: string }>(
      'SELECT total, parts, people FROM totals WHERE subject = ?',
      subject,
    )
    .toArray();
  if (!row) return { amount: 0, parts: {}, people: '' };
  return { amount: row.total, parts: row.parts === '' ? {} : (JSON.parse(row.parts) as Parts), people: row.people };
}

export function setTotal(
  sql: SqlStorage,
  subject: string,
  { amount, parts, people }: Total,
  untilMs: number | null,
): void {
  sql.exec(
    `INSERT INTO totals (subject, total, parts, people, until_ms) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT (subject) DO UPDATE SET total = ?2, parts = ?3, people = ?4, until_ms = ?5`,
    subject,
    amount,
    Object.keys(parts).length === 0 ? '' : JSON.stringify(parts),
    people,
    untilMs,
  );
}

export function totalOf(sql: SqlStorage, subject: string): number {
  return sql.exec<{ total: number }>('SELECT total FROM totals WHERE subject = ?', subject).toArray()[0]?.total ?? 0;
}

/** Deletes rows folded before `beforeMs`, and totals whose time has ended. */
export function forget(sql: SqlStorage, beforeMs: number, nowMs: number): void {
  sql.exec('DELETE FROM flushes WHERE at_ms <= ? AND seq <= ?', beforeMs, foldedSeq(sql));
  sql.exec('DELETE FROM totals WHERE until_ms <= ?', nowMs);
}

/** Of all flushes; null for none. */
export function oldestFlushMs(sql: SqlStorage): number | null {
  return sql.exec<{ at: number | null }>('SELECT min(at_ms) AS at FROM flushes').one().at;
}
