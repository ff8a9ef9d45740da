/**
 * Cancels links. Answers after every link is closed; the drive stops watching a moment later, by an event.
 */
import { unwrap } from '#shared/errors.ts';
import type { ShareId } from '#shared/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';

/** @throws AppError not_found when one is not the caller's: then none is cancelled */
export async function remove(parts: ShareParts, caller: Caller, ids: readonly ShareId[]): Promise<void> {
  const shareIds = [...new Set(ids)];
  const registry = registryOf(parts, caller.userId);
  const open: string[] = unwrap(await registry.openLinks(callerData(caller), shareIds));
  await Promise.all(open.map(async (shareId) => unwrap(await shareOf(parts, shareId).cancel(caller.userId, shareId))));
  unwrap(await registry.close(callerData(caller), open));
}
