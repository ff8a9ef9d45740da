/** The signed-in user as the drive's shell shows them. */
import type { Person } from '#client/shell/person-menu.view.tsx';
import type { Caller } from '#worker/platform/request.ts';
import type { PageDeps } from '../services.ts';

/** @throws AppError unauthenticated where the session has ended */
export async function drivePerson(
  { auth, membership, config }: Pick<PageDeps, 'auth' | 'membership' | 'config'>,
  caller: Caller,
): Promise<Person> {
  const [profile, plan, isOperator] = await Promise.all([
    auth.profile(caller),
    membership.membershipOf(caller.userId),
    auth.requireOperator(caller).then(
      () => true,
      // Without an answer the page leaves the link out.
      () => false,
    ),
  ]);
  const contact = profile.email || profile.phone_number;
  return {
    name: profile.name || contact,
    contact,
    picture: profile.picture,
    premium: plan.status === 'ok',
    premiumEndMs: plan.status === 'ok' ? plan.expiresMs : 0,
    hasShop: config.payment.provider !== 'off',
    isOperator,
  };
}
