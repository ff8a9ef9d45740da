/** The signed-in user as the drive's shell shows them. */
import type { Person } from '#client/shell/person-menu.view.tsx';
import { DISPLAY_SETTING, type SavedDisplay, savedDisplayOf } from '#shared/drive/display.ts';
import { shownMail } from '#shared/intake/mail.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import type { Ending } from '#shared/membership/expiry.ts';
import { surplusDays } from '#shared/membership/fold.ts';
import { parseWireTime } from '#shared/units.ts';
import type { Caller } from '#worker/platform/request.ts';
import { sellsHere } from '../payment/sells.ts';
import type { PageDeps } from '../services.ts';

type Deps = Pick<PageDeps, 'auth' | 'membership' | 'config' | 'clock'>;

interface DriveVisitor {
  readonly person: Person;
  readonly endings: readonly Ending[];
  /** When the account was made, epoch ms. */
  readonly createdMs: number;
  /** Null where nothing was saved. */
  readonly display: SavedDisplay | null;
}

/** The person, what of their plan ends, and how they want listings. @throws AppError unauthenticated where the session has ended */
export async function driveVisitor({ auth, membership, config, clock }: Deps, caller: Caller): Promise<DriveVisitor> {
  const [found, { membership: plan, endings }, catalogue, plans, rewards] = await Promise.all([
    auth.visitor(caller, DISPLAY_SETTING),
    membership.planOf(caller.userId),
    membership.catalogue(),
    membership.plans(),
    membership.rewards(),
  ]);
  const { profile, isOperator, setting } = found;
  const premium = plan.status === 'ok';
  const contact = shownMail(profile.email) || profile.phone_number;
  const person = {
    name: profile.name || contact,
    contact,
    picture: profile.picture,
    ...(hasOffers()
      ? {
          premium,
          premiumEndMs: premium ? plan.expiresMs : 0,
          premiumDays: premium ? surplusDays(plan.expiresMs, clock.nowMs()) : 0,
        }
      : {}),
    ...(sellsHere({ config }, catalogue) ? { shop: plans.premium } : {}),
    offers: { checkIn: rewards.checkIn.open, invitations: rewards.invitations.open },
    isOperator,
  };
  return {
    person,
    endings: hasOffers() ? endings : [],
    createdMs: parseWireTime(profile.created_at) ?? 0,
    display: savedDisplayOf(setting),
  };
}

/** @throws AppError unauthenticated where the session has ended */
export async function drivePerson(deps: Deps, caller: Caller): Promise<Person> {
  return (await driveVisitor(deps, caller)).person;
}
