/**
 * Face of auth: what other rooms may ask about people and tokens. Types only.
 */
import type { Profile } from '#shared/auth/contract.ts';
import type { CountryCode } from '#shared/country/model.ts';
import type { UserId } from '#shared/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ConsentRow, SessionRow } from './account/export.store.ts';
import type { PreferenceRow } from './account/preferences.store.ts';
import type { SettingsFace } from './account/service.ts';
import type { FactorFace } from './factor/service.ts';
import type { ClientSigns, OAuthFace } from './oauth/service.ts';
import type { BrowserSigns, CookieUse, SignedIn, TokenAnswer } from './session/service.ts';

export type { BrowserSigns, SignedIn, TokenAnswer } from './session/service.ts';

export interface PublicPerson {
  readonly userId: UserId;
  /** Masked for strangers: first two and last letter around `**`. */
  readonly nickname: string;
  readonly avatar: string;
}

/** What a person may take along of the account; no secret stands in it. Times are epoch ms. */
export interface AccountExport {
  readonly person: {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly avatar: string;
    readonly status: string;
    readonly premium: boolean;
    readonly createdMs: number;
    readonly passwordMs: number;
  };
  readonly sessions: readonly SessionRow[];
  readonly consents: readonly ConsentRow[];
  readonly preferences: readonly PreferenceRow[];
}

export interface SignInInput {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** E-mail, phone with `+`, or name. */
  readonly username: string;
  readonly password: string;
  /** Stands in for the password: whoever holds it reads the mail of `username`. '' or absent when none was sent. */
  readonly verificationToken?: string;
  /** What `two_factor_required` gave: with a code or a recovery code it stands in for name and password. */
  readonly twoFactorToken?: string;
  /** Six digits. */
  readonly twoFactorCode?: string;
  readonly recoveryCode?: string;
  /** '' when none was sent. */
  readonly captchaToken: string;
  /** Action a captcha token must have been asked for; default `POST:/v1/auth/signin`. */
  readonly action?: 'POST:/v1/auth/signin' | 'POST:/v1/auth/token';
}

/** What a code is for. The `change-` ones are for the signed-in person alone: the new address or number proves itself. */
export type VerificationUsage = 'sign-up' | 'sign-in' | 'reset' | 'change-email' | 'change-phone';

interface ByClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

/** Where a code goes, and what an account is found by: one of the two; the other is '' or absent. */
interface ByAddress {
  readonly email?: string;
  /** With `+`; other spellings are read by `readPhone`. */
  readonly phone?: string;
}

export interface VerificationInput extends ByClient, ByAddress {
  readonly usage: VerificationUsage;
  /** '' when none was sent. */
  readonly captchaToken: string;
  /** Language asked for in the call itself; '' takes the request's. */
  readonly language?: string;
}

export interface StartedVerification {
  readonly verificationId: string;
  readonly expiresInSeconds: number;
  /** Whether the address has an account; null unless the usage is `sign-in`, where the client must choose its next call. */
  readonly isUser: boolean | null;
}

export interface SignUpInput extends ByClient, ByAddress {
  readonly password: string;
  readonly verificationToken: string;
  /** '' takes the part of the address before the `@`, or a masked number. */
  readonly name: string;
}

export interface ResetInput extends ByClient, ByAddress {
  readonly newPassword: string;
  readonly verificationToken: string;
}

export interface TokenRequest {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly deviceCode: string;
  /** '' asks for all of it. */
  readonly scope: string;
  readonly grantType: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly password: string;
  /** As in SignInInput, for the password grant. */
  readonly twoFactorToken?: string;
  readonly twoFactorCode?: string;
  readonly recoveryCode?: string;
  readonly captchaToken: string;
}

