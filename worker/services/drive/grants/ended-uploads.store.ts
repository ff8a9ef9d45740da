/** Files that guests are sending when their right ends: nothing arrives by it, and the space of the owner is free. */
import type { DriveTx } from '../core/tx.ts';
import { liveOf } from '../tree/tree.store.ts';
import { abortUpload } from '../upload/finish-session.ts';
import { uploadById } from '../upload/store.ts';

function end(tx: DriveTx, uploadIds: readonly string[]): void {
  for (const id of uploadIds) {
    const row = uploadById(tx.sql, id);
    if (row) abortUpload(tx, row, 'Cancelled');
  }
}

/** The grant ends, or allows reading only. */
export function endUploads(tx: DriveTx, grantId: string): void {
  const coming = tx.sql
    .exec<{ id: string }>("SELECT upload_id AS id FROM grant_uploads WHERE grant_id = ? AND node_id = ''", grantId)
    .toArray();
  end(
    tx,
    coming.map(({ id }) => id),
  );
}

/** The folders of some of these grants may be gone. A file that is all here goes with its folder. @param ids  JSON of ids of grants */
export function endUploadsOfGone(tx: DriveTx, ids: string): void {
  const coming = tx.sql
    .exec<{ id: string; folderId: string }>(
      `SELECT uploads.id, grants.node_id AS folderId FROM json_each(?) AS one
         CROSS JOIN grant_uploads AS sent ON sent.grant_id = one.value AND sent.node_id = ''
         JOIN grants ON grants.id = sent.grant_id JOIN uploads ON uploads.id = sent.upload_id
       WHERE uploads.state = 'open'`,
      ids,
    )
    .toArray();
  const live = new Set(liveOf(tx.sql, [...new Set(coming.map(({ folderId }) => folderId))]));
  end(
    tx,
    coming.filter(({ folderId }) => !live.has(folderId)).map(({ id }) => id),
  );
}
