/** Whether an upload brought a content: bytes that are sent again are acknowledged only then. */
import { nodeById } from '../tree/tree.store.ts';
import { fileHolds } from '../tree/versions/version.store.ts';
import { landedOf, requireUpload } from './begin-session.ts';
import type { UploadHolding } from './rpc-types.ts';

/**
 * For an answer that shows the file: a deleted one is gone.
 * @param landedKey  content that came in; null: an earlier version took it
 */
function holdingOfFile(sql: SqlStorage, fileId: string, landedKey: string | null, contentKey: string): UploadHolding {
  const file = nodeById(sql, fileId);
  if (!file) return 'gone';
  return landedKey === contentKey || fileHolds(sql, file, contentKey) ? 'held' : 'other';
}

/** For an answer that the file of today does not change. @param landedKey  as `holdingOfFile` */
export function landedHolding(
  sql: SqlStorage,
  fileId: string,
  landedKey: string | null,
  contentKey: string,
): UploadHolding {
  if (landedKey === null) return holdingOfFile(sql, fileId, null, contentKey);
  return landedKey === contentKey ? 'held' : 'other';
}

/** @param uploadId  of a session, or of a file that came in one request @throws AppError not_found */
export function holdingOf(sql: SqlStorage, uploadId: string, contentKey: string): UploadHolding {
  const landed = landedOf(uploadId);
  if (landed) return holdingOfFile(sql, landed.fileId, landed.contentKey, contentKey);
  const { state, target_id: targetId, node_id: nodeId, landed_key: landedKey } = requireUpload(sql, uploadId);
  if (state === 'hashing') return 'hashing';
  return state === 'done' ? holdingOfFile(sql, targetId ?? nodeId, landedKey, contentKey) : 'gone';
}
