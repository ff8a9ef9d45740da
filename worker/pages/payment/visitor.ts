/** The visitor of a page about plans: the person, the plan with its end, and the storage. */
import type { Context } from 'hono';
import type { OwnPlan } from '#client/membership/plan-status.view.tsx';
import type { Person } from '#client/shell/person-menu.view.tsx';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { drivePerson } from '../drive/drive-person.ts';
import type { PageDeps } from '../services.ts';

export interface Visitor {
  readonly person: Person;
  readonly own: OwnPlan;
}

/** @returns null without a session, and after it has ended */
export async function visitorOf(c: Context<AppEnv>, deps: PageDeps): Promise<Visitor | null> {
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
