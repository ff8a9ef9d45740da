/** Headers by which a browser describes the page that made a call, and whether that page may use the session cookie. */
import { COOKIE_CLIENT } from './cookie.ts';

/** Whether the session cookie may replace a refresh token: only one of our pages may have made the call. */
export function mayUseCookie(signs: BrowserSigns, appOrigin: string): boolean {
  const site = signs.fetchSite;
  if (site !== null && site !== 'same-origin' && site !== 'same-site') return false;
  return signs.origin === null || signs.origin === appOrigin;
}

/** Whether a sign-in puts the refresh token in the cookie and not in the body: for our own page in a browser. */
export function mayGiveCookie(signs: BrowserSigns, clientId: string, appOrigin: string): boolean {
  return clientId === COOKIE_CLIENT && signs.fetchSite === 'same-origin' && mayUseCookie(signs, appOrigin);
}

/** Headers by which a browser describes the page that made a call. Null when a header is absent. */
export interface BrowserSigns {
  readonly cookieHeader: string | null;
  /** `Sec-Fetch-Site`. */
  readonly fetchSite: string | null;
  readonly origin: string | null;
}

export function signsOf(request: Request): BrowserSigns {
  return {
    cookieHeader: request.headers.get('cookie'),
    fetchSite: request.headers.get('sec-fetch-site'),
    origin: request.headers.get('origin'),
  };
}
