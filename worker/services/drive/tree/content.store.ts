/**
 * Contents of this drive, each counted by the nodes that have it. The blob index receives an event when a content is added to
 * this drive and when its last node is deleted; the numbers only grow, so a late event never undoes a newer one.
 */

import type { DriveTx } from '../core/tx.ts';
import { dropImages } from '../pictures/images.store.ts';
import { deleteOwnImage, insertOwnImage, type OwnImage, ownImageOf } from '../pictures/own-images.store.ts';
import { cancelGrace, startGrace } from '../upload/store-limits.store.ts';

export interface ContentRow extends Record<string, SqlStorageValue> {
  content_key: string;
  /** JSON of a BlobManifest. */
  manifest: string;
  size_bytes: number;
  gcid: string;
  crc32: number;
  nodes: number;
}

export interface NewContent {
  readonly contentKey: string;
  /** JSON of a BlobManifest. */
  readonly manifest: string;
  readonly sizeBytes: number;
  readonly gcid: string;
  readonly crc32: number;
  /** The image that the other drive's owner made of it: it comes along. */
  readonly own?: { readonly image: OwnImage; readonly content: Omit<NewContent, 'own'> };
}

/** A number larger than every one before it in this drive. */
export function nextSeq(sql: SqlStorage): number {
  return sql.exec<{ ref_seq: number }>('UPDATE space SET ref_seq = ref_seq + 1 RETURNING ref_seq').one().ref_seq;
}

export function contentByKey(sql: SqlStorage, contentKey: string): ContentRow | null {
  return sql.exec<ContentRow>('SELECT * FROM contents WHERE content_key = ?', contentKey).toArray()[0] ?? null;
}

/** Publishes that this drive releases the content. Newer than any claim whose number is smaller. */
export function tellLost(tx: DriveTx, contentKey: string): void {
  const seq = nextSeq(tx.sql);
  tx.sql.exec('UPDATE space SET lost_seq = ?', seq);
  tx.publish('drive.content-changed', { contentKey, present: false, seq });
}

/** Whether the reference that a claim of this number made still stands: nothing was let go of since. */
function stands(sql: SqlStorage, claimedSeq: number): boolean {
  return claimedSeq > sql.exec<{ lost_seq: number }>('SELECT lost_seq FROM space').one().lost_seq;
}

/**
 * Counts `count` more nodes with this content. The manifest of a content that is already here is kept.
 * @param claimedSeq  number under which the index was asked for the content already; 0: it was not
 */
export function gainContent(tx: DriveTx, content: NewContent, count = 1, claimedSeq = 0): void {
  const row = tx.sql
    .exec<{ nodes: number }>(
      `INSERT INTO contents (content_key, manifest, size_bytes, gcid, crc32, nodes) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (content_key) DO UPDATE SET nodes = nodes + excluded.nodes RETURNING nodes`,
      content.contentKey,
      content.manifest,
      content.sizeBytes,
      content.gcid,
      content.crc32,
      count,
    )
    .one();
  if (row.nodes === count) cancelGrace(tx.sql, content.contentKey);
  if (row.nodes === count && !stands(tx.sql, claimedSeq))
    tx.publish('drive.content-changed', { contentKey: content.contentKey, present: true, seq: nextSeq(tx.sql) });
  if (!content.own || ownImageOf(tx.sql, content.contentKey)) return;
  gainContent(tx, content.own.content);
  insertOwnImage(tx.sql, content.own.image);
}

/** Counts `count` nodes fewer with this content, which is forgotten at zero. */
export function loseContent(tx: DriveTx, contentKey: string, count = 1): void {
  const row = tx.sql
    .exec<{ nodes: number; size_bytes: number }>(
      'UPDATE contents SET nodes = nodes - ? WHERE content_key = ? RETURNING nodes, size_bytes',
      count,
      contentKey,
    )
    .toArray()[0];
  if (!row || row.nodes > 0) return;
  tx.sql.exec('DELETE FROM contents WHERE content_key = ?', contentKey);
  dropImages(tx.sql, contentKey);
  const imageKey = deleteOwnImage(tx.sql, contentKey);
  if (imageKey !== null) loseContent(tx, imageKey);
  startGrace(tx, contentKey, row.size_bytes);
  tellLost(tx, contentKey);
}
