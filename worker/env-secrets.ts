/** The secrets of an installation, read once from the bindings. No I/O. */
import type { Env } from './env.ts';
import { providerSecretsOf } from './env-providers.ts';

export interface Secrets {
  readonly rootHex: string;
  readonly jwtPrivateJwk: string;
  readonly internalToken: string;
  /** '' when the relay or the gateway asks for none. */
  readonly smtpPassword: string;
  readonly smsToken: string;
  /** '' when no mail service reports. */
  readonly mailFeedbackToken: string;
  /** '' without a provider of human checks. */
  readonly captchaSecret: string;
  /** '' unless payments go through Stripe. */
  readonly stripeSecretKey: string;
  readonly stripeWebhookSecret: string;
  /** Id of a sign-in provider -> its secret. */
  readonly providerSecrets: ReadonlyMap<string, string>;
}

/** As many as 24 random bytes have in base64url. */
const INTERNAL_TOKEN_CHARS = 32;

/** Whether the text is a private ES256 key in JSON, or a set whose first key is one. */
function isSigningKey(json: string): boolean {
  try {
    const read = JSON.parse(json) as { keys?: unknown[] };
    const key = (Array.isArray(read.keys) ? read.keys[0] : read) as Readonly<Record<string, unknown>>;
    return key['kty'] === 'EC' && key['crv'] === 'P-256' && typeof key['d'] === 'string' && key['d'] !== '';
  } catch {
    return false;
  }
}

/** @throws Error when a secret is absent, too short or of the wrong shape. The message never repeats it */
export function readSecrets(env: Env): Secrets {
  if (!/^[0-9a-f]{64}$/.test(env.SECRET_ROOT ?? '')) throw new Error('SECRET_ROOT must be 64 hex digits');
  if (/^(.)\1*$/.test(env.SECRET_ROOT)) throw new Error('SECRET_ROOT must be random');
  if (!env.JWT_PRIVATE_JWK) throw new Error('JWT_PRIVATE_JWK is missing');
  if (!isSigningKey(env.JWT_PRIVATE_JWK)) throw new Error('JWT_PRIVATE_JWK must be a private ES256 key in JSON');
  if (!env.INTERNAL_TOKEN) throw new Error('INTERNAL_TOKEN is missing');
  if (env.INTERNAL_TOKEN.length < INTERNAL_TOKEN_CHARS)
    throw new Error(`INTERNAL_TOKEN must have at least ${INTERNAL_TOKEN_CHARS} characters`);
  return Object.freeze({
    rootHex: env.SECRET_ROOT,
    jwtPrivateJwk: env.JWT_PRIVATE_JWK,
    internalToken: env.INTERNAL_TOKEN,
    smtpPassword: env.SMTP_PASSWORD ?? '',
    smsToken: env.SMS_TOKEN ?? '',
    mailFeedbackToken: env.MAIL_FEEDBACK_TOKEN ?? '',
    captchaSecret: env.CAPTCHA_SECRET ?? '',
    stripeSecretKey: env.STRIPE_SECRET_KEY ?? '',
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    providerSecrets: providerSecretsOf(env),
  });
}
