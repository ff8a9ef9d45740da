/** The archive of a job that extracts it. */

import { parseManifest } from '#shared/content/manifest.ts';
import { AppError } from '#shared/errors.ts';
import { isBlocked } from '../tree/blocked.store.ts';
import { contentByKey } from '../tree/content.store.ts';
import { isLive, nodeById } from '../tree/tree.store.ts';
import type { ArchiveOrder, ArchivePlan } from './rpc-types.ts';

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
