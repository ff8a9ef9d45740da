/**
 * Saves files of a link into the caller's drive. The claim comes first and is given back when the drive refuses.
 */
import { AppError, httpStatusOf, isAppError, unwrap } from '#shared/errors.ts';
import { asNodeId, asUserId, isWireId } from '#shared/ids.ts';
import type { RestoreStatus, ShareStatus } from '#shared/share/model.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { logError } from '#worker/platform/log.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { RestoreAnswer } from '#worker/services/drive/service.ts';
import { callerData, registryOf, type ShareParts, shareOf } from '../deps.ts';
import { KEY_PURPOSE } from '../keys.ts';
import type { RestoreInput, RestoreOutcome } from '../service.ts';
import type { RestoreClaim } from '../state/rpc-types.ts';
import { readPassToken } from '../visit/pass-token.ts';

/** @throws AppError unauthenticated, file_restore_own, file_not_found, file_space_not_enough */
export async function restore(
  parts: ShareParts,
  caller: Caller,
  input: RestoreInput,
  call: CallContext,
): Promise<RestoreOutcome> {
  const { shareId, parentId } = input;
  const outcome = (
    status: ShareStatus,
    taken?: { taskId: string; parentId: string; params?: Readonly<Record<string, string>> },
    restoreStatus: RestoreStatus = 'RESTORE_UNKNOWN',
  ): RestoreOutcome => ({
    share_status: status,
    share_status_text: parts.texts.status(status, call.locale),
    file_id: taken?.parentId ?? '',
    restore_status: restoreStatus,
    restore_task_id: taken?.taskId ?? '',
    params: { ...taken?.params },
  });
  // The drive refuses tokens of an ended session; answers that never reach it ask the caller's own book.
  const requireSession = async (): Promise<void> => {
    unwrap(await registryOf(parts, caller.userId).standing(callerData(caller), []));
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
  ]);
  const passVersion = await readPassToken(parts.keyring, input.passCodeToken, shareId, call.nowMs);
  const claim: RestoreClaim = unwrap(await share.claimRestore({ requestKey, recipientId: caller.userId, passVersion }));
  if (claim.verdict !== 'held') await requireSession();
  if (claim.verdict === 'own') throw new AppError('file_restore_own');
  if (claim.verdict === 'refused') return outcome(claim.status);
  if (claim.verdict === 'earlier') {
    // No save is left: only a retry of one whose copies are still there succeeds.
    const earlier = await parts.drive.restoreOf(caller.userId, requestKey);
    return earlier?.inPlace ? outcome('OK', claim, 'RESTORE_START') : outcome('MAX_RESTORE_COUNT');
  }

  const rootIds = claim.asked.rootIds.map(asNodeId);
  let taken: RestoreAnswer;
  try {
    taken = await parts.drive.restore(caller, {
      requestKey,
      shareId,
      ownerId: asUserId(claim.asked.ownerId),
      rootIds,
      ids: fileIds,
      parentId,
    });
  } catch (error) {
    // A claim is given back for a plain no. Where nobody knows what happened it stays, and a repeat goes on with it.
    if (isAppError(error) && httpStatusOf(error.errorName, 'drive') < 500)
      unwrap(await share.releaseRestore({ requestKey, again: claim.again, taken: null }));
    throw error;
  }
  const { taskId, started } = taken;
  try {
    unwrap(
      await share.releaseRestore({
        requestKey,
        again: claim.again,
        taken: { taskId, parentId: taken.parentId, started },
      }),
    );
  } catch (error) {
    // The files are on their way and the save is counted already; only the note of it failed.
    logError('share.restore-note', error);
  }
  return outcome('OK', taken, taken.done ? 'RESTORE_COMPLETE' : 'RESTORE_START');
}

async function requestKeyOf(parts: ShareParts, asked: readonly unknown[]): Promise<string> {
  return toHex(await parts.keyring.mac(KEY_PURPOSE.restore, JSON.stringify(asked)));
}
