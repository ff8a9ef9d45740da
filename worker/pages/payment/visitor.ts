/** The visitor of a page about plans: the person, the plan with its end, and the storage. */
import type { Context } from 'hono';
import type { OwnPlan } from '#client/membership/plan-status.view.tsx';
import type { Person } from '#client/shell/person-menu.view.tsx';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { drivePerson } from '../drive/drive-person.ts';
import type { PageDeps } from '../services.ts';

export interface Visitor {
  readonly person: Person;
  readonly own: OwnPlan;
}

/**
 * For forms that order, cancel or change: orders are rows without sessions of their own, so the account is asked whether the
 * session is open. Else the visitor is sent to sign-in.
 */
export function asPayer(
  c: Context<AppEnv>,
  deps: PageDeps,
  back: string,
  work: (caller: Caller) => Promise<Response>,
): Promise<Response> {
  return asPerson(c, back, async (caller) => {
    await deps.auth.ownPerson(caller);
    return work(caller);
  });
}

/** @returns null without a session, and after it has ended */
export async function visitorOf(
  c: Context<AppEnv>,
  deps: Pick<PageDeps, 'auth' | 'membership' | 'config' | 'clock' | 'drive'>,
): Promise<Visitor | null> {
  const { membership, drive } = deps;
  const { caller } = c.get('call');
  if (!caller) return null;
  try {
    const [person, plan, space] = await Promise.all([
      drivePerson(deps, caller),
      membership.membershipOf(caller.userId),
      drive.space(caller),
    ]);
    const own = {
      premium: person.premium === true,
      expiresMs: plan.expiresMs,
      usageBytes: space.usageBytes,
      limitBytes: space.limitBytes,
    };
    return { person, own };
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return null;
    throw error;
  }
}
