/** The first steps below the files of a new account. */
import type { Context } from 'hono';
import { FIRST_STEPS, FIRST_STEPS_ID, FIRST_STEPS_MS, type FirstStep } from '#shared/auth/first-steps.ts';
import { closedNotes } from '#shared/config/notice.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { PageDeps } from '../services.ts';

/**
 * The account is asked for a new person who has not closed the list in this browser.
 * @returns the steps that are done; null where the list is not shown
 */
export async function firstSteps(
  c: Context<AppEnv>,
  { auth, clock }: Pick<PageDeps, 'auth' | 'clock'>,
  caller: Caller,
  { createdMs, space }: { readonly createdMs: number; readonly space: { usageBytes: number; hasShared: boolean } },
): Promise<ReadonlySet<FirstStep> | null> {
  if (clock.nowMs() - createdMs > FIRST_STEPS_MS) return null;
  if (closedNotes(c.get('cookies')).includes(FIRST_STEPS_ID)) return null;
  const { isClosed, hasPhone, hasProgram } = await auth.firstSteps(caller);
  const facts: Readonly<Record<FirstStep, boolean>> = {
    add: space.usageBytes > 0,
    share: space.hasShared,
    phone: hasPhone,
    program: hasProgram,
  };
  const done = FIRST_STEPS.filter((step) => facts[step]);
  return isClosed || done.length === FIRST_STEPS.length ? null : new Set(done);
}
