/** Pictures and films whose time is not known yet: those of an older drive, and those that no browser of the owner sent. */
import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import type { Taken } from '#shared/drive/photos/taken.ts';
import type { DriveTx } from '../core/tx.ts';
import { TAKEN_KNOWN, TAKEN_MS } from '../tree/taken.store.ts';

/** Nodes of an older drive that one step fills: below 20 ms. */
const STEP_NODES = 1_000;
/** Files of one transaction. */
const SLICE_FILES = 16;
/** After so many failed readings a file has no time. */
const MAX_TRIES = 3;

export interface TakenState extends Record<string, SqlStorageValue> {
  fill_after: string | null;
  lease_ms: number;
}

/** A file to read. */
export interface UnreadPicture {
  readonly id: string;
  readonly contentKey: string;
  readonly manifest: BlobManifest;
}

export interface ReadPicture extends Pick<UnreadPicture, 'id' | 'contentKey'> {
  /** Null: the file does not say it; 'failed': it could not be read. */
  readonly taken: Taken | null | 'failed';
}

export function takenState(sql: SqlStorage): TakenState | null {
  return sql.exec<TakenState>('SELECT * FROM taken_state').toArray()[0] ?? null;
}

export function leaseTaken(sql: SqlStorage, untilMs: number): void {
  if (takenState(sql)) sql.exec('UPDATE taken_state SET lease_ms = ?', untilMs);
  else sql.exec('INSERT INTO taken_state VALUES (NULL, ?)', untilMs);
}

/** Gives the next nodes of an older drive the time of their last change. @returns whether more are left */
export function fillTaken(sql: SqlStorage): boolean {
  const after = takenState(sql)?.fill_after ?? null;
  if (after === null) return false;
  const ids = sql
    .exec<{ id: string }>('SELECT id FROM nodes WHERE id > ? ORDER BY id LIMIT ?', after, STEP_NODES)
    .toArray();
  const last = ids.at(-1)?.id ?? null;
  if (last !== null)
    sql.exec(
      `UPDATE nodes SET taken_ms = ${TAKEN_MS} WHERE id > ? AND id <= ? AND taken_ms IS NULL AND category IN ('IMAGE', 'VIDEO')`,
      after,
      last,
    );
  const next = ids.length === STEP_NODES ? last : null;
  sql.exec('UPDATE taken_state SET fill_after = ?', next);
  return next !== null;
}

interface UnreadRow extends Record<string, SqlStorageValue> {
  id: string;
  content_key: string | null;
  manifest: string | null;
}

/** Those that failed come last. */
export function unreadSlice(sql: SqlStorage): UnreadPicture[] {
  const rows = sql
    .exec<UnreadRow>(
      `SELECT slice.id, slice.content_key, contents.manifest FROM
         (SELECT id, content_key FROM nodes WHERE taken_ms IS NOT NULL AND taken_by < ${TAKEN_KNOWN}
          ORDER BY taken_by, id LIMIT ${SLICE_FILES}) AS slice
       LEFT JOIN contents ON contents.content_key = slice.content_key`,
    )
    .toArray();
  return rows.map(({ id, content_key: contentKey, manifest }) => ({
    id,
    contentKey: contentKey ?? '',
    manifest: parseManifest(manifest ?? '') ?? { v: 1, size: 0, parts: [] },
  }));
}

/** Stores the times of the files. A file with a newer content is read again. @returns whether a file gave a time of its own */
export function storeTaken({ sql }: DriveTx, pictures: readonly ReadPicture[]): boolean {
  let isOther = false;
  for (const { id, contentKey, taken } of pictures) {
    if (taken === 'failed') {
      sql.exec(
        `UPDATE nodes SET taken_by = iif(taken_by + 1 >= ${MAX_TRIES}, ${TAKEN_KNOWN}, taken_by + 1)
         WHERE id = ? AND coalesce(content_key, '') = ? AND taken_by < ${TAKEN_KNOWN}`,
        id,
        contentKey,
      );
      continue;
    }
    const { rowsWritten } = sql.exec(
      `UPDATE nodes SET camera_ms = ?1, camera_zone = ?2, taken_by = ${TAKEN_KNOWN}, taken_ms = coalesce(?1, user_modified_ms)
       WHERE id = ?3 AND coalesce(content_key, '') = ?4 AND taken_by < ${TAKEN_KNOWN} AND taken_ms IS NOT NULL`,
      taken?.clockMs ?? null,
      taken?.zoneMinutes ?? null,
      id,
      contentKey,
    );
    isOther ||= taken !== null && rowsWritten > 0;
  }
  return isOther;
}
