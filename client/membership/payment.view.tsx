/** The pages that sell: plans, storage, traffic, and the shop of the apps. An installation that sells nothing shows plans and use. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { StorageBar } from '#client/ui/progress.tsx';
import { TRAFFIC_KINDS } from '#shared/membership/ledger.ts';
import type { Plans } from '#shared/membership/plans.ts';
import type { TrafficBalance } from '#shared/membership/traffic.ts';
import { href } from '#shared/routes.ts';
import { Offers, type OffersProps } from './offers.view.tsx';
import { type OwnPlan, PlanComparison, PlanStatus, SignInFirst } from './plan-status.view.tsx';
import { RedeemBox, type RedeemState } from './redeem.view.tsx';

export type PaymentPage = 'shop' | 'payment' | 'storage' | 'traffic';

export interface PaymentViewProps {
  readonly page: PaymentPage;
  readonly own: OwnPlan | null;
  readonly plans: Plans;
  /** This month's traffic; null for a visitor, and on pages without it. */
  readonly traffic: TrafficBalance | null;
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
    <div className="mx-auto max-w-3xl">
      <h1 className="text-2xl">{t(title)}</h1>
      <p className="mt-3 text-lg text-muted">{t(lead)}</p>
      {own ? <PlanStatus own={own} hasOrders={sells} /> : <SignInFirst here={back} />}
      {page === 'traffic' && traffic ? <TrafficUse traffic={traffic} /> : null}
      <Offers {...offers} />
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

const KINDS = {
  download: 'membership.traffic.download',
  upload: 'membership.traffic.upload',
  offline: 'membership.traffic.offline',
} as const;

function TrafficUse({ traffic }: { traffic: TrafficBalance }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <Card className="mt-6 grid gap-5 p-5 sm:p-6">
      {TRAFFIC_KINDS.toReversed().map((kind) => {
        const { totalBytes, leftBytes } = traffic[kind];
        return (
          <div key={kind} className="grid gap-1.5 text-sm">
            <h2 className="text-sm font-semibold">{t(KINDS[kind])}</h2>
            {totalBytes === null || leftBytes === null ? (
              <p className="text-muted">{t('membership.limits.none')}</p>
            ) : (
              <>
                <div aria-hidden="true">
                  <StorageBar label={t(KINDS[kind])} usedBytes={totalBytes - leftBytes} limitBytes={totalBytes} />
                </div>
                <p className="text-muted">
                  {t('membership.traffic.left', { left: format.bytes(leftBytes), total: format.bytes(totalBytes) })}
                </p>
              </>
            )}
          </div>
        );
      })}
    </Card>
  );
}
