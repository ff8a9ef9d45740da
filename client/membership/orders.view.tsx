/** `/drive/payment/orders`: subscriptions, orders, and the ledger of a person in words. Forms and links only. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { When } from '#client/ui/when.tsx';
import type { GrantItem } from '#shared/membership/ledger.ts';
import type { OrderState } from '#shared/membership/order.rules.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';
import { type Have, LedgerSection, type ShownGrant } from './ledger.view.tsx';

export interface ShownSubscription {
  readonly ref: string;
  readonly item: GrantItem;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly cancelAtEnd: boolean;
  readonly periodEndMs: number;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface ShownOrder {
  readonly id: string;
  readonly item: GrantItem;
  readonly state: OrderState;
  readonly amountMinor: number;
  readonly currency: string;
  readonly createdMs: number;
}

export interface OrdersViewProps {
  readonly subscriptions: readonly ShownSubscription[];
  readonly orders: readonly ShownOrder[];
  /** '' at the end. */
  readonly olderHref: string;
  /** Newest first. */
  readonly grants: readonly ShownGrant[];
  readonly have: Have;
  /** '' for none. */
  readonly refusal: string;
}

export const ORDER_STATE_LABELS = {
  open: 'membership.order.state.open',
  expired: 'membership.order.state.expired',
  cancelled: 'membership.order.state.cancelled',
  paid: 'membership.order.state.paid',
  disputed: 'membership.order.state.disputed',
  refunded: 'membership.order.state.refunded',
  charged_back: 'membership.order.state.charged_back',
  problem: 'membership.order.state.problem',
} as const satisfies Readonly<Record<OrderState, string>>;

export function OrdersView({ subscriptions, orders, olderHref, grants, have, refusal }: OrdersViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page gap-10">
      <div>
        <h1 className="page-title">{t('membership.orders.title')}</h1>
        <p className="mt-3">
          <a className="link inline-flex min-h-11 items-center" href={href('drive.payment')}>
            {t('membership.plan.plans')}
          </a>
        </p>
        {refusal === '' ? null : <Notice tone="danger">{refusal}</Notice>}
      </div>
      {subscriptions.length > 0 ? (
        <section aria-labelledby="subscriptions">
          <h2 id="subscriptions" className="text-xl">
            {t('membership.subs.title')}
          </h2>
          <ul className="mt-4 grid gap-4">
            {subscriptions.map((subscription) => (
              <li key={subscription.ref}>
                <SubscriptionCard subscription={subscription} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section aria-labelledby="orders">
        <h2 id="orders" className="text-xl">
          {t('membership.orders.list')}
        </h2>
        {orders.length === 0 ? (
          <p className="mt-4 text-muted">{t('membership.orders.empty')}</p>
        ) : (
          <ul className="card mt-4 divide-y divide-line">
            {orders.map((order) => (
              <li key={order.id}>
                <OrderLine order={order} />
              </li>
            ))}
          </ul>
        )}
        {olderHref === '' ? null : (
          <a className="link mt-2 inline-flex min-h-11 items-center" href={olderHref}>
            {t('membership.orders.older')}
          </a>
        )}
      </section>
      <LedgerSection have={have} grants={grants} />
    </div>
  );
}

function SubscriptionCard({ subscription }: { subscription: ShownSubscription }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { ref, item, status, cancelAtEnd, periodEndMs, amountMinor, currency } = subscription;
  const date = format.date(periodEndMs);
  const isOver = status === 'ended';
  return (
    <Card className="p-5 sm:p-6">
      <h3 className="text-base font-semibold">{productName(item, translator, format)}</h3>
      <p className="mt-1">
        {isOver
          ? t('membership.subs.ended', { date })
          : cancelAtEnd
            ? t('membership.subs.ends', { date })
            : t('membership.subs.next', { amount: format.money(amountMinor, currency), date })}
      </p>
      {status === 'past_due' ? (
        <Notice tone="warn" className="mt-3">
          {t('membership.subs.failed')}
        </Notice>
      ) : null}
      {isOver ? null : (
        <form method="post" action={href('payment.orders')} data-guard className="mt-4 flex flex-wrap gap-3">
          <input type="hidden" name="subscription" value={ref} />
          <Button type="submit" name="step" value={cancelAtEnd ? 'resume' : 'end'}>
            {t(cancelAtEnd ? 'membership.subs.go_on' : 'membership.subs.stop')}
          </Button>
          <Button type="submit" name="step" value="portal" variant="plain">
            {t('membership.subs.portal')}
          </Button>
        </form>
      )}
    </Card>
  );
}

function OrderLine({ order }: { order: ShownOrder }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { id, item, state, amountMinor, currency, createdMs } = order;
  return (
    <a
      href={href('payment.order', { orderId: id })}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-4 hover:bg-sunken sm:px-5"
    >
      <span className="min-w-0 flex-1 basis-56 font-semibold">{productName(item, translator, format)}</span>
      <span>{format.money(amountMinor, currency)}</span>
      <span className="w-full text-sm text-muted">
        <When ms={createdMs} /> · {t(ORDER_STATE_LABELS[state])}
      </span>
    </a>
  );
}
