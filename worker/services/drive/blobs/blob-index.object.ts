/**
 * One shard of the blob index: content key -> the objects that hold the bytes, and the drives that refer to it. A blob without
 * a reference is kept for the grace; then its objects are deleted, each row after its object.
 */
import { parseManifest } from '#shared/content/manifest.ts';
import { fail, type Result, succeed, unwrap } from '#shared/errors.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { diskSpaceOf } from '#worker/platform/disk-space.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { jsonArrays } from '../core/json-arrays.ts';
import {
  beginImages,
  buryImages,
  finishImages,
  type ImageTurn,
  LEASE_MS,
  renewImages,
  sweepImages,
} from '../images/image-index.store.ts';
import { CONTENT_JUDGED } from '../keys.ts';
import {
  BAN_TABLES,
  bannedAmong,
  type ContentDecision,
  type ContentOfCase,
  dropEndedHolds,
  holdContents,
  NOT_HELD,
  setBans,
} from './bans.store.ts';
import type { BlobData } from './blob-data.ts';

const MIGRATIONS = [
  `
  CREATE TABLE blobs (
    content_key TEXT PRIMARY KEY,
    manifest TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    gcid TEXT NOT NULL,
    crc32 INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    dead_ms INTEGER                    -- since when nobody refers to it
  ) WITHOUT ROWID;
  CREATE INDEX blobs_dead ON blobs (dead_ms) WHERE dead_ms IS NOT NULL;
  -- One row per drive that holds or held the content; seq orders what the drive said.
  CREATE TABLE refs (
    content_key TEXT NOT NULL,
    drive_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    present INTEGER NOT NULL,
    PRIMARY KEY (content_key, drive_id)
  ) WITHOUT ROWID;
  -- Objects of blobs that are gone; the row goes after the object.
  CREATE TABLE removals (object_key TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
  `
  -- Small images of a content: made (object_key, no lease), not possible (neither), or being made until the lease ends.
  CREATE TABLE images (
    content_key TEXT PRIMARY KEY,
    version INTEGER NOT NULL,          -- of the codec that tried
    object_key TEXT,
    lease_ms INTEGER,
    small_bytes INTEGER NOT NULL DEFAULT 0,
    large_bytes INTEGER NOT NULL DEFAULT 0,
    width INTEGER NOT NULL DEFAULT 0,
    height INTEGER NOT NULL DEFAULT 0,
    blur TEXT NOT NULL DEFAULT ''
  ) WITHOUT ROWID;
  CREATE INDEX images_leased ON images (lease_ms) WHERE lease_ms IS NOT NULL;
  `,
  // Attempts that failed. A row without object and lease, of version 0: the next look tries again.
  'ALTER TABLE images ADD COLUMN tries INTEGER NOT NULL DEFAULT 0',
  BAN_TABLES,
];
/** Below this many times the free space at which writes are refused, blobs without a reference are deleted sooner. */
const SHORT_OF_WATERMARKS = 4;
/** 10 minutes: longer than a download that began before its file was deleted needs to be noticed, and an upload to be claimed. */
const SHORT_GRACE_MS = 10 * MINUTE_MS;
/** 5 minutes between two looks at the disk. */
const LOOK_MS = 5 * MINUTE_MS;
/** Blobs, and objects, one alarm ends. */
const SWEEP_BLOBS = 50;
const SWEEP_OBJECTS = 500;

/** Content key, a number of the drive, and whether it holds the content (1) or not (0). */
export type ReferenceChange = readonly [contentKey: string, seq: number, present: 0 | 1];

interface BlobRow extends Record<string, SqlStorageValue> {
  content_key: string;
  manifest: string;
  size_bytes: number;
  gcid: string;
  crc32: number;
}

function toBlob(row: BlobRow): BlobData {
  const manifest = parseManifest(row.manifest);
  if (!manifest) throw new Error('a manifest of the blob index is unreadable');
  return { contentKey: row.content_key, manifest, sizeBytes: row.size_bytes, gcid: row.gcid, crc32: row.crc32 };
}

export class BlobIndexObject extends StoredObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, 'BlobIndexObject', MIGRATIONS);
  }

  /**
   * Registers that a drive holds this content as these objects.
   * @returns the blob as the index stores it: the first one claimed. Objects that are not part of it are surplus
   */
  claim(blob: BlobData, driveId: string, seq: number): Result<BlobData> {
    return this.command((nowMs) => unwrap(this.#claim(blob, driveId, seq, nowMs)));
  }

  /** The same for several contents of one drive, in one transaction. @returns the result of each, in their order */
  claimAll(blobs: readonly BlobData[], driveId: string, seq: number): Result<Result<BlobData>[]> {
    return this.command((nowMs) => blobs.map((blob) => this.#claim(blob, driveId, seq, nowMs)));
  }

  #claim(blob: BlobData, driveId: string, seq: number, nowMs: number): Result<BlobData> {
    const { contentKey } = blob;
    const known = this.#blob(contentKey);
    if (known && known.sizeBytes !== blob.sizeBytes) return fail('data_loss');
    if (known) {
      this.#refer(contentKey, driveId, seq, true, nowMs);
      return succeed(known);
    }
    this.sql.exec(
      'INSERT INTO blobs (content_key, manifest, size_bytes, gcid, crc32, created_ms) VALUES (?, ?, ?, ?, ?, ?)',
      contentKey,
      JSON.stringify(blob.manifest),
      blob.sizeBytes,
      blob.gcid,
      blob.crc32,
      nowMs,
    );
    // A blob that is gone took its references with it: this is the first.
    this.sql.exec(
      'INSERT OR REPLACE INTO refs (content_key, drive_id, seq, present) VALUES (?, ?, ?, 1)',
      contentKey,
      driveId,
      seq,
    );
    this.#refuseBanned(driveId, JSON.stringify([[contentKey, seq, 1]]), nowMs);
    return succeed(blob);
  }

  /** Restarts the grace of a blob that no drive holds. @returns the blob, or null */
  touch(contentKey: string): Result<BlobData | null> {
    if (!this.exists()) return { ok: true, value: null };
    return this.command((nowMs) => {
      this.sql.exec('UPDATE blobs SET dead_ms = ? WHERE content_key = ? AND dead_ms IS NOT NULL', nowMs, contentKey);
      return this.#blob(contentKey);
    });
  }

  /** Which of these contents a drive holds; those that the index does not know are left out. */
  setReferences(driveId: string, changes: readonly ReferenceChange[]): Result<{ ok: true }> {
    return this.command((nowMs) => {
      for (const rows of jsonArrays(changes.map((change) => JSON.stringify(change))))
        this.#referAll(driveId, rows, nowMs);
      return { ok: true };
    });
  }

  lookup(contentKey: string): BlobData | null {
    return this.exists() ? this.#blob(contentKey) : null;
  }

  /** Bytes of all contents here; those that no drive holds are among them until they are deleted. Reads every row. */
  storedBytes(): number {
    if (!this.exists()) return 0;
    return this.sql.exec<{ n: number }>('SELECT coalesce(sum(size_bytes), 0) AS n FROM blobs').one().n;
  }

  /** How many drives hold it. */
  references(contentKey: string): number {
    if (!this.exists()) return 0;
    return this.sql
      .exec<{ n: number }>('SELECT count(*) AS n FROM refs WHERE content_key = ? AND present = 1', contentKey)
      .one().n;
  }

  /**
   * Bans contents for a case, or lifts its ban; drives that hold them receive an event.
   * @returns keys of those that are banned now and were not, or the other way round, and that a drive holds
   */
  setBans(caseId: string, contents: readonly ContentOfCase[], banned: boolean): Result<string[]> {
    return this.command((nowMs) => {
      const decisions = setBans(this.sql, caseId, contents, banned);
      for (const decision of decisions) this.#publish(decision, nowMs);
      return [...new Set(decisions.flatMap((each) => each.contents.map(({ contentKey }) => contentKey)))];
    });
  }

  /** Keeps contents for a case, also while no drive holds them. */
  hold(caseId: string, contentKeys: readonly string[], untilMs: number): Result<null> {
    return this.command(() => {
      this.wakeAt(untilMs);
      return holdContents(this.sql, caseId, contentKeys, untilMs);
    });
  }

  #publish(decision: ContentDecision, nowMs: number): void {
    this.publishEvent(CONTENT_JUDGED, { ...decision }, nowMs);
  }

  /** A drive has received a content that was banned before: it closes it. */
  #refuseBanned(driveId: string, rows: string, nowMs: number): void {
    const contents = bannedAmong(this.sql, rows);
    if (contents.length > 0) this.#publish({ contents, banned: true, driveIds: [driveId] }, nowMs);
  }

  /** Whose turn it is to make the small images of a content. */
  beginImages(order: Parameters<typeof beginImages>[1]): Result<ImageTurn> {
    if (!this.exists()) return { ok: true, value: { kind: 'gone' } };
    return this.command((nowMs) => {
      const turn = beginImages(this.sql, order, nowMs);
      if (turn.kind === 'yours') this.wakeAt(nowMs + LEASE_MS);
      return turn;
    });
  }

  /** The maker of a turn is still there. */
  renewImages(order: Parameters<typeof renewImages>[1]): Result<null> {
    return this.command((nowMs) => renewImages(this.sql, order, nowMs));
  }

  /** Ends a turn. @returns false when it had ended by time */
  finishImages(order: Parameters<typeof finishImages>[1]): Result<boolean> {
    return this.command((nowMs) => {
      this.wakeAt(nowMs + LEASE_MS);
      return finishImages(this.sql, order, nowMs);
    });
  }

  #blob(contentKey: string): BlobData | null {
    const row = this.sql
      .exec<BlobRow>(
        'SELECT content_key, manifest, size_bytes, gcid, crc32 FROM blobs WHERE content_key = ?',
        contentKey,
      )
      .toArray()[0];
    return row ? toBlob(row) : null;
  }

  #refer(contentKey: string, driveId: string, seq: number, present: boolean, nowMs: number): void {
    this.#referAll(driveId, JSON.stringify([[contentKey, seq, present ? 1 : 0]]), nowMs);
  }

  /** @param rows  JSON of `ReferenceChange`s. The highest number of a drive counts. */
  #referAll(driveId: string, rows: string, nowMs: number): void {
    this.sql.exec(
      `INSERT INTO refs (content_key, drive_id, seq, present)
       SELECT value ->> 0, ?2, value ->> 1, value ->> 2 FROM json_each(?1) WHERE (value ->> 0) IN (SELECT content_key FROM blobs)
       ON CONFLICT (content_key, drive_id) DO UPDATE SET seq = excluded.seq, present = excluded.present WHERE excluded.seq > seq`,
      rows,
      driveId,
    );
    this.#refuseBanned(driveId, rows, nowMs);
    const isHeld = 'EXISTS (SELECT 1 FROM refs WHERE refs.content_key = blobs.content_key AND present = 1)';
    const asked = 'content_key IN (SELECT value ->> 0 FROM json_each(?))';
    this.sql.exec(`UPDATE blobs SET dead_ms = NULL WHERE ${asked} AND dead_ms IS NOT NULL AND ${isHeld}`, rows);
    const dead = this.sql.exec(
      `UPDATE blobs SET dead_ms = ?2 WHERE ${asked.replace('?', '?1')} AND dead_ms IS NULL AND NOT ${isHeld}`,
      rows,
      nowMs,
    );
    if (dead.rowsWritten > 0) this.wakeAt(nowMs + Math.min(this.#graceMs(), this.#lookMs()));
  }

  #graceMs(): number {
    return readConfig(this.env).limits.blobGraceSeconds * SECOND_MS;
  }

  /** How soon to look again while blobs wait: a machine's disk may fill before their grace ends. */
  #lookMs(): number {
    return this.env.MACHINE ? LOOK_MS : Number.POSITIVE_INFINITY;
  }

  async #graceNowMs(): Promise<number> {
    const { freeBytes, watermarkBytes } = await diskSpaceOf(this.env).state();
    const isShort = freeBytes < watermarkBytes * SHORT_OF_WATERMARKS;
    return isShort ? Math.min(this.#graceMs(), SHORT_GRACE_MS) : this.#graceMs();
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const graceMs = await this.#graceNowMs();
    let leaseMs: number | null = null;
    let heldMs: number | null = null;
    this.ctx.storage.transactionSync(() => {
      heldMs = dropEndedHolds(this.sql, nowMs);
      const dead = this.sql
        .exec<BlobRow>(`SELECT * FROM blobs WHERE dead_ms <= ? AND ${NOT_HELD} LIMIT ?`, nowMs - graceMs, SWEEP_BLOBS)
        .toArray();
      for (const row of dead) this.#bury(toBlob(row));
      leaseMs = sweepImages(this.sql, nowMs);
    });
    const keys = this.sql
      .exec<{ object_key: string }>('SELECT object_key FROM removals LIMIT ?', SWEEP_OBJECTS)
      .toArray()
      .map((row) => row.object_key);
    if (keys.length > 0) {
      await makeBlobStore(this.env).delete(keys);
      this.sql.exec('DELETE FROM removals WHERE object_key IN (SELECT value FROM json_each(?))', JSON.stringify(keys));
    }
    if (keys.length === SWEEP_OBJECTS) return nowMs;
    const first = this.sql
      .exec<{ at: number | null }>(`SELECT min(dead_ms) AS at FROM blobs WHERE ${NOT_HELD}`)
      .one().at;
    const blobMs = first === null ? null : Math.min(Math.max(first + graceMs, nowMs), nowMs + this.#lookMs());
    const due = [blobMs, leaseMs, heldMs].filter((atMs) => atMs !== null);
    return due.length > 0 ? Math.min(...due) : null;
  }

  /** From now on the content is unknown: the next upload of it stores its bytes again. */
  #bury(blob: BlobData): void {
    for (const { key } of blob.manifest.parts)
      this.sql.exec('INSERT OR IGNORE INTO removals (object_key) VALUES (?)', key);
    buryImages(this.sql, blob.contentKey);
    this.sql.exec('DELETE FROM refs WHERE content_key = ?', blob.contentKey);
    this.sql.exec('DELETE FROM blobs WHERE content_key = ?', blob.contentKey);
  }
}
