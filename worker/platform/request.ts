/**
 * What the hallway knows about a request when it reaches an operation. Plain data; no Request, no Response.
 */
import type { UserId } from '#shared/ids.ts';
import type { Locale } from '#shared/locale/tags.ts';

/** Who a verified token speaks for. The serving object still checks `epoch` and `sessionId`: no lookup happened yet. */
export interface Caller {
  readonly userId: UserId;
  /** Token family (one sign-in); a revoked family has no live token. */
  readonly sessionId: string;
  /** Raised when all of a person's tokens die (password change, freeze). */
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
  /** `x-device-name` and `x-device-model`, as the client says them. */
  readonly deviceName?: string;
  readonly deviceModel?: string;
  /** `x-captcha-token`, or ''. */
  readonly captchaToken: string;
  /** `Idempotency-Key`, 1-200 printable characters, or null. */
  readonly idempotencyKey: string | null;
  /** Origin that was asked, one of the configured; links in answers come back under it. */
  readonly origin: string;
  readonly caller: Caller | null;
}
