/** The signed-in user as the drive's shell shows them. */
import type { Person } from '#client/shell/person-menu.view.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import type { Ending } from '#shared/membership/expiry.ts';
import { surplusDays } from '#shared/membership/fold.ts';
import type { Caller } from '#worker/platform/request.ts';
import { sellsHere } from '../payment/sells.ts';
import type { PageDeps } from '../services.ts';

type Deps = Pick<PageDeps, 'auth' | 'membership' | 'config' | 'clock'>;

/** The person, and what of their plan ends. @throws AppError unauthenticated where the session has ended */
export async function driveVisitor(
  { auth, membership, config, clock }: Deps,
  caller: Caller,
): Promise<{ readonly person: Person; readonly endings: readonly Ending[] }> {
  const [profile, { membership: plan, endings }, catalogue, plans, rewards, isOperator] = await Promise.all([
    auth.profile(caller),
    membership.planOf(caller.userId),
    membership.catalogue(),
    membership.plans(),
    membership.rewards(),
    auth.requireOperator(caller).then(
      () => true,
      // Without an answer the page leaves the link out.
      () => false,
    ),
  ]);
  const premium = plan.status === 'ok';
  const contact = shownMail(profile.email) || profile.phone_number;
  const person = {
    name: profile.name || contact,
    contact,
    picture: profile.picture,
    premium,
    premiumEndMs: premium ? plan.expiresMs : 0,
    premiumDays: premium ? surplusDays(plan.expiresMs, clock.nowMs()) : 0,
    ...(sellsHere({ config }, catalogue) ? { shop: plans.premium } : {}),
    offers: { checkIn: rewards.checkIn.open, invitations: rewards.invitations.open },
    isOperator,
  };
  return { person, endings };
}

/** @throws AppError unauthenticated where the session has ended */
export async function drivePerson(deps: Deps, caller: Caller): Promise<Person> {
  return (await driveVisitor(deps, caller)).person;
}
