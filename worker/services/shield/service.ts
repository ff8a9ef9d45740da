/**
 * Face of the shield: captcha tokens, the human check, codes that prove an address, and counters per device and address.
 */
import type { CheckReason } from '#shared/shield/verdict.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { DeviceCodeFace } from './device-code/service.ts';

export interface ShieldService extends DeviceCodeFace {
  /**
   * A token at once for a low risk. Else `url`, the page of the human check, and an empty token.
   * @throws AppError too_many_requests past the budget of the address
   */
  initCaptcha(input: InitCaptchaInput, call: CallContext): Promise<InitCaptchaAnswer>;
  /**
   * Spends a token for a sensitive action: single use, bound to the device and, for the sensitive set, to the action.
   * With `human` only a token does for which a check was passed; the caller's next `initCaptcha` then asks for one.
   * @throws AppError captcha_required (empty token, or `human` and no check was passed), captcha_invalid
   */
  spendCaptcha(
    input: { token: string; action: string; deviceId: string; human?: boolean },
    call: CallContext,
  ): Promise<void>;
  /** News of a wrong password, code or passcode: a sign of risk, no limit. `subject` is what was guessed at, if anything. */
  reportFailure(input: { subject: string }, call: CallContext): Promise<void>;
  /** Whether so much has failed from this address lately that a human check is due before the next try. No lookup. */
  isSuspect(call: CallContext): boolean;
  /** Whether this installation asks for human checks at all. */
  readonly asksPeople: boolean;
  /** Work for the check of a ticket. @throws AppError captcha_invalid (`check_over`), too_many_requests */
  makeChallenge(input: { ticket: string }, call: CallContext): Promise<CheckChallenge>;
  /**
   * Takes a solution and gives a token for which a check was passed.
   * @throws AppError captcha_invalid (`check_over`, `check_redirect`, `check_failed`, `captcha_spent`), too_many_requests
   */
  solveCheck(
    input: { ticket: string; solution: string; redirectUri: string; state: string },
    call: CallContext,
  ): Promise<SolvedCheck>;
  /** What the page of a check must know; null for a ticket that is over or none of ours. */
  readCheck(ticket: string): Promise<CheckFacts | null>;
  /** Asks the provider about a token of its own. @throws AppError too_many_requests */
  verifyProviderToken(input: { type: string; token: string }, call: CallContext): Promise<ProviderAnswer>;
  /**
   * Makes a code of six digits for one address and purpose; it leaves with the news `makeNews` gives, in the same write.
   * @throws AppError verification_rate_limited past the budget of the caller's address, its device, or the address itself
   */
  openVerification(
    input: {
      /** Normalised identifier that the code goes to. */
      readonly subject: string;
      readonly purpose: string;
      /** The account of the address has been used on this device before. Default: false. */
      readonly isKnownDevice?: boolean;
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

export interface InitCaptchaInput {
  readonly clientId: string;
  readonly action: string;
  readonly deviceId: string;
  /** Where a passed check returns to; one that is not allowed is as good as none. */
  readonly redirectUri?: string;
  /** As sent: an address, a number or a name that is guessed at, and the fields of `captcha_sign`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The caller is the server itself and has been refused for want of a check: ask for one whatever the risk. */
  readonly human?: boolean;
}

export interface InitCaptchaAnswer {
  /** '' with a `url`. */
  readonly captcha_token: string;
  readonly expires_in: number;
  readonly url?: string;
}

export interface CheckChallenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly keySignature: string;
    readonly expiresAt: number;
    readonly data: { readonly check: string };
  };
  readonly signature: string;
}

export interface SolvedCheck {
  /** '' when the token waits for the device's next `initCaptcha`. */
  readonly captchaToken: string;
  readonly expiresInSeconds: number;
  /** '' when there is nowhere to go. */
  readonly redirectTo: string;
}

export interface CheckFacts {
  readonly provider: CheckProvider;
  /** Public key of the provider; '' for our own work. */
  readonly siteKey: string;
  /** Script of the provider; '' for our own work. */
  readonly scriptUrl: string;
  /** What the provider must hand back with its token. */
  readonly bound: string;
}

export type CheckProvider = 'pow' | 'turnstile' | 'recaptcha';

export type ProviderAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: CheckReason };

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
