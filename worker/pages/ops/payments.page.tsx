/** `/ops/payments`: orders, refunds, problems, coupons and reconciliations. Each form is one act, in the log before it takes effect. */
import type { Context } from 'hono';
import { PaymentsView } from '#client/ops/payments.view.tsx';
import { AppError } from '#shared/errors.ts';
import { billingContract } from '#shared/membership/billing.contract.ts';
import { orderStateOf } from '#shared/membership/order.rules.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { countOf, deskRefusal, reasonOf } from './desk-form.ts';
import type { Operator } from './operator.ts';

const NOTE_CHARS = 500;
const ID_CHARS = 64;
const MAX_COUPON_DAYS = 3_660;

const WEBHOOK_PATH = billingContract.webhook.path.replace('{provider}', 'stripe');
const HERE = href('ops.document', { document: 'payments' });

async function show(
  c: Context<AppEnv>,
  { billing, clock, config }: PageDeps,
  operator: Operator,
  { term, refusal }: { term: string; refusal: string },
): Promise<Response> {
  const nowMs = clock.nowMs();
  const [overview, orders] = await Promise.all([billing.paymentDesk(), term === '' ? [] : billing.findOrders(term)]);
  return deskPage(
    c,
    { title: 'Payments', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <PaymentsView
      here={HERE}
      provider={config.payment.provider}
      webhookUrl={`${config.appOrigin}${WEBHOOK_PATH}`}
      term={term}
      orders={orders.map((order) => ({
        ...order,
        state: orderStateOf(order, nowMs),
        createdMs: order.createdAtMs,
      }))}
      problems={overview.problems}
      coupons={overview.coupons.map((coupon) => ({ ...coupon, isOpen: coupon.endsAtMs > nowMs }))}
      days={overview.reconciliations}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

export function paymentsPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  return show(c, deps, operator, { term: (c.req.query('q') ?? '').trim().slice(0, ID_CHARS), refusal: '' });
}

/** @returns the search that the page shows afterwards */
async function act({ billing, documents, clock }: PageDeps, operator: Operator, form: SentForm): Promise<string> {
  const subject = 'payments' as const;
  switch (form.get('step')) {
    case 'refund': {
      const order = form.field('order', ID_CHARS);
      const note = reasonOf(form, 'note');
      const [found] = await billing.findOrders(order);
      if (!found || found.refundableMinor === 0)
        throw new AppError('failed_precondition', { reason: 'nothing_to_refund' });
      await documents.recordAct(operator, { act: 'order_refunded', subject, note: `${order}: ${note}` });
      await billing.refundOrder(order);
      return order;
    }
    case 'close': {
      const problem = { problem: form.field('problem', 100), subject: form.field('subject', 300) };
      const note = reasonOf(form, 'note');
      const line = `${problem.problem} ${problem.subject}: ${note}`;
      await documents.recordAct(operator, { act: 'payment_problem_closed', subject, note: line });
      await billing.closeOpenProblem(problem, note);
      return '';
    }
    case 'coupon': {
      const code = form.field('code', 41).trim().toUpperCase();
      const days = countOf(form, 'days');
      const nowMs = clock.nowMs();
      if (days < 1 || days > MAX_COUPON_DAYS)
        throw new AppError('invalid_argument', { field: 'days', reason: 'out_of_range' });
      const coupon = {
        code,
        percentOff: countOf(form, 'percent'),
        amountOffMinor: countOf(form, 'amount'),
        currency: form.field('currency', 3).toUpperCase(),
        products: form.field('products', 400).split(' ').filter(Boolean),
        mostUses: countOf(form, 'uses'),
        startsAtMs: nowMs,
        endsAtMs: nowMs + days * DAY_MS,
        note: form.field('note', NOTE_CHARS).trim(),
      };
      await documents.recordAct(operator, { act: 'coupon_made', subject, note: code });
      await billing.makeCoupon(coupon);
      return '';
    }
    case 'end-coupon': {
      const code = form.field('code', 40);
      await documents.recordAct(operator, { act: 'coupon_ended', subject, note: code });
      await billing.endCouponNow(code);
      return '';
    }
    default:
      throw new AppError('invalid_argument', { field: 'step', reason: 'format' });
  }
}

export async function paymentsPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  try {
    const term = await act(deps, operator, form);
    return seeOther(`${HERE}?${new URLSearchParams({ done: '1', ...(term === '' ? {} : { q: term }) })}`);
  } catch (error) {
    return show(c, deps, operator, { term: form.field('order', ID_CHARS), refusal: deskRefusal(c, error) });
  }
}
