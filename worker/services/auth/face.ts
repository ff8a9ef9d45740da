/**
 * Face of auth: what other rooms may ask about people and tokens. Types only.
 */
import type { Profile, TokenObject } from '#shared/auth/contract.ts';
import type { UserId } from '#shared/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { FactorFace } from './factor.face.ts';
import type { OAuthFace } from './oauth.face.ts';
import type { SettingsFace } from './settings.face.ts';

export interface SignedIn {
  readonly tokens: TokenObject;
  /** Value of Set-Cookie for the HttpOnly session cookie. */
  readonly setCookie: string;
}

export interface PublicPerson {
  readonly userId: UserId;
  /** Masked for strangers: first two and last letter around `**`. */
  readonly nickname: string;
  readonly avatar: string;
}

export interface SignInInput {
  readonly clientId: string;
  readonly clientSecret?: string;
  /** E-mail, phone with `+`, or name. */
  readonly username: string;
  readonly password: string;
  /** Stands in for the password: whoever holds it reads the mail of `username`. '' or absent when none was sent. */
  readonly verificationToken?: string;
  /** '' when none was sent. */
  readonly captchaToken: string;
  /** Action a captcha token must have been asked for; default `POST:/v1/auth/signin`. */
  readonly action?: 'POST:/v1/auth/signin' | 'POST:/v1/auth/token';
}

/** What a code by mail is for. */
export type VerificationUsage = 'sign-up' | 'sign-in' | 'reset';

interface ByClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

export interface VerificationInput extends ByClient {
  readonly email: string;
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

export interface SignUpInput extends ByClient {
  readonly email: string;
  readonly password: string;
  readonly verificationToken: string;
  /** '' takes the part of the address before the `@`. */
  readonly name: string;
}

export interface ResetInput extends ByClient {
  readonly email: string;
  readonly newPassword: string;
  readonly verificationToken: string;
}

/** What a browser says about the page that called; null when the header is absent. */
export interface BrowserSigns {
  readonly cookieHeader: string | null;
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | null;
  readonly origin: string | null;
}

/** Answer of the API: when the cookie carries the refresh token, the body does not (`refresh_token` is ''). */
export interface TokenAnswer {
  readonly tokens: TokenObject;
  readonly setCookie: string | null;
}

export interface TokenRequest {
  readonly grantType: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly password: string;
  readonly captchaToken: string;
}

export interface AuthService extends FactorFace, OAuthFace, SettingsFace {
  /** Signature, type and expiry of a bearer; no lookup. Null when it is not ours or is over. */
  verifyBearer(token: string, nowMs: number): Promise<Caller | null>;
  /** Same for the session cookie's value, found in a Cookie header. */
  verifySessionCookie(cookieHeader: string | null, nowMs: number): Promise<Caller | null>;
  /**
   * By password, or by a verification token.
   * @throws AppError invalid_argument, unauthorized_client, invalid_account_or_password, captcha_required, captcha_invalid,
   * user_blocked; by token also user_not_exist, invalid_verification_code, expired_verification_code
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
  /** Rotates. @throws AppError invalid_argument, unauthorized_client, invalid_grant */
  refresh(
    input: { clientId: string; clientSecret?: string; refreshToken: string },
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
  /** Grants `refresh_token` (by body or session cookie) and `password`. Throws as those, and cross_site_request. */
  tokenByApi(input: TokenRequest, signs: BrowserSigns, call: CallContext): Promise<TokenAnswer>;
  /** `signOut` for the API: the cookie counts only for calls from our own pages. */
  signOutByApi(input: { token: string }, signs: BrowserSigns, call: CallContext): Promise<{ setCookie: string | null }>;
  /** @throws AppError unauthenticated when the session is over */
  profile(caller: Caller): Promise<Profile>;
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
  /** Name of the session cookie; the host decides nothing else. */
  readonly sessionCookieName: string;
}
