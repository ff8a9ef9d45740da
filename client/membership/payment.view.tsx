/** The pages that sell: plans, storage, traffic, and the shop of the apps. An installation that sells nothing shows plans and use. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { Plans } from '#shared/membership/plans.ts';
import { href } from '#shared/routes.ts';
import { Offers, type OffersProps } from './offers.view.tsx';
import { type OwnPlan, PlanComparison, PlanStatus, SignInFirst } from './plan-status.view.tsx';
import { RedeemBox, type RedeemState } from './redeem.view.tsx';
import { type ShownTraffic, TrafficDays, TrafficUse } from './traffic.view.tsx';

export type { ShownTraffic } from './traffic.view.tsx';

export type PaymentPage = 'shop' | 'payment' | 'storage' | 'traffic';

export interface PaymentViewProps {
  readonly page: PaymentPage;
  readonly own: OwnPlan | null;
  readonly plans: Plans;
  /** This month's traffic; null for a visitor, and on pages without it. */
  readonly traffic: ShownTraffic | null;
  readonly offers: OffersProps;
  readonly sells: boolean;
  /** The page itself, to come back to. */
  readonly back: string;
  /** Null where no codes are taken. */
  readonly redeem: RedeemState | null;
}

const TEXTS = {
  shop: { title: 'membership.plans.title', lead: 'membership.plans.lead' },
  payment: { title: 'membership.plans.title', lead: 'membership.plans.lead' },
  storage: { title: 'membership.storage.title', lead: 'membership.storage.lead' },
  traffic: { title: 'membership.traffic.title', lead: 'membership.traffic.lead' },
} as const;

export function PaymentView({ page, own, plans, traffic, offers, sells, back, redeem }: PaymentViewProps): ReactNode {
  const { t } = useT();
  const { title, lead } = TEXTS[page];
  const isOfPlans = page === 'payment' || page === 'shop';
  return (
    <div className="drive-page">
      <h1 className="page-title">{t(title)}</h1>
      <p className="mt-3 text-lg text-muted">{t(lead)}</p>
      {own ? <PlanStatus own={own} hasOrders={sells} /> : <SignInFirst here={back} />}
      {traffic ? <TrafficUse balance={traffic.balance} /> : null}
      <Offers {...offers} />
      {traffic ? <TrafficDays days={traffic.days} /> : null}
      {isOfPlans && own && redeem ? <RedeemBox here={offers.here} redeem={redeem} /> : null}
      {isOfPlans ? <PlanComparison plans={plans} /> : null}
      {isOfPlans && sells ? (
        <nav aria-label={t('membership.plans.more')} className="mt-8 flex flex-wrap gap-3">
          <Button href={href('drive.payment-storage')}>{t('membership.storage.title')}</Button>
          <Button href={href('drive.payment-traffic')}>{t('membership.traffic.title')}</Button>
        </nav>
      ) : null}
    </div>
  );
}
