/**
 * Face of the shield: captcha tokens, codes that prove an address, and counters per device and address. Types only.
 */
import type { CallContext } from '#worker/platform/request.ts';

export interface ShieldService {
  /** @throws AppError too_many_requests past the budget of the address */
  initCaptcha(
    input: { clientId: string; action: string; deviceId: string },
    call: CallContext,
  ): Promise<{ captcha_token: string; expires_in: number }>;
  /**
   * Spends a token for a sensitive action: single use, bound to the device and, for the sensitive set, to the action.
   * @throws AppError captcha_required (empty token), captcha_invalid
   */
  spendCaptcha(input: { token: string; action: string; deviceId: string }, call: CallContext): Promise<void>;
  /**
   * Makes a code of six digits for one address and purpose; it leaves with the news `makeNews` gives, in the same write.
   * @throws AppError verification_rate_limited past the budget of the caller's address, its device, or the address itself
   */
  openVerification(
    input: {
      /** Normalised identifier that the code goes to. */
      readonly subject: string;
      readonly purpose: string;
      /** @param untilMs  epoch ms at which the code ends */
      makeNews(code: string, untilMs: number): Promise<LeavingNews>;
    },
    call: CallContext,
  ): Promise<{ verificationId: string; expiresInSeconds: number }>;
  /**
   * Exchanges a code for a token that says: whoever holds this reads the mail of that address. A code works once.
   * @throws AppError invalid_verification_code for a wrong one; expired_verification_code for one that is late, used, or
   * died of wrong tries, and for verifications nobody knows
   */
  checkCode(input: {
    verificationId: string;
    code: string;
  }): Promise<{ verificationToken: string; expiresInSeconds: number }>;
  /**
   * Reads such a token. Single use is the question of whoever acts on it: `id` names the token.
   * @throws AppError invalid_verification_code for another address or purpose and for noise, expired_verification_code
   */
  readVerified(input: { token: string; subject: string; purposes: readonly string[] }): Promise<VerifiedToken>;
}

/** An event that leaves with a row of the shield; whose it is, the shield does not know. */
export interface LeavingNews {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

export interface VerifiedToken {
  readonly id: string;
  /** Epoch ms at which the token ends. */
  readonly untilMs: number;
}

/** Actions whose tokens are bound to them (contract.md section 11). */
export const SENSITIVE_ACTIONS = [
  'POST:/v1/auth/signin',
  'POST:/v1/auth/token',
  'POST:/v1/auth/verification',
  'GET:/drive/v1/share',
] as const;
