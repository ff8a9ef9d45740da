/** Versions of a file: pages of them, one with its link, restoring one. */
import type { FileObject } from '#shared/drive/model.ts';
import { storedTime } from '#shared/drive/stored-time.ts';
import type { FileVersion, OpenVersion } from '#shared/drive/versions.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey, NodeId } from '#shared/ids.ts';
import { SECOND_MS, wireTime } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownContentLink } from '../../content/link.ts';
import { idempotencyKeyFor } from '../../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
import type { treePart } from '../part.ts';
import { toFileObject } from '../wire.ts';
import type { VersionRow } from './version.store.ts';

function toVersion(deps: DriveDeps, row: VersionRow): FileVersion {
  return {
    kind: 'drive#version',
    id: row.id,
    file_id: row.node_id,
    size: String(row.size_bytes),
    hash: row.gcid.toUpperCase(),
    replaced_time: wireTime(row.replaced_ms),
    modified_time: wireTime(row.modified_ms),
    user_modified_time: storedTime(row.user_modified_ms),
    expire_time: wireTime(row.replaced_ms + deps.limits.versionTtlSeconds * SECOND_MS),
  };
}

/** @throws AppError file_not_found, file_in_recycle_bin; invalid_argument for a bad page token */
export async function versions(
  deps: DriveDeps,
  caller: Caller,
  id: NodeId,
  query: { limit: number; pageToken: string },
): Promise<{ kind: 'drive#versionList'; versions: FileVersion[]; next_page_token: string }> {
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const page = unwrap(
    await driveOf<typeof treePart>(deps, caller.userId).versions(callerData(caller), id, query.pageToken, rows),
  );
  return {
    kind: 'drive#versionList',
    versions: page.rows.map((row) => toVersion(deps, row)),
    next_page_token: page.nextPageToken,
  };
}

/** @throws AppError file_not_found, file_in_recycle_bin, not_found, file_blocked */
export async function version(deps: DriveDeps, caller: Caller, id: NodeId, versionId: string): Promise<OpenVersion> {
  const found = unwrap(await driveOf<typeof treePart>(deps, caller.userId).version(callerData(caller), id, versionId));
  const contentKey = found.version.content_key as ContentKey;
  const link = await ownContentLink(deps, caller, id, contentKey, found.file.name);
  return {
    ...toVersion(deps, found.version),
    web_content_link: link.url,
    links: { 'application/octet-stream': link },
  };
}

/** @throws AppError file_not_found, file_in_recycle_bin, not_found, file_blocked */
export async function restoreVersion(
  deps: DriveDeps,
  caller: Caller,
  id: NodeId,
  versionId: string,
  call: CallContext,
): Promise<FileObject> {
  const key = idempotencyKeyFor(call, 'restoreVersion', { id, versionId });
  const drive = driveOf<typeof treePart>(deps, caller.userId);
  return toFileObject(unwrap(await drive.restoreVersion(callerData(caller), id, versionId, key)), {
    userId: caller.userId,
  });
}
