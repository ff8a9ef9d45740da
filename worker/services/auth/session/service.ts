/** What a sign-in answers, and what a browser says of the page that asks. Part of the face of auth; types only. */
import type { TokenObject } from '#shared/auth/contract.ts';

export interface SignedIn {
  readonly tokens: TokenObject;
  /** Value of Set-Cookie for the HttpOnly session cookie. */
  readonly setCookie: string;
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

/** What a page does for the holder of a session cookie: show something, or change something or give a consent. */
export type CookieUse = 'page' | 'form';
