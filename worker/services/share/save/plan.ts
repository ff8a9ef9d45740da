/** The plan of a save, and taking a save back. */
import { AppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asUserId, isWireId } from '#shared/ids.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { SavePlan } from '#worker/services/drive/service.ts';
import { registryOf, type ShareParts } from '../deps.ts';
import { readPassToken } from '../visit/pass-token.ts';
import { readRoots } from '../visit/read-roots.ts';
import { viewOnlyError } from '../visit/view-only.ts';
import type { RestoreInput } from './restore.ts';

export interface PlannedSave {
  readonly status: ShareStatus;
  /** null when refused. */
  readonly plan: SavePlan | null;
}

/** @throws AppError unauthenticated, link_view_only, file_restore_own, file_not_found, file_in_recycle_bin */
export async function planRestore(
  parts: ShareParts,
  caller: Caller,
  input: RestoreInput,
  call: CallContext,
): Promise<PlannedSave> {
  const { shareId, parentId, passCodeToken } = input;
  unwrap(await registryOf(parts, caller.userId).checkSession(callerData(caller)));
  if (!isWireId(shareId)) return { status: 'NOT_FOUND', plan: null };
  const passVersion = await readPassToken(parts.keyring, passCodeToken, shareId, call.nowMs);
  const { status, cover, roots } = await readRoots(parts, shareId, { by: 'visitor', use: 'bytes', passVersion });
  // The owner learns without a passcode that the files are there already.
  if (cover?.ownerId === caller.userId && (status === 'OK' || status === 'PASS_CODE_EMPTY'))
    throw new AppError('file_restore_own');
  if (status === 'OK' && cover?.viewOnly) throw viewOnlyError();
  if (status !== 'OK' || !roots) return { status, plan: null };
  const plan = await parts.drive.planSave(caller, {
    ownerId: asUserId(roots.ownerId),
    rootIds: roots.rootIds.map(asNodeId),
    ids: [...new Set(input.fileIds)],
    parentId,
  });
  return { status, plan };
}
