/**
 * Stripe as payment provider: hosted checkout, subscriptions, customer portal, refunds and signed webhooks. The only file that
 * talks to its API.
 * @source Stripe's API reference, version of the library: Checkout Sessions, Invoices, Refunds, Webhooks
 */
import Stripe from 'stripe';
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { Checkout, PaymentProvider, PaymentReport, ProviderPayment } from './provider.ts';
import {
  disputeReports,
  idOf,
  invoiceReports,
  refundReports,
  sessionReports,
  subscriptionReports,
} from './stripe-reports.ts';

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** '' for Stripe's own address; a loopback double in tests. */
  readonly apiUrl: string;
  /** Lets Stripe compute the tax contained in a price. */
  readonly computesTax: boolean;
}

const SESSION_PARTS = ['invoice.payments'];
/**
 * 31 minutes: a checkout ends this long after its order. Stripe takes none that ends within half an hour, and a repeat must send
 * what the first call sent, however late it comes.
 */
const AFTER_ORDER_SECONDS = 1_860;

/** Languages of the hosted page that have another name than ours. */
const HOSTED_LOCALES: Readonly<Record<string, string>> = { 'en-US': 'en', 'zh-CN': 'zh', 'zh-TW': 'zh-TW', uk: 'auto' };

function clientOf({ secretKey, apiUrl }: StripeSettings, send: typeof fetch | undefined): Stripe {
  const address = apiUrl === '' ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    maxNetworkRetries: 1,
    timeout: 15 * SECOND_MS,
    telemetry: false,
    ...(address && {
      host: address.hostname,
      port: address.port || (address.protocol === 'https:' ? 443 : 80),
      protocol: address.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  });
}

function sessionParams(checkout: Checkout, computesTax: boolean): Stripe.Checkout.SessionCreateParams {
  const { amountMinor, renewalMinor, interval } = checkout;
  const metadata = { order_id: checkout.orderId, user_id: checkout.userId };
  return {
    mode: interval === null ? 'payment' : 'subscription',
    client_reference_id: checkout.orderId,
    customer_email: checkout.email,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: checkout.currency.toLowerCase(),
          unit_amount: interval === null ? amountMinor : renewalMinor,
          tax_behavior: 'inclusive',
          product_data: { name: checkout.title },
          ...(interval !== null && { recurring: { interval } }),
        },
      },
    ],
    automatic_tax: { enabled: computesTax },
    metadata,
    ...(interval === null ? { payment_intent_data: { metadata } } : { subscription_data: { metadata } }),
    locale: (HOSTED_LOCALES[checkout.locale] ?? checkout.locale) as Stripe.Checkout.SessionCreateParams.Locale,
    expires_at: Math.floor(checkout.expiresAtMs / SECOND_MS) + AFTER_ORDER_SECONDS,
    success_url: checkout.returnUrl,
    cancel_url: checkout.returnUrl,
  };
}

function refuse(cause: unknown): never {
  if (cause instanceof Stripe.errors.StripeInvalidRequestError)
    throw new AppError('failed_precondition', { reason: cause.code ?? 'provider_refused' }, { cause });
  // The same order with other details, such as another address for its receipt: its checkout cannot be repeated.
  if (cause instanceof Stripe.errors.StripeIdempotencyError)
    throw new AppError('failed_precondition', { reason: 'idempotency_key_reused' }, { cause });
  throw new AppError('unavailable', { reason: 'payment_provider' }, { cause });
}

/** Lets a refusal of the API reach people as one of our errors. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    return refuse(cause);
  }
}

/** Events name objects; their present state is read from the API, so that old events report nothing wrong. */
async function reportsOf(stripe: Stripe, event: Stripe.Event): Promise<PaymentReport[]> {
  const atMs = event.created * SECOND_MS;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return sessionReports(
        await stripe.checkout.sessions.retrieve(event.data.object.id, { expand: SESSION_PARTS }),
        atMs,
      );
    case 'checkout.session.async_payment_failed': {
      const orderId = event.data.object.client_reference_id ?? '';
      return orderId === '' ? [] : [{ kind: 'declined', orderId, atMs }];
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const invoice = await stripe.invoices.retrieve(idOf(event.data.object as { id: string }), {
        expand: ['payments'],
      });
      return invoiceReports(invoice, event.type === 'invoice.paid', atMs);
    }
    case 'refund.created':
    case 'refund.updated':
      return refundReports(event.data.object, atMs);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return disputeReports(event.data.object, atMs);
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return subscriptionReports(event.data.object, atMs);
    default:
      return [];
  }
}

