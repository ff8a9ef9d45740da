/**
 * Contents of this drive, each counted by the nodes that have it. The blob index receives an event when a content is added to
 * this drive and when its last node is deleted; the numbers only grow, so a late event never undoes a newer one.
 */

import { jsonArrays } from '../core/json-arrays.ts';
import type { DriveTx } from '../core/tx.ts';
import { dropImages } from '../images/images.store.ts';
import { deleteOwnImage, insertOwnImage, type OwnImage, ownImageOf } from '../images/own-images.store.ts';
import { CONTENTS_CHANGED } from '../keys.ts';
import { cancelGraces, startGrace } from './usage/store-limits.store.ts';

export interface ContentRow extends Record<string, SqlStorageValue> {
  content_key: string;
  /** JSON of a BlobManifest. */
  manifest: string;
  size_bytes: number;
  gcid: string;
  crc32: number;
  nodes: number;
  sha1: string;
}

export interface NewContent {
  readonly contentKey: string;
  /** JSON of a BlobManifest. */
  readonly manifest: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly crc32: number;
  /** SHA-1 of the bytes, hex, where it is known. */
  readonly sha1?: string;
  /** The image that the other drive's owner made of it: it comes along (`gainContents`). */
  readonly own?: { readonly image: OwnImage; readonly content: Omit<NewContent, 'own'> };
}

/** Contents of one event; a row of a database holds 2 MB. */
const TOLD_KEYS = 10_000;

/** A number larger than every one before it in this drive. */
export function nextSeq(sql: SqlStorage): number {
  return sql.exec<{ ref_seq: number }>('UPDATE space SET ref_seq = ref_seq + 1 RETURNING ref_seq').one().ref_seq;
}

export function contentByKey(sql: SqlStorage, contentKey: string): ContentRow | null {
  return sql.exec<ContentRow>('SELECT * FROM contents WHERE content_key = ?', contentKey).toArray()[0] ?? null;
}

/** A program has said the SHA-1 of a content that is here, and it was compared with the bytes. @param sha1  hex */
export function recordSha1(sql: SqlStorage, contentKey: string, sha1: string): void {
  sql.exec('UPDATE contents SET sha1 = ?1 WHERE content_key = ?2 AND sha1 <> ?1', sha1, contentKey);
}

/**
 * Publishes which contents this drive holds from now on, or holds no more. The number is newer than that of any earlier claim.
 * @param dueMs  epoch ms: not before; default at once
 */
function publishContents(tx: DriveTx, contentKeys: readonly string[], present: boolean, dueMs?: number): number {
  const seq = nextSeq(tx.sql);
  for (let first = 0; first < contentKeys.length; first += TOLD_KEYS)
    tx.publish(CONTENTS_CHANGED, { contentKeys: contentKeys.slice(first, first + TOLD_KEYS), present, seq }, dueMs);
  return seq;
}

/** Publishes that this drive releases the content. */
export function publishLost(tx: DriveTx, contentKey: string): void {
  publishAllLost(tx, [contentKey]);
}

function publishAllLost(tx: DriveTx, contentKeys: readonly string[]): void {
  if (contentKeys.length > 0) tx.sql.exec('UPDATE space SET lost_seq = ?', publishContents(tx, contentKeys, false));
}

/** Whether the reference that a claim of this number made still stands: nothing was let go of since. */
function stands(sql: SqlStorage, claimedSeq: number): boolean {
  return claimedSeq > sql.exec<{ lost_seq: number }>('SELECT lost_seq FROM space').one().lost_seq;
}

/** @returns whether the drive did not hold it before */
function countContent(sql: SqlStorage, content: NewContent, count: number): boolean {
  const row = sql
    .exec<{ nodes: number }>(
      `INSERT INTO contents (content_key, manifest, size_bytes, gcid, crc32, nodes, sha1) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (content_key) DO UPDATE SET nodes = nodes + excluded.nodes, sha1 = iif(excluded.sha1 = '', sha1, excluded.sha1)
       RETURNING nodes`,
      content.contentKey,
      content.manifest,
      content.sizeBytes,
      content.gcid,
      content.crc32,
      count,
      content.sha1 ?? '',
    )
    .one();
  return row.nodes === count;
}

