/** One order: its state with the next step, and the receipt of a paid one, made to be printed. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice, type NoticeTone } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { usePublished } from '#client/ui/published.tsx';
import type { GrantItem } from '#shared/membership/ledger.ts';
import type { OrderState } from '#shared/membership/order.rules.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';
import { ORDER_STATE_LABELS } from './orders.view.tsx';

export interface OrderViewProps {
  readonly id: string;
  readonly item: GrantItem;
  readonly state: OrderState;
  /** The last attempt to pay was declined. */
  readonly isDeclined: boolean;
  readonly currency: string;
  /** Minor units, like the next five. The charged sum. */
  readonly amountMinor: number;
  readonly discountMinor: number;
  readonly creditMinor: number;
  readonly taxMinor: number;
  readonly refundedMinor: number;
  /** Page of the provider; '' when it has none. */
  readonly checkoutUrl: string;
  readonly expiresMs: number;
  /** Null for an unpaid order. */
  readonly receipt: { readonly number: string; readonly dateMs: number; readonly payer: string } | null;
}

const TONES: Readonly<Record<OrderState, NoticeTone>> = {
  open: 'info',
  expired: 'warn',
  cancelled: 'info',
  paid: 'ok',
  disputed: 'warn',
  refunded: 'info',
  charged_back: 'warn',
  problem: 'warn',
};

const TEXTS = {
  expired: 'membership.order.text.unpaid',
  cancelled: 'membership.order.text.unpaid',
  paid: 'membership.order.text.paid',
  disputed: 'membership.order.text.disputed',
  refunded: 'membership.order.text.refunded',
  charged_back: 'membership.order.text.refunded',
  problem: 'membership.order.text.problem',
} as const satisfies Readonly<Record<Exclude<OrderState, 'open'>, string>>;

export function OrderView(order: OrderViewProps): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { item, state, isDeclined, expiresMs, receipt, amountMinor, currency } = order;
  const isRefused = state === 'open' && isDeclined;
  return (
    <div className="drive-page gap-6">
      <div className="print:hidden">
        <h1 className="page-title">{t('membership.order.title')}</h1>
        <p className="mt-3 text-lg">
          {productName(item, translator, format)} · {format.money(amountMinor, currency)}
        </p>
        <Notice tone={isRefused ? 'danger' : TONES[state]} className="mt-4">
          <p className="font-semibold">{t(isRefused ? 'membership.order.declined' : ORDER_STATE_LABELS[state])}</p>
          <p>
            {isRefused
              ? t('membership.order.text.declined')
              : state === 'open'
                ? t('membership.order.text.open', { date: format.dateAndTime(expiresMs) })
                : t(TEXTS[state])}
          </p>
        </Notice>
        <OrderSteps {...order} />
      </div>
      {receipt ? <Receipt order={order} receipt={receipt} /> : null}
      <p className="print:hidden">
        <a className="link inline-flex min-h-11 items-center" href={href('payment.orders')}>
          {t('membership.orders.title')}
        </a>
      </p>
    </div>
  );
}

function OrderSteps({ id, state, checkoutUrl }: OrderViewProps): ReactNode {
  const { t } = useT();
  if (state === 'open')
    return (
      <div className="mt-5 flex flex-wrap gap-3">
        {checkoutUrl === '' ? null : (
          <Button href={checkoutUrl} variant="primary">
            {t('membership.order.pay')}
          </Button>
        )}
        <form method="post" action={href('payment.order', { orderId: id })} data-guard>
          <Button type="submit">{t('membership.order.cancel')}</Button>
        </form>
      </div>
    );
  if (state === 'expired' || state === 'cancelled')
    return (
      <Button href={href('drive.payment')} variant="primary" className="mt-5">
        {t('membership.plan.plans')}
      </Button>
    );
  return null;
}

function Receipt({
  order,
  receipt,
}: {
  order: OrderViewProps;
  receipt: NonNullable<OrderViewProps['receipt']>;
}): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { id, item, currency, amountMinor, discountMinor, creditMinor, taxMinor, refundedMinor } = order;
  const money = (minor: number) => format.money(minor, currency);
  const facts: readonly (readonly [label: string, value: string])[] = [
    [t('membership.receipt.number'), receipt.number],
    [t('membership.receipt.date'), format.date(receipt.dateMs)],
    [t('membership.receipt.order'), id],
    ...(receipt.payer === '' ? [] : [[t('membership.receipt.payer'), receipt.payer] as const]),
  ];
  const sums: readonly (readonly [label: string, value: string])[] = [
    [productName(item, translator, format), money(amountMinor + discountMinor + creditMinor)],
    ...(discountMinor > 0 ? [[t('membership.receipt.discount'), money(-discountMinor)] as const] : []),
    ...(creditMinor > 0 ? [[t('membership.receipt.credit'), money(-creditMinor)] as const] : []),
  ];
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">{t('membership.receipt.title')}</h2>
      <p className="text-sm text-muted">{usePublished().look.name}</p>
      <Lines rows={facts} />
      <Lines rows={sums} />
      <dl className="mt-2 border-t border-line pt-3">
        <div className="flex flex-wrap justify-between gap-x-6 font-semibold">
          <dt>{t('membership.receipt.total')}</dt>
          <dd>{money(amountMinor)}</dd>
        </div>
        <div className="mt-1 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
          <dt>{t('membership.receipt.tax')}</dt>
          <dd>{money(taxMinor)}</dd>
        </div>
        {refundedMinor > 0 ? (
          <div className="mt-1 flex flex-wrap justify-between gap-x-6 text-sm">
            <dt>{t('membership.receipt.refunded')}</dt>
            <dd>{money(-refundedMinor)}</dd>
          </div>
        ) : null}
      </dl>
      <Button className="needs-script mt-5 print:hidden" data-print>
        {t('membership.receipt.print')}
      </Button>
    </Card>
  );
}

function Lines({ rows }: { rows: readonly (readonly [label: string, value: string])[] }): ReactNode {
  return (
    <dl className="mt-4 grid gap-1.5 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
