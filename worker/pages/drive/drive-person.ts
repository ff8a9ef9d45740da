/** The signed-in user as the drive's shell shows them. */
import type { Person } from '#client/shell/person-menu.view.tsx';
import { surplusDays } from '#shared/membership/fold.ts';
import type { Caller } from '#worker/platform/request.ts';
import { sellsHere } from '../payment/sells.ts';
import type { PageDeps } from '../services.ts';

/** @throws AppError unauthenticated where the session has ended */
export async function drivePerson(
  { auth, membership, config, clock }: Pick<PageDeps, 'auth' | 'membership' | 'config' | 'clock'>,
  caller: Caller,
): Promise<Person> {
  const [profile, plan, catalogue, plans, isOperator] = await Promise.all([
    auth.profile(caller),
    membership.membershipOf(caller.userId),
    membership.catalogue(),
    membership.plans(),
    auth.requireOperator(caller).then(
      () => true,
      // Without an answer the page leaves the link out.
      () => false,
    ),
  ]);
  const premium = plan.status === 'ok';
  const contact = profile.email || profile.phone_number;
  return {
    name: profile.name || contact,
    contact,
    picture: profile.picture,
    premium,
    premiumEndMs: premium ? plan.expiresMs : 0,
    premiumDays: premium ? surplusDays(plan.expiresMs, clock.nowMs()) : 0,
    ...(sellsHere({ config }, catalogue) ? { shop: plans.premium } : {}),
    isOperator,
  };
}