/** A subscription that has ended cannot be ended again; after a crash this is asked twice. */
async function endNow(stripe: Stripe, ref: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(ref);
  } catch (error) {
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError;
    if (!isRefused || (await stripe.subscriptions.retrieve(ref)).status !== 'canceled') throw error;
  }
}

/** @returns false when its customer has completed it; the money may come later */
async function closeSession(stripe: Stripe, ref: string): Promise<boolean> {
  const { status } = await stripe.checkout.sessions.retrieve(ref);
  if (status !== 'open') return status === 'expired';
  try {
    await stripe.checkout.sessions.expire(ref);
    return true;
  } catch (error) {
    // Completed or expired since it was read.
    const now = await stripe.checkout.sessions.retrieve(ref);
    if (now.status === 'open') throw error;
    return now.status === 'expired';
  }
}

/** @param send  absent: the platform's fetch */
export function makeStripe(settings: StripeSettings, send?: typeof fetch): PaymentProvider {
  const stripe = clientOf(settings, send);
  const cryptoProvider = Stripe.createSubtleCryptoProvider();

  return {
    name: 'stripe',
    async openCheckout(checkout) {
      const params = sessionParams(checkout, settings.computesTax);
      const discountMinor = checkout.interval === null ? 0 : checkout.renewalMinor - checkout.amountMinor;
      const session = await ask(async () => {
        const coupon =
          discountMinor > 0
            ? await stripe.coupons.create(
                {
                  amount_off: discountMinor,
                  currency: checkout.currency.toLowerCase(),
                  duration: 'once',
                  max_redemptions: 1,
                },
                { idempotencyKey: `coupon-${checkout.orderId}` },
              )
            : null;
        return stripe.checkout.sessions.create(coupon ? { ...params, discounts: [{ coupon: coupon.id }] } : params, {
          idempotencyKey: `checkout-${checkout.orderId}`,
        });
      });
      return { checkoutRef: session.id, url: session.url ?? checkout.returnUrl };
    },
    async readCheckout(ref) {
      const session = await ask(() => stripe.checkout.sessions.retrieve(ref, { expand: SESSION_PARTS }));
      return sessionReports(session, session.created * SECOND_MS);
    },
    async closeCheckout(ref) {
      return ask(() => closeSession(stripe, ref));
    },
    async refund(paymentRef, amountMinor, key) {
      const refund = await ask(() =>
        stripe.refunds.create({ payment_intent: paymentRef, amount: amountMinor }, { idempotencyKey: `refund-${key}` }),
      );
      return refund.id;
    },
    async cancelSubscription(ref, when) {
      await ask<unknown>(() =>
        when === 'now'
          ? endNow(stripe, ref)
          : stripe.subscriptions.update(ref, { cancel_at_period_end: when === 'end' }),
      );
    },
    async portalUrl(ref, returnUrl) {
      return ask(async () => {
        const subscription = await stripe.subscriptions.retrieve(ref);
        const portal = await stripe.billingPortal.sessions.create({
          customer: idOf(subscription.customer),
          return_url: returnUrl,
        });
        return portal.url;
      });
    },
    async readWebhook(rawBody, headers, nowMs) {
      let event: Stripe.Event;
      try {
        event = await stripe.webhooks.constructEventAsync(
          rawBody,
          headers.get('stripe-signature') ?? '',
          settings.webhookSecret,
          undefined,
          cryptoProvider,
          nowMs,
        );
      } catch (cause) {
        throw new AppError('permission_denied', { reason: 'invalid_signature' }, { cause });
      }
      return { eventId: event.id, type: event.type, reports: await ask(() => reportsOf(stripe, event)) };
    },
    async listPayments(fromMs, untilMs) {
      const payments: ProviderPayment[] = [];
      await ask(() =>
        stripe.charges
          .list({
            created: { gte: Math.floor(fromMs / SECOND_MS), lt: Math.floor(untilMs / SECOND_MS) },
            limit: 100,
          })
          .autoPagingEach((charge) => {
            if (charge.status !== 'succeeded' || !charge.captured) return;
            payments.push({
              paymentRef: idOf(charge.payment_intent) || charge.id,
              amountMinor: charge.amount_captured,
              refundedMinor: charge.amount_refunded,
              currency: charge.currency.toUpperCase(),
              atMs: charge.created * SECOND_MS,
            });
          }),
      );
      return payments;
    },
  };
}