export interface AuthService extends FactorFace, OAuthFace, SettingsFace {
  /** Signature, type and expiry of a bearer; no lookup. Null when it is not ours or is over. */
  verifyBearer(token: string, nowMs: number): Promise<Caller | null>;
  /**
   * Same for the session cookie's value, found in a Cookie header; its account says whether it is the newest. A superseded
   * one opens pages for a short grace and no form.
   */
  verifySessionCookie(cookieHeader: string | null, nowMs: number, use?: CookieUse): Promise<Caller | null>;
  /**
   * By password, or by a verification token.
   * @throws AppError invalid_argument, unauthorized_client, invalid_account_or_password, captcha_required, captcha_invalid,
   * user_blocked; by token also user_not_exist, invalid_verification_code, expired_verification_code. Where a second factor is
   * on: two_factor_required with `two_factor_token` and `methods` in its metadata; then, with that token, invalid_two_factor,
   * invalid_two_factor_recovery, too_many_requests
   */
  signIn(input: SignInInput, call: CallContext): Promise<SignedIn>;
  /**
   * Sends a code to an address. Known and unknown addresses cost and answer the same, but for `isUser`.
   * @throws AppError invalid_argument, unauthorized_client, captcha_required, captcha_invalid, verification_rate_limited,
   * unavailable when this installation sends no mail
   */
  startVerification(input: VerificationInput, call: CallContext): Promise<StartedVerification>;
  /** @throws AppError unauthorized_client, invalid_verification_code, expired_verification_code */
  verifyCode(
    input: ByClient & { verificationId: string; code: string },
  ): Promise<{ verificationToken: string; expiresInSeconds: number }>;
  /**
   * Makes an account and signs in. A token makes one account however often it is sent; what broke off is gone on with.
   * @throws AppError invalid_argument, unauthorized_client, invalid_password, invalid_verification_code,
   * expired_verification_code, already_exists when the address has an account
   */
  signUp(input: SignUpInput, call: CallContext): Promise<SignedIn>;
  /**
   * Sets a new password; returns when every session has ended everywhere. After `unavailable` the same call is to be repeated.
   * @throws AppError as signUp, and user_not_exist, user_blocked; unavailable while a serving object could not be told
   */
  resetPassword(input: ResetInput, call: CallContext): Promise<void>;
  /** Rotates. @throws AppError invalid_argument, unauthorized_client, invalid_grant; invalid_scope for more than was given */
  refresh(
    input: { clientId: string; clientSecret?: string; refreshToken: string; scope?: string },
    call: CallContext,
  ): Promise<SignedIn>;
  /**
   * Ends the family of a token; returns when every serving object knows. Unknown tokens are no error. With an empty token: the
   * families of the caller and of the session cookie in `cookieHeader`; whoever passes a cookie has checked where the call came from.
   * @throws AppError unavailable when the news could not be delivered; the family is over, asking again repeats the delivery
   */
  signOut(input: { token: string; cookieHeader?: string | null }, call: CallContext): Promise<{ setCookie: string }>;
  /** `signIn` for the API: decides whether cookie or body carries the refresh token. Throws as `signIn`. */
  signInByApi(input: SignInInput, signs: BrowserSigns, call: CallContext): Promise<TokenAnswer>;
  /** `signUp` for the API, as `signInByApi`. */
  signUpByApi(input: SignUpInput, signs: BrowserSigns, call: CallContext): Promise<TokenAnswer>;
  /** Every grant: code, refresh token (by body or session cookie), password, device. Throws as ops/token-by-api.ts. */
  tokenByApi(input: TokenRequest, signs: BrowserSigns, call: CallContext): Promise<TokenAnswer>;
  /** `signOut` for the API: the cookie counts only for calls from our own pages. */
  signOutByApi(
    input: { token: string; client?: ClientSigns },
    signs: BrowserSigns,
    call: CallContext,
  ): Promise<{ setCookie: string | null }>;
  /** @throws AppError unauthenticated when the session is over */
  profile(caller: Caller): Promise<Profile>;
  /** For the person alone: addresses in full. @throws AppError unauthenticated when the session is over */
  exportAccount(caller: Caller): Promise<AccountExport>;
  /** Blank for a user nobody made. At most 60 s stale. */
  publicPerson(userId: UserId): Promise<PublicPerson>;
  /** At most 60 s stale; false for a user nobody made. */
  isPremium(userId: string): Promise<boolean>;
  /** Asks the account, so that it is never stale. @throws AppError unauthenticated, permission_denied */
  requireOperator(caller: Caller): Promise<void>;
  /** For whoever runs the server. @throws AppError not_found */
  setOperator(identifier: string, isOperator: boolean): Promise<void>;
  /** Demo mode: makes alice, bob and carla once; repeating it changes nothing. */
  seedDemo(nowMs: number): Promise<readonly { userId: UserId; email: string; premium: boolean }[]>;
  /** Country of visitors whose platform does not tell it. */
  readonly defaultCountry: CountryCode;
  /** Name of the session cookie; the host decides nothing else. */
  readonly sessionCookieName: string;
}
