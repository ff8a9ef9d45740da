/** The payment provider of this installation, and the one of a stored order. */
import type { PaymentConfig } from '#worker/env-payment.ts';
import type { PaymentProvider, ProviderName } from './provider.ts';
import { makeSandbox, type SandboxDeps } from './sandbox/sandbox.ts';
import { makeStripe } from './stripe.ts';

export interface ProviderChoice extends SandboxDeps {
  readonly payment: PaymentConfig;
  readonly stripeSecretKey: string;
  readonly stripeWebhookSecret: string;
}

/** @returns null for a provider that this installation does not have */
export function makeProviders(choice: ProviderChoice): (name: ProviderName) => PaymentProvider | null {
  const { payment } = choice;
  if (payment.provider === 'sandbox') {
    const sandbox = makeSandbox(choice);
    return (name) => (name === 'sandbox' ? sandbox : null);
  }
  if (payment.provider === 'off') return () => null;
  const settings = { secretKey: choice.stripeSecretKey, webhookSecret: choice.stripeWebhookSecret, ...payment };
  const stripe = makeStripe(settings);
  return (name) => (name === 'stripe' ? stripe : null);
}
