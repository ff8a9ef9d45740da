/** The archive behind a file of the caller. */

import type { BlobManifest } from '#shared/content/manifest.ts';
import { parseManifest } from '#shared/content/manifest.ts';
import { AppError } from '#shared/errors.ts';
import { requireNode } from '../tree/batch.store.ts';
import { isBlocked, requireOpen } from '../tree/blocked.store.ts';
import { contentByKey } from '../tree/content.store.ts';
import { isLive, nodeById } from '../tree/tree.store.ts';
import type { ArchiveOrder, ArchivePlan } from './rpc-types.ts';

export interface ArchiveFile {
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly contentKey: string;
  readonly gcid: string;
  readonly manifest: BlobManifest;
}

/** @throws AppError file_not_found, file_in_recycle_bin, file_blocked; INVALID_FILE_FORMAT for a folder or an unfinished file */
export function archiveFile(sql: SqlStorage, id: string): ArchiveFile {
  const row = requireNode(sql, id);
  requireOpen(sql, row.gcid);
  const content = row.content_key === null ? null : contentByKey(sql, row.content_key);
  const manifest = content && parseManifest(content.manifest);
  if (!content || !manifest) throw new AppError('INVALID_FILE_FORMAT', { field: 'file_id' });
  const { name, parent_id: parentId, gcid } = row;
  return { id, parentId, name, contentKey: content.content_key, gcid, manifest };
}

/** The archive that a job extracts; null when it is no longer in place, or closed. */
export function sourceOf(sql: SqlStorage, order: ArchiveOrder): ArchivePlan['source'] {
  const node = order.do === 'extract' ? nodeById(sql, order.fileId) : null;
  const content = node?.content_key ? contentByKey(sql, node.content_key) : null;
  if (!node || !content || order.do !== 'extract' || node.content_key !== order.contentKey) return null;
  const manifest = isLive(sql, node.id) && !isBlocked(sql, node.gcid) ? parseManifest(content.manifest) : null;
  return manifest ? { manifest, name: node.name } : null;
}

/** @throws AppError file_not_found: the archive was trashed, deleted or closed while its job runs */
export function requireSource(sql: SqlStorage, order: ArchiveOrder): void {
  if (order.do === 'extract' && !sourceOf(sql, order)) throw new AppError('file_not_found');
}
