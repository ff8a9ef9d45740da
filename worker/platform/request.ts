/**
 * Facts of a request that the request pipeline passes to an operation. Plain data; no Request, no Response.
 */
import type { UserId } from '#shared/ids.ts';
import type { Locale } from '#shared/locale/tags.ts';

/** The person of a verified token. The serving object still checks `epoch` and `sessionId`: no lookup happened yet. */
export interface Caller {
  readonly userId: UserId;
  /** One sign-in; a revoked session has no valid token. */
  readonly sessionId: string;
  /** Raised when all of a person's tokens are revoked (password change, freeze). */
  readonly epoch: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

export interface CallContext {
  readonly requestId: string;
  readonly nowMs: number;
  readonly locale: Locale;
  /** Client address from the one trusted header; '' when unknown. */
  readonly address: string;
  /** 32 hex characters or ''. */
  readonly deviceId: string;
  readonly clientId: string;
  readonly userAgent: string;
  /** Host of the page that led here, lower case, as it says itself; '' for none. Never more than the host. */
  readonly referrerHost?: string;
  /** `x-device-name` and `x-device-model`, as sent by the client. */
  readonly deviceName?: string;
  readonly deviceModel?: string;
  /** `x-captcha-token`, or ''. */
  readonly captchaToken: string;
  /** `Idempotency-Key`, 1-200 printable characters, or null. */
  readonly idempotencyKey: string | null;
  /** Origin of the request, one of the configured; links in answers use it. */
  readonly origin: string;
  readonly caller: Caller | null;
}
