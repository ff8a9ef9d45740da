/** Hears of a wrong password, code or passcode: counted in memory, told to the objects now and then. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { FAILURE_WINDOW_SECONDS, shieldObjectName } from '../keys.ts';
import { subjectOf } from '../rules.ts';
import { digestOf, whoCalls } from './subject.ts';

/** Failures of one address in the window after which a check is due before the next try, where the limits say nothing. */
const ADDRESS_FAILURES = 100;

export async function reportFailure(parts: ShieldParts, input: { subject: string }, call: CallContext): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const { address, device } = whoCalls(call);
  const named = subjectOf({ username: input.subject });
  const names = [address, device, named === '' ? '' : `subject:${named}`].filter((name) => name !== '');
  await Promise.all(
    names.map(async (name) => {
      const count = parts.failures.add(name, nowMs);
      if (count === 0) return;
      const subject = await digestOf(parts.keyring, name);
      unwrap(
        await parts.shield
          .getByName(shieldObjectName(subject))
          .addFailures({ subject, count, nowMs, windowMs: FAILURE_WINDOW_SECONDS * SECOND_MS }),
      );
    }),
  );
}

/** Guesses at many accounts from one address pass by the limit of each; they end here, as far as this isolate sees them. */
export function isSuspect(parts: ShieldParts, call: CallContext): boolean {
  const { address } = whoCalls(call);
  if (address === '' || parts.mode === 'never') return false;
  const limit = parts.limits.addressFailures ?? ADDRESS_FAILURES;
  return parts.failures.count(address, parts.clock.nowMs()) >= limit;
}