/**
 * Counts `count` more nodes with this content. The manifest of a content that is already here is kept.
 * @param claimedSeq  number under which the index was asked for the content already; 0: it was not
 */
export function gainContent(tx: DriveTx, content: NewContent, count = 1, claimedSeq = 0): void {
  if (!countContent(tx.sql, content, count)) return;
  cancelGraces(tx.sql, [content.contentKey]);
  if (!stands(tx.sql, claimedSeq)) publishContents(tx, [content.contentKey], true);
}

export interface CountedContent {
  readonly content: NewContent;
  /** Nodes more that have it. */
  readonly count: number;
}

/**
 * The same for many contents, by few statements and one event; images made by the other owner come along.
 * @param tellMs  epoch ms when the index is to be notified, so that one call serves several steps
 * @param claimedSeq  as `gainContent`
 */
export function gainContents(tx: DriveTx, counted: readonly CountedContent[], tellMs: number, claimedSeq = 0): void {
  const images = counted.flatMap(({ content: { own } }) => own ?? []);
  const fresh = countContents(tx.sql, counted);
  for (const { image, content } of images) {
    if (ownImageOf(tx.sql, image.contentKey)) continue;
    if (countContent(tx.sql, content, 1)) fresh.push(content.contentKey);
    insertOwnImage(tx.sql, image);
  }
  if (fresh.length === 0) return;
  cancelGraces(tx.sql, fresh);
  if (!stands(tx.sql, claimedSeq)) publishContents(tx, fresh, true, tellMs);
}

/** @returns the keys of those that the drive did not hold before */
function countContents(sql: SqlStorage, counted: readonly CountedContent[]): string[] {
  const counts = new Map(counted.map(({ content, count }) => [content.contentKey, count]));
  const cells = counted.map(({ content: { contentKey, manifest, sizeBytes, gcid, crc32 }, count }) =>
    JSON.stringify([contentKey, manifest, sizeBytes, gcid, crc32, count]),
  );
  return jsonArrays(cells).flatMap((rows) =>
    sql
      .exec<{ content_key: string; nodes: number }>(
        `INSERT INTO contents (content_key, manifest, size_bytes, gcid, crc32, nodes)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?) WHERE true
         ON CONFLICT (content_key) DO UPDATE SET nodes = nodes + excluded.nodes RETURNING content_key, nodes`,
        rows,
      )
      .toArray()
      .filter(({ content_key, nodes }) => nodes === counts.get(content_key))
      .map(({ content_key }) => content_key),
  );
}

/** Counts nodes fewer with these contents; those at zero are forgotten. @param counts  nodes by content key */
export function loseContents(tx: DriveTx, counts: ReadonlyMap<string, number>): void {
  const lost: string[] = [];
  const waiting = [...counts];
  for (const [contentKey, count] of waiting) {
    const row = tx.sql
      .exec<{ nodes: number; size_bytes: number }>(
        'UPDATE contents SET nodes = nodes - ? WHERE content_key = ? RETURNING nodes, size_bytes',
        count,
        contentKey,
      )
      .toArray()[0];
    if (!row || row.nodes > 0) continue;
    tx.sql.exec('DELETE FROM contents WHERE content_key = ?', contentKey);
    dropImages(tx.sql, contentKey);
    const imageKey = deleteOwnImage(tx.sql, contentKey);
    // An image is a content that one node more had.
    if (imageKey !== null) waiting.push([imageKey, 1]);
    startGrace(tx, contentKey, row.size_bytes);
    lost.push(contentKey);
  }
  publishAllLost(tx, lost);
}

/** Counts `count` nodes fewer with this content. */
export function loseContent(tx: DriveTx, contentKey: string, count = 1): void {
  loseContents(tx, new Map([[contentKey, count]]));
}
