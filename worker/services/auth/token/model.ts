/** The result of a sign-in, and its two forms: for pages and for the API. */
import type { TokenObject } from '#shared/auth/contract.ts';

export interface SignedIn {
  readonly tokens: TokenObject;
  /** Value of Set-Cookie for the HttpOnly session cookie; '' for a session without one. */
  readonly setCookie: string;
}

/** For the API. With a cookie the body holds no refresh token (`refresh_token` is ''). */
export interface TokenAnswer {
  readonly tokens: TokenObject;
  readonly setCookie: string | null;
}

/** How a page uses the session cookie: to show a page, or to change something or give a consent. */
export type CookieUse = 'page' | 'form';
