/** Counts a call that is open to everybody and costs work. */
import { unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { shieldObjectName } from '../keys.ts';
import { callerSubjects, digestOf } from './subject.ts';

/**
 * @param use.name  what is counted, for each address by itself
 * @throws AppError too_many_requests with the seconds to wait
 */
export async function countOpenCall(
  parts: ShieldParts,
  { name, limit, windowMs }: { name: string; limit: number; windowMs: number },
  call: CallContext,
): Promise<void> {
  const subject = await digestOf(parts.keyring, `${name}:${callerSubjects(call).payer}`);
  const use = { subject, limit, windowMs, nowMs: parts.clock.nowMs() };
  unwrap(await parts.shield.getByName(shieldObjectName(subject)).useBudget(use));
}
