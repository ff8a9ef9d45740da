/**
 * Rows of upload sessions, their parts, and discarded objects of the store. Plain SQL; no decisions.
 * A part has a row only when its bytes are stored (promised parts have one before: by-part/promises.store.ts). Until then its object key is among
 * the discards with a time in the future: confirmed in time it becomes a part, otherwise the sweep finds it.
 */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { PartDigests } from './hash/store.ts';

export type UploadProtocol = 'own' | 's3';
export type UploadPhase = 'open' | 'hashing' | 'done' | 'failed' | 'aborted';

/** Null: the upload has not ended, or an earlier version ended it. */
export const UPLOAD_HOLD_COLUMNS = `
  ALTER TABLE uploads ADD COLUMN hold TEXT NOT NULL DEFAULT '';
  ALTER TABLE uploads ADD COLUMN beside INTEGER NOT NULL DEFAULT 0;
`;

export const UPLOAD_LANDED_COLUMN = 'ALTER TABLE uploads ADD COLUMN landed_key TEXT;';

/** 1: a job packs or extracts its bytes here. Rows of earlier versions have 0. */
export const UPLOAD_MADE_COLUMN = 'ALTER TABLE uploads ADD COLUMN made_here INTEGER NOT NULL DEFAULT 0;';

/** 1: space is promised part by part, by rows of parts that are not stored yet; a stranger's claim of a size holds nothing. */
export const UPLOAD_BY_PART_COLUMN = 'ALTER TABLE uploads ADD COLUMN by_part INTEGER NOT NULL DEFAULT 0;';

export interface UploadRow extends Record<string, SqlStorageValue> {
  id: string;
  node_id: string;
  task_id: string;
  door: string;
  state: string;
  size_bytes: number;
  part_bytes: number;
  gcid_claim: string;
  manifest: string | null;
  storage_limit_bytes: number;
  created_ms: number;
  deadline_ms: number;
  /** The choice when its name is taken at its end. */
  conflict: string;
  /** The file whose content it became; null when it became a file of its own. */
  target_id: string | null;
  /** JSON of `UploadPlace`: it was aborted, and takes bytes again. */
  place: string | null;
  /** Digest of the list of parts that sealed it. */
  listed: string | null;
  /** Content that its file got at its end; null: it has not ended, or an earlier version ended it. */
  landed_key: string | null;
  made_here: number;
  by_part: number;
  /** Of an upload by part: what takes it, who sends it, and when a part came last, epoch ms. */
  sent_to: string;
  sent_by: string;
  active_ms: number;
  /** The state that is expected of the place at the end; '': any. */
  hold: string;
  beside: number;
}

export interface PartRow extends Record<string, SqlStorageValue> {
  part: number;
  object_key: string;
  size_bytes: number;
  etag: string;
  at_ms: number;
}

