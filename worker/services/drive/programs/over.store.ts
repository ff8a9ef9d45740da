/**
 * The content of one file takes the place of that of another, which keeps its id, links, people and place: what it held becomes a
 * version. Programs save so: they write a temporary file and move it over the one that is there.
 */
import { AppError } from '#shared/errors.ts';
import { appendAct } from '../acts/log.store.ts';
import { ACT, SHOWN } from '../core/act.ts';
import { nodesWritten } from '../core/node-listeners.ts';
import type { DriveTx, VersionLimits } from '../core/tx.ts';
import { deleteFiles } from '../jobs/delete-job.store.ts';
import { contentByKey, gainContent } from '../tree/content.store.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { readUnreadSoon } from '../tree/taken.store.ts';
import { retainVersion, takeOverVersions } from '../tree/versions/version.store.ts';
import { bumpWatchers, notifyWatchers, watchersAbove, watchersBelow } from '../tree/watchers.store.ts';
import { copyProps } from './props.store.ts';

/** Sets the content; space is the caller's. @returns whether it is another one than before */
function putContent(tx: DriveTx, from: NodeRow, target: NodeRow, limits: VersionLimits): boolean {
  const { sql } = tx;
  const isOther = from.content_key !== target.content_key;
  if (isOther) {
    const content = from.content_key === null ? null : contentByKey(sql, from.content_key);
    if (!content) throw new AppError('file_uncompleted');
    const { content_key: contentKey, manifest, size_bytes: sizeBytes, gcid, crc32 } = content;
    gainContent(tx, { contentKey, manifest, sizeBytes, gcid, crc32 });
    retainVersion(tx, target, limits);
  }
  sql.exec(
    `UPDATE nodes SET content_key = ?, size_bytes = ?, gcid = ?, user_modified_ms = ?, modified_ms = ?,
       camera_ms = ?, camera_zone = ?, taken_by = ?, revision = revision + 1 WHERE id = ?`,
    from.content_key,
    from.size_bytes,
    from.gcid,
    from.user_modified_ms,
    tx.nowMs,
    from.camera_ms,
    from.camera_zone,
    from.taken_by,
    target.id,
  );
  readUnreadSoon(tx);
  copyProps(sql, [[from.id, target.id]]);
  appendAct(tx, { kind: ACT.update, ids: [target.id], to: target.parent_id, shown: SHOWN.recent });
  nodesWritten(tx, [target.id]);
  bumpWatchers(tx, [target.id]);
  return isOther;
}

/** The space of what a version and a content take together; a node that is deleted gives its own back. */
function takeSpace(sql: SqlStorage, bytes: number): void {
  sql.exec('UPDATE space SET usage_bytes = usage_bytes + ?', bytes);
}

/** Moves a file over another one; the moved node is gone then, its versions are those of the other. @returns whether a share must have acknowledged */
export function moveOver(tx: DriveTx, from: NodeRow, target: NodeRow, limits: VersionLimits): boolean {
  const shares = [...watchersAbove(tx, [from.id]), ...watchersBelow(tx, [from.id])];
  takeOverVersions(tx, from.id, target.id, limits);
  if (putContent(tx, from, target, limits)) takeSpace(tx.sql, from.size_bytes);
  deleteFiles(tx, [from]);
  notifyWatchers(tx, shares, true);
  return shares.length > 0;
}

/** Copies the content of a file over that of another one; the caller has made sure that there is space. */
export function copyOver(tx: DriveTx, from: NodeRow, target: NodeRow, limits: VersionLimits): void {
  if (putContent(tx, from, target, limits)) takeSpace(tx.sql, from.size_bytes);
}
