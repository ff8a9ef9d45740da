/**
 * Saves files of a link into the caller's drive. Claims one save first; a refusal of the drive undoes the claim.
 */
import { AppError, httpStatusOf, isAppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asUserId, isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { RestoreStatus, ShareStatus } from '#shared/share/model.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { RestoreAnswer } from '#worker/services/drive/service.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { RestoreClaim } from '../state/rpc-types.ts';
import { readPassToken } from '../visit/pass-token.ts';
import { viewOnlyError } from '../visit/view-only.ts';

export interface RestoreInput {
  readonly shareId: ShareId;
  readonly passCodeToken: string;
  /** Empty means everything. */
  readonly fileIds: readonly NodeId[];
  readonly parentId: NodeId | null;
  /** Some of `fileIds` go into other folders of the same drive. */
  readonly into?: readonly { readonly parentId: NodeId; readonly fileIds: readonly NodeId[] }[];
  /** Names what the files hold now: the same files with other contents are another save, and the same ones are saved once for good. */
  readonly contents?: string;
}

export interface RestoreOutcome {
  readonly share_status: ShareStatus;
  readonly share_status_text: string;
  readonly file_id: string;
  readonly restore_status: RestoreStatus;
  readonly restore_task_id: string;
  readonly params: Record<string, string>;
}

/** One save of the drive, and the nodes that it copies. */
export interface StartedSave {
  readonly taskId: string;
  readonly ids: readonly NodeId[];
}

/**
 * @param saves  gets what each save of the drive copies
 * @throws AppError unauthenticated, link_view_only, file_restore_own, file_not_found, file_space_not_enough
 */
export async function restore(
  parts: ShareParts,
  caller: Caller,
  input: RestoreInput,
  call: CallContext,
  saves: StartedSave[] = [],
): Promise<RestoreOutcome> {
  const { shareId, parentId } = input;
  const outcome = (
    status: ShareStatus,
    saved?: { taskId: string; parentId: string; params?: Readonly<Record<string, string>> },
    restoreStatus: RestoreStatus = 'RESTORE_UNKNOWN',
  ): RestoreOutcome => ({
    share_status: status,
    share_status_text: parts.texts.status(status, call.locale),
    file_id: saved?.parentId ?? '',
    restore_status: restoreStatus,
    restore_task_id: saved?.taskId ?? '',
    params: { ...saved?.params },
  });
  // The drive refuses tokens of an ended session; answers without a call to the drive check the caller's own registry.
  const requireSession = async (): Promise<void> => {
    unwrap(await registryOf(parts, caller.userId).checkSession(callerData(caller)));
  };
  if (!isWireId(shareId)) {
    await requireSession();
    return outcome('NOT_FOUND');
  }

  const share = shareOf(parts, shareId);
  const fileIds = [...new Set(input.fileIds)].sort();
  const requestKey = await requestKeyOf(parts, [
    shareId,
    caller.userId,
    parentId,
    fileIds.length === 0 ? '*' : fileIds,
    ...(input.contents === undefined ? [] : [input.contents]),
  ]);
  const passVersion = await readPassToken(parts.keyring, input.passCodeToken, shareId, call.nowMs);
  const claim: RestoreClaim = unwrap(await share.claimRestore({ requestKey, recipientId: caller.userId, passVersion }));
  if (claim.kind !== 'claimed') await requireSession();
  if (claim.kind === 'view_only') throw viewOnlyError();
  if (claim.kind === 'own') throw new AppError('file_restore_own');
  if (claim.kind === 'refused') return outcome(claim.status);
  if (claim.kind === 'earlier') {
    // No save is left: only a retry of one whose copies still exist succeeds.
    const earlier = await parts.drive.restoreOf(caller.userId, requestKey);
    return earlier?.inPlace ? outcome('OK', claim, 'RESTORE_START') : outcome('MAX_RESTORE_COUNT');
  }

  const rootIds = claim.roots.rootIds.map(asNodeId);
  const order = { shareId, ownerId: asUserId(claim.roots.ownerId), rootIds, isOnce: input.contents !== undefined };
  let saved: RestoreAnswer | undefined;
  try {
    const places = placesOf({ ...input, fileIds });
    saved = await parts.drive.restore(caller, { ...order, ...places.first, requestKey });
    saves.push({ taskId: saved.taskId, ids: places.first.ids });
    for (const place of places.others) {
      const key = await requestKeyOf(parts, [requestKey, place.parentId, place.ids]);
      const { taskId } = await parts.drive.restore(caller, { ...order, ...place, requestKey: key });
      saves.push({ taskId, ids: place.ids });
    }
  } catch (error) {
    // A refusal undoes the claim. After an unclear failure the claim stays, and a repeated request continues with it.
    if (!saved && isAppError(error) && httpStatusOf(error.errorName, 'drive') < 500)
      unwrap(await share.releaseRestore({ requestKey, again: claim.again, saved: null }));
    throw error;
  }
  const { taskId, started } = saved;
  if (started) parts.countSave();
  try {
    unwrap(
      await share.releaseRestore({
        requestKey,
        again: claim.again,
        saved: { taskId, parentId: saved.parentId, started },
      }),
    );
  } catch (error) {
    // The restore runs and the save is counted already; only the record of it failed.
    logError('share.restore-note', error);
  }
  return outcome('OK', saved, saved.done ? 'RESTORE_COMPLETE' : 'RESTORE_START');
}

interface SavePlace {
  readonly parentId: NodeId | null;
  readonly ids: readonly NodeId[];
}

/** One save of the link, in as many saves of the drive as there are folders. */
function placesOf({ fileIds, parentId, into = [] }: RestoreInput): { first: SavePlace; others: readonly SavePlace[] } {
  const moved = new Set(into.flatMap((place) => place.fileIds));
  const rest = fileIds.filter((id) => !moved.has(id));
  const others = into.map((place) => ({ parentId: place.parentId, ids: place.fileIds.toSorted() }));
  const [first] = others;
  return rest.length === 0 && first ? { first, others: others.slice(1) } : { first: { parentId, ids: rest }, others };
}

async function requestKeyOf(parts: ShareParts, request: readonly unknown[]): Promise<string> {
  return toHex(await parts.keyring.mac(KEY_PURPOSE.restore, JSON.stringify(request)));
}
