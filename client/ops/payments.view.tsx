/** Payments as operators see them: orders and refunds, problems, coupons, and the books of the last days. In English, forms only. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { OrderState } from '#shared/membership/order.rules.ts';
import { href } from '#shared/routes.ts';
import { Moment } from './acts.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';
import { Outcome } from './outcome.view.tsx';

const MEMBERS = href('ops.document', { document: 'members' });

export interface DeskOrder {
  readonly id: string;
  readonly userId: string;
  readonly productId: string;
  readonly state: OrderState;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly provider: string;
  readonly createdMs: number;
  /** Amount that a refund pays back, minor units; 0: nothing is left. */
  readonly refundableMinor: number;
}

export interface DeskProblem {
  readonly problem: string;
  readonly subject: string;
  readonly atMs: number;
}

export interface DeskCoupon {
  readonly code: string;
  readonly percentOff: number;
  readonly amountOffMinor: number;
  readonly currency: string;
  readonly products: readonly string[];
  readonly mostUses: number;
  readonly uses: number;
  readonly endsAtMs: number;
  readonly note: string;
  readonly isOpen: boolean;
}

export interface DeskDay {
  readonly day: string;
  readonly balanced: boolean;
  readonly oursMinor: string;
  readonly theirsMinor: string;
  readonly differences: string;
}

/** Sums by currency in their smallest unit, stored as JSON. */
function sumsText(stored: string): string {
  const sums = Object.entries(JSON.parse(stored) as Record<string, number>);
  return sums.length === 0 ? 'none' : sums.map(([currency, minor]) => `${minor} ${currency}`).join(', ');
}

