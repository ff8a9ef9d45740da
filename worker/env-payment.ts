/** Variables of payment, read by env.ts. No I/O. */
import { isLoopbackHost } from '#shared/loopback.ts';

export interface PaymentVariables {
  readonly PAYMENT: string;
  /** Keys of PAYMENT=stripe. */
  readonly STRIPE_SECRET_KEY?: string;
  readonly STRIPE_WEBHOOK_SECRET?: string;
  /** Empty: Stripe's own address. A double on this machine in tests; demo mode only. */
  readonly STRIPE_API_URL?: string;
  /** `on`: Stripe computes the tax contained in a price. */
  readonly STRIPE_TAX?: string;
}

/** Who takes payments. `off`: nothing is sold. */
export interface PaymentConfig {
  readonly provider: 'sandbox' | 'stripe' | 'off';
  readonly apiUrl: string;
  readonly computesTax: boolean;
}

/** @throws Error naming the variable that is wrong */
export function paymentOf(env: PaymentVariables, demo: boolean): PaymentConfig {
  const provider = env.PAYMENT || (demo ? 'sandbox' : 'off');
  if (provider !== 'sandbox' && provider !== 'stripe' && provider !== 'off')
    throw new Error('PAYMENT must be sandbox, stripe or off');
  if (provider === 'sandbox' && !demo) throw new Error('PAYMENT=sandbox is for demo mode: it gives everything away');
  if (provider === 'stripe' && (!env.STRIPE_SECRET_KEY || !env.STRIPE_WEBHOOK_SECRET))
    throw new Error('PAYMENT=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET');
  const { STRIPE_API_URL: apiUrl = '' } = env;
  const isOwn = URL.canParse(apiUrl) && isLoopbackHost(new URL(apiUrl).hostname);
  if (apiUrl !== '' && !(demo && isOwn))
    throw new Error('STRIPE_API_URL is for tests in demo mode, on this machine only');
  return Object.freeze({ provider, apiUrl, computesTax: env.STRIPE_TAX === 'on' });
}
