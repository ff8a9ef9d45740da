/**
 * Addresses that a passed check may return to: our own `/loading`, or an app that registered its scheme. Pure; used on both
 * sides. Compares the parsed origin and the exact path, never the beginning of a text (trust.md, hazard 2).
 */
import { parsedUrl } from '#shared/parsed-url.ts';
import { href } from '#shared/routes.ts';

/** Schemes of our own apps; the system opens their addresses, not the browser. */
export const APP_SCHEMES: readonly string[] = ['magpie:'];

/** @returns the parsed address when a check may return to it, else null */
export function readRedirect(address: string, appOrigin: string): URL | null {
  const url = address.length > 2000 ? null : parsedUrl(address);
  if (url === null) return null;
  if (APP_SCHEMES.includes(url.protocol)) return url;
  return isOurLoading(url, appOrigin) ? url : null;
}

/** Whether an address is our `/loading` page itself. */
export function isOurLoading(url: URL, appOrigin: string): boolean {
  return (
    url.origin === appOrigin && url.pathname === href('shield.loading') && url.username === '' && url.password === ''
  );
}

export interface PassedCheck {
  readonly captchaToken: string;
  readonly expiresInSeconds: number;
}

/** The address with the token in its query; replaces parameters of the same names. */
export function withPassed(redirect: URL, passed: PassedCheck, state: string): string {
  const url = new URL(redirect);
  url.searchParams.set('captcha_token', passed.captchaToken);
  url.searchParams.set('expires_in', String(passed.expiresInSeconds));
  if (state !== '') url.searchParams.set('state', state);
  return url.href;
}

/**
 * Reads an address of {@link withPassed}.
 * @param state  the state sent with the request; another one means the address answers another request
 * @returns null for any address that is not our `/loading` with a token for this state
 */
export function readPassed(address: string, appOrigin: string, state: string): PassedCheck | null {
  const url = parsedUrl(address);
  if (url === null || !isOurLoading(url, appOrigin) || url.searchParams.get('state') !== state) return null;
  const captchaToken = url.searchParams.get('captcha_token') ?? '';
  const expiresInSeconds = Number(url.searchParams.get('expires_in') ?? '');
  if (captchaToken === '' || !Number.isFinite(expiresInSeconds) || expiresInSeconds <= 0) return null;
  return { captchaToken, expiresInSeconds };
}
