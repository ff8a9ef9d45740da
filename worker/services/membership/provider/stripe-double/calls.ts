/** Calls of the double of Stripe's API, with the refusals that its reference documents. */
import { newHexId } from '#worker/platform/ids.ts';
import type { Books, Session } from './books.ts';
import { type Form, hasField, textAt } from './form.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

const ok = (body: object): Answer => ({ status: 200, body });

export function refusal(status: number, type: string, message: string, more: object = {}): Answer {
  return { status, body: { error: { type, message, ...more } } };
}

const invalid = (param: string, message: string, code?: string): Answer =>
  refusal(400, 'invalid_request_error', message, { param, ...(code && { code }) });

const missing = (what: string, id: string): Answer =>
  refusal(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' });

/** The reference: between 30 minutes and 24 hours after creation. */
const LEAST_SECONDS = 1_800;
const MOST_SECONDS = 86_400;
const LOCALES = new Set(['auto', 'en', 'es', 'id', 'ja', 'ko', 'ms', 'pt', 'ru', 'zh', 'zh-TW']);

/** `expand[]` of a read: names become objects, and parts that are left out otherwise are put in. */
function expanded(books: Books, session: Session, expand: readonly string[]): object {
  const { renewal: _renewal, ...wire } = session;
  const invoice = books.invoices.get(session.invoice ?? '');
  const { payments, ...withoutPayments } = invoice ?? {};
  return {
    ...wire,
    ...(expand.includes('subscription') &&
      session.subscription && { subscription: books.subscriptions.get(session.subscription) }),
    ...(expand.includes('invoice.payments') && invoice && { invoice: { ...withoutPayments, payments } }),
  };
}

function listOf(form: Form, name: string): string[] {
  const inner = form[name];
  return typeof inner === 'object' ? Object.values(inner).filter((value) => typeof value === 'string') : [];
}

function createSession(books: Books, form: Form): Answer {
  const mode = textAt(form, 'mode');
  const price = ['line_items', '0', 'price_data'];
  const interval = textAt(form, ...price, 'recurring', 'interval');
  const currency = textAt(form, ...price, 'currency');
  const unit = textAt(form, ...price, 'unit_amount');
  const expiresAt = Number(textAt(form, 'expires_at'));
  if (mode !== 'payment' && mode !== 'subscription') return invalid('mode', 'Invalid mode');
  if (!/^[a-z]{3}$/.test(currency)) return invalid('line_items[0][price_data][currency]', 'Invalid currency');
  if (!/^\d+$/.test(unit)) return invalid('line_items[0][price_data][unit_amount]', 'Invalid integer');
  if ((mode === 'subscription') !== (interval !== '')) return invalid('line_items', 'Prices and mode do not agree');
  if (mode === 'payment' && hasField(form, 'subscription_data'))
    return invalid('subscription_data', 'You can not pass `subscription_data` in `payment` mode.');
  if (mode === 'subscription' && hasField(form, 'payment_intent_data'))
    return invalid('payment_intent_data', 'You can not pass `payment_intent_data` in `subscription` mode.');
  if (textAt(form, 'success_url') === '') return invalid('success_url', 'Missing required param: success_url.');
  if (!LOCALES.has(textAt(form, 'locale'))) return invalid('locale', 'Invalid locale');
  if (expiresAt < books.now() + LEAST_SECONDS || expiresAt > books.now() + MOST_SECONDS)
    return invalid('expires_at', 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.');
  const couponId = textAt(form, 'discounts', '0', 'coupon');
  const coupon = books.coupons.get(couponId);
  if (couponId !== '' && coupon?.currency !== currency) return invalid('discounts[0][coupon]', 'No such coupon');
  const id = `cs_${newHexId()}`;
  const session: Session = {
    id,
    object: 'checkout.session',
    mode,
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: textAt(form, 'client_reference_id'),
    amount_total: Math.max(0, Number(unit) - (coupon?.amount_off ?? 0)),
    currency,
    total_details: { amount_tax: 0 },
    created: books.now(),
    expires_at: expiresAt,
    url: `https://checkout.stripe.com/c/pay/${id}`,
    payment_intent: null,
    invoice: null,
    subscription: null,
    renewal: { amount: Number(unit), interval },
  };
  books.sessions.set(id, session);
  return ok(expanded(books, session, []));
}

function createRefund(books: Books, form: Form): Answer {
  const intent = textAt(form, 'payment_intent');
  const charge = books.charges.find(({ payment_intent }) => payment_intent === intent);
  if (!charge) return missing('payment_intent', intent);
  const rest = charge.amount_captured - charge.amount_refunded;
  const amount = hasField(form, 'amount') ? Number(textAt(form, 'amount')) : rest;
  if (rest === 0) return invalid('charge', `Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (!(amount > 0 && amount <= rest)) return invalid('amount', 'Refund amount is greater than unrefunded amount');
  charge.amount_refunded += amount;
  const refund = {
    id: `re_${newHexId()}`,
    object: 'refund',
    payment_intent: intent,
    amount,
    status: 'succeeded',
  } as const;
  books.refunds.push(refund);
  return ok(refund);
}

function listCharges(books: Books, form: Form): Answer {
  const [from, until] = [Number(textAt(form, 'created', 'gte')), Number(textAt(form, 'created', 'lt'))];
  const found = books.charges.filter(({ created }) => from <= created && created < until);
  const start = found.findIndex(({ id }) => id === textAt(form, 'starting_after')) + 1;
  const limit = Number(textAt(form, 'limit') || 10);
  if (limit > 100) return invalid('limit', 'The limit is at most 100');
  const data = found.slice(start, start + limit);
  return ok({ object: 'list', url: '/v1/charges', data, has_more: start + limit < found.length });
}

function onSession(books: Books, id: string, form: Form, act: string): Answer {
  const session = books.sessions.get(id);
  if (!session) return missing('checkout.session', id);
  if (act === '') return ok(expanded(books, session, listOf(form, 'expand')));
  if (act !== 'expire') return refusal(404, 'invalid_request_error', 'Unrecognized request URL');
  if (session.status !== 'open')
    return invalid('session', `Only Checkout Sessions with a status in ["open"] can be expired.`);
  session.status = 'expired';
  session.url = null;
  return ok(expanded(books, session, []));
}

function onSubscription(books: Books, method: string, id: string, form: Form): Answer {
  const subscription = books.subscriptions.get(id);
  // The reference: a canceled subscription can be read, and neither changed nor canceled again.
  if (!subscription || (method !== 'GET' && subscription.status === 'canceled')) return missing('subscription', id);
  if (method === 'DELETE') subscription.status = 'canceled';
  if (method === 'POST') subscription.cancel_at_period_end = textAt(form, 'cancel_at_period_end') === 'true';
  return ok(subscription);
}

/** @param path  below `/v1/` */
export function answerCall(books: Books, method: string, path: string, form: Form): Answer {
  const [first = '', second = '', third = '', fourth = ''] = path.split('/');
  const call = `${method} ${first}${first === 'checkout' || first === 'billing_portal' ? `/${second}` : ''}`;
  switch (call) {
    case 'POST coupons': {
      const coupon = {
        id: `co_${newHexId()}`,
        amount_off: Number(textAt(form, 'amount_off')),
        currency: textAt(form, 'currency'),
      };
      books.coupons.set(coupon.id, coupon);
      return ok({ ...coupon, object: 'coupon' });
    }
    case 'POST checkout/sessions':
      return third === '' ? createSession(books, form) : onSession(books, third, form, fourth);
    case 'GET checkout/sessions':
      return onSession(books, third, form, '');
    case 'POST refunds':
      return createRefund(books, form);
    case 'GET charges':
      return listCharges(books, form);
    case 'GET invoices': {
      const invoice = books.invoices.get(second);
      if (!invoice) return missing('invoice', second);
      const { payments, ...rest } = invoice;
      return ok(listOf(form, 'expand').includes('payments') ? { ...rest, payments } : rest);
    }
    case 'GET subscriptions':
    case 'POST subscriptions':
    case 'DELETE subscriptions':
      return onSubscription(books, method, second, form);
    case 'POST billing_portal/sessions': {
      const customer = textAt(form, 'customer');
      const isKnown = [...books.subscriptions.values()].some((subscription) => subscription.customer === customer);
      if (!isKnown) return missing('customer', customer);
      const url = `https://billing.stripe.com/p/session/${customer}?return=${encodeURIComponent(textAt(form, 'return_url'))}`;
      return ok({ id: `bps_${newHexId()}`, object: 'billing_portal.session', url });
    }
    default:
      return refusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: /v1/${path}).`);
  }
}