export interface PaymentsViewProps {
  readonly here: string;
  readonly provider: 'sandbox' | 'stripe' | 'off';
  /** Where Stripe reports payments. */
  readonly webhookUrl: string;
  /** The searched id; '' for none. */
  readonly term: string;
  readonly orders: readonly DeskOrder[];
  readonly problems: readonly DeskProblem[];
  readonly coupons: readonly DeskCoupon[];
  readonly days: readonly DeskDay[];
  /** Why the last form was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

/** Events of the webhook that the adapter reads. */
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'refund.created',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

function Provider({ provider, webhookUrl }: Pick<PaymentsViewProps, 'provider' | 'webhookUrl'>): ReactNode {
  if (provider === 'sandbox') return null;
  if (provider === 'off')
    return (
      <OpsPart id="provider" title="Nothing is sold" lead="PAYMENT=stripe with its keys sells: docs/payment.md.">
        {null}
      </OpsPart>
    );
  return (
    <OpsPart
      id="provider"
      title="What Stripe needs"
      lead="It reports payments to this address, which must answer from the internet by https. Its signatures are good for five minutes: the clock of this server must be right."
    >
      <p>
        <code className="font-mono text-sm break-all">{webhookUrl}</code>
      </p>
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          Events to choose at Stripe ({EVENTS.length})
        </summary>
        <ul className="font-mono text-sm break-all">
          {EVENTS.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </details>
    </OpsPart>
  );
}

export function PaymentsView(props: PaymentsViewProps): ReactNode {
  const { refusal, done, here, problems, days, provider, webhookUrl } = props;
  return (
    <>
      <h1 className="text-2xl">Payments</h1>
      <Outcome refusal={refusal} done={done} />
      <Provider provider={provider} webhookUrl={webhookUrl} />
      <OpsPart id="orders" title="Orders" lead="By the id of an order or of an account.">
        <Orders {...props} />
      </OpsPart>
      <OpsPart id="problems" title="Open problems" lead="Money that needs a look. Close each with what was done.">
        {problems.length === 0 ? (
          <p className="text-muted">None.</p>
        ) : (
          <ul className="grid gap-4">
            {problems.map(({ problem, subject, atMs }) => (
              <li key={`${problem} ${subject}`} className="card p-4 sm:p-5">
                <p className="font-semibold">{problem}</p>
                <p className="text-sm break-words text-muted">
                  {subject} · <Moment ms={atMs} />
                </p>
                <form method="post" action={here} data-guard className="mt-3 flex flex-wrap items-end gap-3">
                  <input type="hidden" name="problem" value={problem} />
                  <input type="hidden" name="subject" value={subject} />
                  <div className="min-w-48 flex-1">
                    <TextField label="Note" name="note" required maxLength={500} />
                  </div>
                  <Button type="submit" name="step" value="close">
                    Close
                  </Button>
                </form>
              </li>
            ))}
          </ul>
        )}
      </OpsPart>
      <OpsPart id="coupons" title="Coupons">
        <Coupons {...props} />
      </OpsPart>
      <OpsPart id="days" title="Reconciliations" lead="Each day’s payments in our books and the provider’s.">
        {days.length === 0 ? (
          <p className="text-muted">None yet.</p>
        ) : (
          <ul className="card divide-y divide-line text-sm">
            {days.map(({ day, balanced, oursMinor, theirsMinor, differences }) => (
              <li key={day} className="px-4 py-3 break-words">
                <p>
                  <span className="font-semibold">{day}</span> {balanced ? 'balanced' : 'differs'}
                </p>
                <p className="text-muted">
                  {`Ours: ${sumsText(oursMinor)} · the provider’s: ${sumsText(theirsMinor)}`}
                </p>
                {balanced ? null : <p className="font-mono text-xs">{differences}</p>}
              </li>
            ))}
          </ul>
        )}
      </OpsPart>
    </>
  );
}

function Orders({ here, term, orders }: PaymentsViewProps): ReactNode {
  const format = useFormat();
  return (
    <>
      <form method="get" action={here} className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1 sm:max-w-md">
          <TextField label="Order or account" name="q" defaultValue={term} maxLength={64} />
        </div>
        <Button type="submit">Search</Button>
      </form>
      {term !== '' && orders.length === 0 ? <p className="mt-4 text-muted">No orders found.</p> : null}
      <ul className="mt-4 grid gap-4">
        {orders.map((order) => (
          <li key={order.id} className="card p-4 sm:p-5">
            <p className="font-semibold">
              {order.productId} · {format.money(order.amountMinor, order.currency)} · {order.state}
            </p>
            <p className="text-sm break-words text-muted">
              {order.id} · account{' '}
              <a className="link" href={`${MEMBERS}?${new URLSearchParams({ q: order.userId })}`}>
                {order.userId}
              </a>{' '}
              · {order.provider} · <Moment ms={order.createdMs} />
              {order.refundedMinor > 0 ? ` · refunded ${format.money(order.refundedMinor, order.currency)}` : ''}
            </p>
            {order.refundableMinor > 0 ? (
              <form method="post" action={here} data-guard className="mt-3 flex flex-wrap items-end gap-3">
                <input type="hidden" name="order" value={order.id} />
                <div className="min-w-48 flex-1">
                  <TextField label="Reason" name="note" required maxLength={500} />
                </div>
                <Button type="submit" name="step" value="refund" variant="danger">
                  Refund {format.money(order.refundableMinor, order.currency)}
                </Button>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function Coupons({ here, coupons }: PaymentsViewProps): ReactNode {
  const format = useFormat();
  return (
    <>
      <form method="post" action={here} data-guard className="grid gap-3 sm:grid-cols-3">
        <TextField label="Code" name="code" required maxLength={40} pattern="[A-Za-z0-9\-]{3,40}" />
        <TextField label="Percent off" name="percent" inputMode="numeric" defaultValue="10" maxLength={3} />
        <TextField label="Uses" name="uses" inputMode="numeric" defaultValue="100" maxLength={7} required />
        <TextField label="Amount off, smallest unit" name="amount" inputMode="numeric" defaultValue="0" maxLength={9} />
        <TextField label="Currency of the amount" name="currency" maxLength={3} />
        <TextField label="Days" name="days" inputMode="numeric" defaultValue="30" maxLength={4} required />
        <TextField label="Product ids (empty: all)" name="products" maxLength={400} />
        <TextField label="Note" name="note" maxLength={500} />
        <div className="flex items-end">
          <Button type="submit" name="step" value="coupon" wide>
            Make coupon
          </Button>
        </div>
      </form>
      <ul className="mt-4 grid gap-3 text-sm">
        {coupons.map((coupon) => (
          <li key={coupon.code} className="card flex flex-wrap items-center gap-3 p-4">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{coupon.code}</p>
              <p className="break-words text-muted">
                {coupon.percentOff > 0 ? `${coupon.percentOff} % off` : ''}
                {coupon.amountOffMinor > 0 ? ` ${format.money(coupon.amountOffMinor, coupon.currency)} off` : ''} ·{' '}
                {coupon.uses} of {coupon.mostUses} used · until <Moment ms={coupon.endsAtMs} />
                {coupon.products.length > 0 ? ` · ${coupon.products.join(' ')}` : ''}
                {coupon.note === '' ? '' : ` · ${coupon.note}`}
              </p>
            </div>
            {coupon.isOpen ? (
              <form method="post" action={here} data-guard>
                <input type="hidden" name="code" value={coupon.code} />
                <Button type="submit" name="step" value="end-coupon">
                  End now
                </Button>
              </form>
            ) : (
              <span className="text-muted">ended</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