export function insertUpload(
  sql: SqlStorage,
  row: Omit<UploadRow, 'manifest' | 'target_id' | 'place' | 'listed' | 'landed_key'> & { manifest: string | null },
): void {
  sql.exec(
    `INSERT INTO uploads (id, node_id, task_id, door, state, size_bytes, part_bytes, gcid_claim, manifest, storage_limit_bytes, created_ms, deadline_ms, conflict, made_here, by_part, sent_to, sent_by, active_ms, hold, beside)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.id,
    row.node_id,
    row.task_id,
    row.door,
    row.state,
    row.size_bytes,
    row.part_bytes,
    row.gcid_claim,
    row.manifest,
    row.storage_limit_bytes,
    row.created_ms,
    row.deadline_ms,
    row.conflict,
    row.made_here,
    row.by_part,
    row.sent_to,
    row.sent_by,
    row.active_ms,
    row.hold,
    row.beside,
  );
}

export function uploadById(sql: SqlStorage, id: string): UploadRow | null {
  return sql.exec<UploadRow>('SELECT * FROM uploads WHERE id = ?', id).toArray()[0] ?? null;
}

/** Sessions that still wait for bytes. @param byPart  those of strangers, else the person's own */
export function countOpenUploads(sql: SqlStorage, byPart: boolean): number {
  const text = "SELECT count(*) AS n FROM uploads WHERE state = 'open' AND by_part = ?";
  return sql.exec<{ n: number }>(text, byPart ? 1 : 0).one().n;
}

export function setUploadPhase(sql: SqlStorage, id: string, phase: UploadPhase): void {
  sql.exec('UPDATE uploads SET state = ? WHERE id = ?', phase, id);
}

/** @param fileId  the file that has the content now */
export function finishRow(sql: SqlStorage, row: UploadRow, fileId: string, contentKey: string): void {
  const targetId = fileId === row.node_id ? row.target_id : fileId;
  const text = "UPDATE uploads SET target_id = ?, landed_key = ?, state = 'done' WHERE id = ?";
  sql.exec(text, targetId, contentKey, row.id);
}

/** Fixes what the upload is made of and hands it to hashing. */
export function sealUpload(sql: SqlStorage, id: string, manifest: BlobManifest, listed: string): void {
  const text = JSON.stringify(manifest);
  sql.exec("UPDATE uploads SET state = 'hashing', manifest = ?, listed = ? WHERE id = ?", text, listed, id);
}

/** Stored parts in order. @param after  only numbers above it */
export function storedParts(sql: SqlStorage, uploadId: string, after = 0, limit = -1): PartRow[] {
  return sql
    .exec<PartRow>(
      'SELECT part, object_key, size_bytes, etag, at_ms FROM upload_parts WHERE upload_id = ? AND part > ? AND stored = 1 ORDER BY part LIMIT ?',
      uploadId,
      after,
      limit,
    )
    .toArray();
}

export function storedBytes(sql: SqlStorage, uploadId: string): number {
  const text = 'SELECT coalesce(sum(size_bytes), 0) AS n FROM upload_parts WHERE upload_id = ? AND stored = 1';
  return sql.exec<{ n: number }>(text, uploadId).one().n;
}

export function countParts(sql: SqlStorage, uploadId: string): number {
  return sql
    .exec<{ n: number }>('SELECT count(*) AS n FROM upload_parts WHERE upload_id = ? AND stored = 1', uploadId)
    .one().n;
}

export function partByNumber(sql: SqlStorage, uploadId: string, part: number): PartRow | null {
  return (
    sql
      .exec<PartRow>(
        'SELECT part, object_key, size_bytes, etag, at_ms FROM upload_parts WHERE upload_id = ? AND part = ? AND stored = 1',
        uploadId,
        part,
      )
      .toArray()[0] ?? null
  );
}

/** Sum of the parts with other numbers. */
export function otherPartsBytes(sql: SqlStorage, uploadId: string, part: number): number {
  return sql
    .exec<{ sum: number }>(
      'SELECT coalesce(sum(size_bytes), 0) AS sum FROM upload_parts WHERE upload_id = ? AND part <> ?',
      uploadId,
      part,
    )
    .one().sum;
}

export function putPart(
  sql: SqlStorage,
  uploadId: string,
  row: {
    part: number;
    objectKey: string;
    sizeBytes: number;
    etag: string;
    nowMs: number;
    digests?: PartDigests;
  },
): void {
  sql.exec(
    'INSERT OR REPLACE INTO upload_parts (upload_id, part, object_key, size_bytes, etag, stored, at_ms, digests) VALUES (?, ?, ?, ?, ?, 1, ?, ?)',
    uploadId,
    row.part,
    row.objectKey,
    row.sizeBytes,
    row.etag,
    row.nowMs,
    row.digests ? JSON.stringify(row.digests) : null,
  );
}

/** By number: of parts with windows that were digested as they came in. */
export function partDigests(sql: SqlStorage, uploadId: string): Map<number, PartDigests> {
  const rows = sql.exec<{ part: number; digests: string }>(
    'SELECT part, digests FROM upload_parts WHERE upload_id = ? AND stored = 1 AND digests IS NOT NULL',
    uploadId,
  );
  return new Map([...rows].map(({ part, digests }) => [part, JSON.parse(digests) as PartDigests]));
}

/** Throws the objects of all parts but these away and forgets all parts. @returns how many objects go */
export function dropParts(
  sql: SqlStorage,
  uploadId: string,
  nowMs: number,
  usedKeys: ReadonlySet<string> = new Set(),
): number {
  const surplus = storedParts(sql, uploadId).filter(({ object_key }) => !usedKeys.has(object_key));
  for (const { object_key } of surplus) discard(sql, object_key, nowMs);
  sql.exec('DELETE FROM upload_parts WHERE upload_id = ?', uploadId);
  return surplus.length;
}

/** From `atMs` on the sweep may delete this object. */
export function discard(sql: SqlStorage, objectKey: string, atMs: number): void {
  sql.exec(
    'INSERT INTO discards (object_key, at_ms) VALUES (?, ?) ON CONFLICT (object_key) DO UPDATE SET at_ms = min(at_ms, excluded.at_ms)',
    objectKey,
    atMs,
  );
}

/** Same for an object that stands among the discards already; one that was adopted is left alone. */
export function discardJournaled(sql: SqlStorage, objectKey: string, atMs: number): void {
  sql.exec('UPDATE discards SET at_ms = min(at_ms, ?) WHERE object_key = ?', atMs, objectKey);
}

/** Takes an object back from the discards. @returns false when its time has come: the sweep may be deleting it */
export function adopt(sql: SqlStorage, objectKey: string, nowMs: number): boolean {
  return (
    sql.exec('DELETE FROM discards WHERE object_key = ? AND at_ms > ? RETURNING 1', objectKey, nowMs).toArray().length >
    0
  );
}

export function dueDiscards(sql: SqlStorage, nowMs: number, limit: number): string[] {
  return sql
    .exec<{ object_key: string }>('SELECT object_key FROM discards WHERE at_ms <= ? LIMIT ?', nowMs, limit)
    .toArray()
    .map((row) => row.object_key);
}

export function forgetDiscards(sql: SqlStorage, objectKeys: readonly string[]): void {
  sql.exec('DELETE FROM discards WHERE object_key IN (SELECT value FROM json_each(?))', JSON.stringify(objectKeys));
}

/** Uploads in one of these phases whose deadline has passed. */
export function overdueUploads(
  sql: SqlStorage,
  phases: readonly UploadPhase[],
  nowMs: number,
  limit: number,
): UploadRow[] {
  return sql
    .exec<UploadRow>(
      'SELECT * FROM uploads WHERE state IN (SELECT value FROM json_each(?)) AND deadline_ms <= ? LIMIT ?',
      JSON.stringify(phases),
      nowMs,
      limit,
    )
    .toArray();
}

export function forgetUpload(sql: SqlStorage, id: string): void {
  sql.exec('DELETE FROM upload_windows WHERE upload_id = ?', id);
  sql.exec('DELETE FROM upload_parts WHERE upload_id = ?', id);
  sql.exec('DELETE FROM uploads WHERE id = ?', id);
}

/** When the sweep has something to do next, epoch ms, or null. */
export function nextSweepMs(sql: SqlStorage): number | null {
  return sql
    .exec<{ at: number | null }>(
      `SELECT min(at) AS at FROM (
         SELECT min(at_ms) AS at FROM discards
         UNION ALL SELECT min(until_ms) FROM put_leases
         UNION ALL SELECT min(deadline_ms) FROM uploads WHERE state <> 'hashing')`,
    )
    .one().at;
}
