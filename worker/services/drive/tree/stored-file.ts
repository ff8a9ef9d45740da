/** A complete file of the caller with the place of its bytes, for work that reads them: archives, torrents. */

import { type BlobManifest, parseManifest } from '#shared/content/manifest.ts';
import { AppError } from '#shared/errors.ts';
import { requireNode } from './batch.store.ts';
import { requireOpen } from './blocked.store.ts';
import { contentByKey } from './content.store.ts';

export interface StoredFile {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly contentKey: string;
  readonly gcid: string;
  readonly manifest: BlobManifest;
}

/** @throws AppError file_not_found, file_in_recycle_bin, file_blocked; INVALID_FILE_FORMAT for a folder or an unfinished file */
export function storedFile(sql: SqlStorage, id: string): StoredFile {
  const row = requireNode(sql, id);
  requireOpen(sql, row.gcid);
  const content = row.content_key === null ? null : contentByKey(sql, row.content_key);
  const manifest = content && parseManifest(content.manifest);
  if (!content || !manifest) throw new AppError('INVALID_FILE_FORMAT', { field: 'file_id' });
  const { name, parent_id: parentId, gcid } = row;
  return { id, parentId, name, contentKey: content.content_key, gcid, manifest };
}
