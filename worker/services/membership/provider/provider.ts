/**
 * Payment providers behind one interface. An adapter translates; it decides nothing about orders.
 * Reports carry the provider's own references, and are repeated, late or out of order: their handler copes.
 */
import type { DisputeResult } from '#shared/membership/order.rules.ts';

export type ProviderName = 'sandbox' | 'stripe';

/** Facts with which a provider asks for the money of one order. */
export interface Checkout {
  /** Our order; the provider's idempotency key. */
  readonly orderId: string;
  readonly userId: string;
  readonly email: string;
  /** Product name in the customer's language. */
  readonly title: string;
  /** Minor units, all included. */
  readonly amountMinor: number;
  /** ISO 4217, upper case. */
  readonly currency: string;
  /** null: one payment. */
  readonly interval: 'month' | 'year' | null;
  /** Price of each later period; equals `amountMinor` without a discount. */
  readonly renewalMinor: number;
  /** Epoch ms. */
  readonly expiresAtMs: number;
  /** Our page that the customer returns to. */
  readonly returnUrl: string;
  readonly locale: string;
}

export interface OpenCheckout {
  readonly checkoutRef: string;
  readonly url: string;
}

/** A fact about a payment, in the words of no provider. */
export type PaymentReport =
  | {
      readonly kind: 'paid';
      readonly orderId: string;
      readonly paymentRef: string;
      readonly amountMinor: number;
      readonly currency: string;
      readonly taxMinor: number;
      /** '' for a single payment. */
      readonly subscriptionRef: string;
      /** End of the paid period of a subscription, epoch ms; 0 for a single payment. */
      readonly periodEndMs: number;
      readonly atMs: number;
    }
  | { readonly kind: 'declined'; readonly orderId: string; readonly atMs: number }
  | { readonly kind: 'checkout-expired'; readonly orderId: string; readonly atMs: number }
  | {
      readonly kind: 'refunded';
      readonly refundRef: string;
      readonly paymentRef: string;
      readonly amountMinor: number;
      readonly atMs: number;
    }
  | {
      readonly kind: 'dispute';
      readonly disputeRef: string;
      readonly paymentRef: string;
      readonly result: DisputeResult;
      readonly atMs: number;
    }
  | {
      readonly kind: 'renewed';
      readonly subscriptionRef: string;
      readonly invoiceRef: string;
      readonly paymentRef: string;
      readonly amountMinor: number;
      readonly currency: string;
      readonly taxMinor: number;
      readonly periodEndMs: number;
      readonly atMs: number;
    }
  | {
      readonly kind: 'renewal-failed';
      readonly subscriptionRef: string;
      readonly invoiceRef: string;
      /** Next attempt of the provider, epoch ms; 0 when it gives up. */
      readonly nextAttemptMs: number;
      readonly atMs: number;
    }
  | {
      readonly kind: 'subscription';
      readonly subscriptionRef: string;
      readonly status: 'active' | 'past_due' | 'ended';
      readonly cancelAtEnd: boolean;
      readonly atMs: number;
    };

export interface ProviderEvent {
  /** Unique at the provider; a repeated delivery has the same. */
  readonly eventId: string;
  /** The provider's word for it, for operators. */
  readonly type: string;
  /** Empty for events that say nothing about payments. */
  readonly reports: readonly PaymentReport[];
}

/** One payment as the provider's books have it. */
export interface ProviderPayment {
  readonly paymentRef: string;
  readonly amountMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
  readonly atMs: number;
}

export interface PaymentProvider {
  readonly name: ProviderName;
  /** Repeating it for an order answers the same checkout. */
  openCheckout(checkout: Checkout): Promise<OpenCheckout>;
  /** The provider's facts about a checkout: for reports that were lost. */
  readCheckout(checkoutRef: string): Promise<readonly PaymentReport[]>;
  /** Ends an unpaid checkout. @returns false when its payment is made or under way, which is left alone */
  closeCheckout(checkoutRef: string): Promise<boolean>;
  /**
   * @param key  repeating a refund with it pays once
   * @returns the refund's reference, the same as in its webhook
   */
  refund(paymentRef: string, amountMinor: number, key: string): Promise<string>;
  /** @param when  `end`: at the end of the paid period. `never`: takes a cancellation back */
  cancelSubscription(subscriptionRef: string, when: 'now' | 'end' | 'never'): Promise<void>;
  /** Page of the provider where a customer changes the card; null when it has none. */
  portalUrl(subscriptionRef: string, returnUrl: string): Promise<string | null>;
  /**
   * @param rawBody  exactly as received
   * @throws AppError permission_denied for a signature that is wrong, foreign or older than five minutes
   */
  readWebhook(rawBody: string, headers: Headers, nowMs: number): Promise<ProviderEvent>;
  /** All payments of a time, for reconciliation. */
  listPayments(fromMs: number, untilMs: number): Promise<readonly ProviderPayment[]>;
}
