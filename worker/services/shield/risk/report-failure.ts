/** Counts a wrong password, code or passcode in memory, and reports counts to the objects in batches. */
import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldParts } from '../deps.ts';
import { FAILURE_WINDOW_SECONDS, shieldObjectName } from '../keys.ts';
import { subjectOf } from '../rules.ts';
import { callerSubjects, digestOf } from './subject.ts';

/** Default of `limits.addressFailures`: failures of one address in the window before the next try needs a check. */
const ADDRESS_FAILURES = 100;

/** A sign of risk, not a limit. @param input.subject  the guessed identifier; '' for none */
export async function reportFailure(parts: ShieldParts, input: { subject: string }, call: CallContext): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const { address, device } = callerSubjects(call);
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

/**
 * Whether so many tries from this address failed lately that the next one needs a human check. Catches guesses at many
 * accounts, which stay below the limit of each, as far as this isolate sees them. No lookup.
 */
export function isSuspect(parts: ShieldParts, call: CallContext): boolean {
  const { address } = callerSubjects(call);
  if (address === '' || parts.mode === 'never') return false;
  const limit = parts.limits.addressFailures ?? ADDRESS_FAILURES;
  return parts.failures.count(address, parts.clock.nowMs()) >= limit;
}
