/** Reads upload sessions: one with a fresh token, and pages of those that wait for bytes. */
import type { OpenUpload, UploadSession } from '#shared/drive/upload.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { UploadId } from '#shared/ids.ts';
import { wireTime } from '#shared/units.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type CallContext, type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { pageRows } from '../tree/listing-query.ts';
import type { OpenUploadRow } from './list.store.ts';
import type { uploadPart } from './part.ts';
import { partCount } from './rules.ts';
import { toUploadSession } from './wire.ts';

function toOpenUpload(row: OpenUploadRow): OpenUpload {
  return {
    kind: 'drive#upload',
    id: row.id,
    provider: row.door === 'own' ? 'PROVIDER_MAGPIE' : 'PROVIDER_ALIYUN',
    file_id: row.node_id,
    parent_id: row.parent_id,
    name: row.name,
    size: String(row.size_bytes),
    part_size: row.part_bytes,
    part_count: partCount(row.size_bytes, row.part_bytes),
    parts_stored: row.parts,
    size_stored: String(row.stored_bytes),
    hash: row.gcid_claim.toUpperCase(),
    created_time: wireTime(row.created_ms),
    modified_time: wireTime(row.last_part_ms ?? row.created_ms),
    expire_time: wireTime(row.deadline_ms),
  };
}

/** @throws AppError unauthenticated; invalid_argument for a bad page token */
export async function uploads(
  deps: DriveDeps,
  caller: Caller,
  query: { limit: number; pageToken: string },
): Promise<{ kind: 'drive#uploadList'; uploads: OpenUpload[]; next_page_token: string }> {
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const drive = driveOf<typeof uploadPart>(deps, caller.userId);
  const page = unwrap(await drive.openUploads(callerData(caller), query.pageToken, rows));
  return { kind: 'drive#uploadList', uploads: page.rows.map(toOpenUpload), next_page_token: page.nextPageToken };
}

/** Which parts are stored, with a fresh token. @throws AppError unauthenticated, not_found */
export async function uploadState(
  deps: DriveDeps,
  caller: Caller,
  id: UploadId,
  call: CallContext,
): Promise<UploadSession> {
  const person = callerData(caller);
  const { upload } = unwrap(await driveOf<typeof uploadPart>(deps, caller.userId).uploadAnswer(person, id));
  return toUploadSession(deps.keyring, person, upload, call.nowMs);
}
