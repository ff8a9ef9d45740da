/** Part of AuthService: second factors and passkeys. Types only. */
import type { Passkey } from '#shared/auth/factor.contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { BrowserSigns, SignedIn, TokenAnswer } from '../session/service.ts';

export interface TwoFactor {
  /** Epoch ms since when it is on; null when it is off. */
  readonly enabledMs: number | null;
  readonly recoveryCodesLeft: number;
}

export interface TwoFactorSetup {
  readonly setupToken: string;
  /** Base32. */
  readonly secret: string;
  readonly otpauthUri: string;
  readonly qrSvg: string;
  readonly expiresInSeconds: number;
}

/** What a browser must be asked for a passkey, and the ticket its answer comes back with. */
export interface PasskeyChallenge {
  readonly challengeToken: string;
  /** Of `navigator.credentials`, as JSON. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The answer of `navigator.credentials`, as JSON. */
export type CredentialJson = Readonly<Record<string, unknown>>;

export interface PasskeySignInInput {
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly challengeToken: string;
  readonly credential: CredentialJson;
}

/** Everybody but visitors needs a living session: all of these throw AppError unauthenticated when it is over. */
export interface FactorFace {
  twoFactor(caller: Caller): Promise<TwoFactor>;
  /** Makes a secret, kept nowhere until it is enabled. @throws AppError as readSudo; already_exists when it is on */
  setUpTwoFactor(caller: Caller, input: { sudoToken: string }, call: CallContext): Promise<TwoFactorSetup>;
  /** The same setup once more, for a page that is shown again. @throws AppError expired_token for a setup that is over */
  resumeSetup(caller: Caller, input: { setupToken: string }, call: CallContext): Promise<TwoFactorSetup>;
  /**
   * Switches it on; the owner is told by mail. The codes are shown once: only their digests are kept.
   * @throws AppError expired_token for a setup that is over, invalid_two_factor, already_exists
   */
  enableTwoFactor(
    caller: Caller,
    input: { setupToken: string; code: string },
    call: CallContext,
  ): Promise<{ recoveryCodes: readonly string[] }>;
  /**
   * Switches it off; the owner is told by mail. Wrong codes are counted with those of signing in.
   * @throws AppError as readSudo; failed_precondition when it is off, invalid_two_factor, invalid_two_factor_recovery,
   * too_many_requests
   */
  disableTwoFactor(
    caller: Caller,
    input: { sudoToken: string; code: string; recoveryCode: string },
    call: CallContext,
  ): Promise<void>;
  /** The owner is told by mail. @throws AppError as readSudo; failed_precondition when it is off */
  renewRecoveryCodes(
    caller: Caller,
    input: { sudoToken: string },
    call: CallContext,
  ): Promise<{ recoveryCodes: readonly string[] }>;
  passkeys(caller: Caller): Promise<readonly Passkey[]>;
  /** @throws AppError as readSudo */
  passkeyOptions(caller: Caller, input: { sudoToken: string }, call: CallContext): Promise<PasskeyChallenge>;
  /**
   * Keeps a passkey; the owner is told by mail. Repeating the call answers the same.
   * @throws AppError expired_token, invalid_argument for a credential that does not hold, already_exists, failed_precondition
   */
  addPasskey(
    caller: Caller,
    input: { challengeToken: string; credential: CredentialJson; name: string },
    call: CallContext,
  ): Promise<Passkey>;
  /** @throws AppError invalid_argument for an empty name, not_found */
  renamePasskey(caller: Caller, input: { id: string; name: string }): Promise<Passkey>;
  /** The owner is told by mail. @throws AppError as readSudo; not_found */
  removePasskey(caller: Caller, input: { id: string; sudoToken: string }, call: CallContext): Promise<void>;
  /** @throws AppError invalid_argument, unauthorized_client */
  passkeySignInOptions(
    input: { clientId: string; clientSecret?: string },
    call: CallContext,
  ): Promise<PasskeyChallenge>;
  /** @throws AppError unauthorized_client, user_blocked; invalid_account_or_password for whatever else is wrong */
  signInByPasskey(input: PasskeySignInInput, call: CallContext): Promise<SignedIn>;
  /** `signInByPasskey` for the API: decides whether cookie or body carries the refresh token. */
  signInByPasskeyByApi(input: PasskeySignInInput, signs: BrowserSigns, call: CallContext): Promise<TokenAnswer>;
}
