/** Variables of payment, passed to the Worker, which checks them (worker/env-payment.ts). No I/O. */

export type PaymentBindings = Readonly<Record<string, string>>;

/** @returns why payments cannot work here; '' when they can */
export function whyNoPayment({ PAYMENT }: PaymentBindings, isLan: boolean): string {
  if (PAYMENT !== 'stripe' || !isLan) return '';
  return 'PAYMENT=stripe needs an address that Stripe can call: leave MAGPIE_LAN out, or sell nothing.';
}

/** The variables that are set. */
export function readPayment(env: NodeJS.ProcessEnv): PaymentBindings {
  const all = {
    PAYMENT: env['PAYMENT'],
    STRIPE_SECRET_KEY: env['STRIPE_SECRET_KEY'],
    STRIPE_WEBHOOK_SECRET: env['STRIPE_WEBHOOK_SECRET'],
    STRIPE_TAX: env['STRIPE_TAX'],
    STRIPE_API_URL: env['STRIPE_API_URL'],
  };
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
