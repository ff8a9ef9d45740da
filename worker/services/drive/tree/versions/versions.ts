/** What a file held before: pages of it, one with its link, put back, deleted. */
import type { FileObject } from '#shared/drive/model.ts';
import type { FileVersion, OpenVersion } from '#shared/drive/versions.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey, NodeId } from '#shared/ids.ts';
import { SECOND_MS, wireTime } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { signContentLink } from '../../content/link.ts';
import { idempotencyKeyFor } from '../../core/idempotency.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../../deps.ts';
import { pageRows } from '../listing-query.ts';
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
    user_modified_time: wireTime(row.user_modified_ms),
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
  const page = unwrap(await driveOf(deps, caller.userId).versions(callerData(caller), id, query.pageToken, rows));
  return {
    kind: 'drive#versionList',
    versions: page.rows.map((row) => toVersion(deps, row)),
    next_page_token: page.nextPageToken,
  };
}

/** @throws AppError file_not_found, file_in_recycle_bin, not_found, file_blocked */
export async function version(deps: DriveDeps, caller: Caller, id: NodeId, versionId: string): Promise<OpenVersion> {
  const found = unwrap(await driveOf(deps, caller.userId).version(callerData(caller), id, versionId));
  const link = await signContentLink(
    deps.keyring,
    deps.contentOrigin,
    {
      kind: 'drive',
      ownerId: caller.userId,
      nodeId: id,
      contentKey: found.version.content_key as ContentKey,
      expiresAtMs: deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS,
      attachment: true,
      sessionId: caller.sessionId,
      tokenEpoch: caller.epoch,
    },
    found.file.name,
  );
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
  const repeat = idempotencyKeyFor(call, 'restoreVersion', { id, versionId });
  const drive = driveOf(deps, caller.userId);
  return toFileObject(unwrap(await drive.restoreVersion(callerData(caller), id, versionId, repeat)), {
    userId: caller.userId,
  });
}

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function deleteVersion(deps: DriveDeps, caller: Caller, id: NodeId, versionId: string): Promise<void> {
  unwrap(await driveOf(deps, caller.userId).deleteVersion(callerData(caller), id, versionId));
}
