/**
 * Pages about plans in the drive's layout: the shop of the apps, payment, referral; and the storage widget. They show the
 * user's plan and the limits. A visitor sees the limits and a link to sign-in.
 */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import type { Person } from '#client/shell/person-menu.view.tsx';
import { type OwnPlan, type PlansPage, PlansView } from '#client/site/plans.view.tsx';
import { ReferralView } from '#client/site/referral.view.tsx';
import { WidgetView } from '#client/site/widget.view.tsx';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { renderInDrive } from '../drive/drive-layout.tsx';
import { drivePerson } from '../drive/drive-person.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

interface Visitor {
  readonly person: Person;
  readonly own: OwnPlan;
}

/** @returns null without a session, and after it has ended */
async function visitorOf(c: Context<AppEnv>, deps: PageDeps): Promise<Visitor | null> {
  const { auth, drive } = deps;
  const { caller } = c.get('call');
  if (!caller) return null;
  try {
    const [person, premium, space] = await Promise.all([
      drivePerson(deps, caller),
      auth.isPremium(caller.userId),
      drive.space(caller),
    ]);
    return {
      person,
      own: { premium, usageBytes: space.usageBytes, limitBytes: space.limitBytes },
    };
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') return null;
    throw error;
  }
}

function inDrive(c: Context<AppEnv>, title: string, visitor: Visitor | null, view: ReactNode): Promise<Response> {
  return renderInDrive({ c, person: visitor?.person ?? null, space: visitor?.own ?? null }, { title }, view);
}

const TITLES: Readonly<Record<PlansPage, MessageKey>> = {
  shop: 'membership.plans.title',
  payment: 'membership.payment.title',
  storage: 'membership.storage.title',
  traffic: 'membership.traffic.title',
};

export function plansPage(page: PlansPage): PublicHandler {
  return async (c, deps) => {
    const { text } = translatorOf(c.get('locale'));
    const visitor = await visitorOf(c, deps);
    const { freeStorageBytes, premiumStorageBytes, fileBytes } = deps.config.limits;
    return inDrive(
      c,
      text(TITLES[page]),
      visitor,
      <PlansView
        page={page}
        own={visitor?.own ?? null}
        limits={{ freeStorageBytes, premiumStorageBytes, fileBytes }}
        here={page === 'shop' ? joinLocale(c.get('locale'), c.get('path')) : c.get('path')}
      />,
    );
  };
}

export const referralPage: PublicHandler = async (c, deps) => {
  const visitor = await visitorOf(c, deps);
  const { t } = translatorOf(c.get('locale'));
  return inDrive(c, t('membership.referral.title'), visitor, <ReferralView isSignedIn={visitor !== null} />);
};

export const widgetPage: PublicHandler = async (c, deps) => {
  const visitor = await visitorOf(c, deps);
  const { t } = translatorOf(c.get('locale'));
  const title = t('membership.widget.title');
  return publicPage(
    c,
    deps,
    { title, description: title },
    <WidgetView own={visitor?.own ?? null} here={joinLocale(c.get('locale'), href('inapp.widget'))} />,
  );
};
