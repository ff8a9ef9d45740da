/**
 * Facts of a request that the request pipeline passes to an operation. Plain data; no Request, no Response.
 */
import type { UserId } from '#shared/ids.ts';
import type { Locale } from '#shared/locale/tags.ts';

/** The proof of a program, besides the id of its app password. */
export interface ProgramSign {
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /**
   * The nodes of this call were found below the folder of the password. Without it the drive refuses a password of one folder: its
   * calls take ids, and an id alone does not show where a node is.
   */
  readonly isWithin?: true;
}

/** The person of a verified token. The serving object still checks `epoch` and `sessionId`: no lookup happened yet. */
export interface Caller {
  readonly userId: UserId;
  /** One sign-in; a revoked session has no valid token. */
  readonly sessionId: string;
  /** Raised when all of a person's tokens are revoked (password change, freeze). */
  readonly epoch: number;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Of a program that shows an app password: `sessionId` is the id of the password. No bearer gives it. */
  readonly program?: ProgramSign;
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
