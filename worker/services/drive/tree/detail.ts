/** One file or folder; a complete file with links to its content. */
import type { FileObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey, NodeId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { signContentLink } from '../content/link.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { LinkClaims } from '../service.ts';
import { toFileObject } from './wire.ts';

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function detail(deps: DriveDeps, caller: Caller, id: NodeId): Promise<FileObject> {
  const row = unwrap(await driveOf(deps, caller.userId).detail(callerData(caller), id));
  if (row.content_key === null || row.phase !== 'PHASE_TYPE_COMPLETE')
    return toFileObject(row, { userId: caller.userId });
  const claims: LinkClaims = {
    kind: 'drive',
    ownerId: caller.userId,
    nodeId: id,
    contentKey: row.content_key as ContentKey,
    expiresAtMs: deps.clock.nowMs() + deps.limits.contentLinkTtlSeconds * SECOND_MS,
    attachment: true,
    sessionId: caller.sessionId,
    tokenEpoch: caller.epoch,
  };
  const link = await signContentLink(deps.keyring, deps.contentOrigin, claims, row.name);
  return toFileObject(row, {
    userId: caller.userId,
    links: { 'application/octet-stream': link },
    webContentLink: link.url,
  });
}
