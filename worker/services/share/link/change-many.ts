/** Stops links for now, opens them again or extends them. Answers when every visitor is served by the new terms. */
import { unwrap } from '#shared/errors.ts';
import type { ShareId } from '#shared/ids.ts';
import type { LinkAct } from '#shared/share/model.ts';
import { DAY_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import type { LinkStep } from '../registry/steps.ts';

/**
 * @param input  `days`: of `extend`, -1 for no end
 * @throws AppError not_found when one is not the caller's: then none is changed
 */
export async function changeMany(
  parts: ShareParts,
  caller: Caller,
  input: { readonly ids: readonly ShareId[]; readonly act: LinkAct; readonly days: number },
  call: CallContext,
): Promise<void> {
  const { ids, act, days } = input;
  const end = days === -1 ? { atMs: null, days } : { atMs: call.nowMs + days * DAY_MS, days: Math.ceil(days) };
  const registry = registryOf(parts, caller.userId);
  const steps: LinkStep[] = unwrap(await registry.changeMany(callerData(caller), [...new Set(ids)], act, end));
  // Together: each waits for its leases.
  await Promise.all(
    steps.map(async ({ shareId, seq, terms }) =>
      unwrap(await shareOf(parts, shareId).setTerms({ ownerId: caller.userId, seq, terms })),
    ),
  );
}
