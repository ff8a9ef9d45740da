/** Whether what an upload brought is the content of its file: bytes that are sent again are acknowledged only then. */
import { nodeById } from '../tree/tree.store.ts';
import { fileHolds } from '../tree/versions/version.store.ts';
import { landedOf, requireUpload } from './begin-session.ts';
import type { UploadHolding } from './rpc-types.ts';

export function holdingOfFile(sql: SqlStorage, fileId: string, contentKey: string): UploadHolding {
  const file = nodeById(sql, fileId);
  if (!file) return 'gone';
  return fileHolds(sql, file, contentKey) ? 'held' : 'other';
}

/** @param uploadId  of a session, or of a file that came in one request @throws AppError not_found */
export function holdingOf(sql: SqlStorage, uploadId: string, contentKey: string): UploadHolding {
  const landed = landedOf(uploadId);
  if (landed) return holdingOfFile(sql, landed.fileId, contentKey);
  const { state, target_id: targetId, node_id: nodeId } = requireUpload(sql, uploadId);
  if (state === 'hashing') return 'hashing';
  return state === 'done' ? holdingOfFile(sql, targetId ?? nodeId, contentKey) : 'gone';
}
