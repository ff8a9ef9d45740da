/**
 * The last step of choosing a language on entry: the browser's own list, when neither the cookie nor the request named a
 * language of ours. Browsers send only part of that list. Source: spec section 2.1.
 */
import { type CookiePage, LOCALE_OPEN_COOKIE, writePageCookie } from '#shared/cookies.ts';
import { firstLocale } from '#shared/locale/negotiate.ts';

type Page = Pick<Document, 'cookie' | 'documentElement' | 'querySelector'> & CookiePage;

/** Follows the language menu to the browser's language; the address that it leads to stores the choice. */
export function followBrowserLanguage(page: Page, languages: readonly string[], go: (address: string) => void): void {
  writePageCookie(page, LOCALE_OPEN_COOKIE, '', { maxAgeSeconds: 0, sameSite: 'lax' });
  const locale = firstLocale(languages);
  if (locale === null || locale === page.documentElement.lang) return;
  const link = page.querySelector<HTMLAnchorElement>(`[data-part="languages"] a[hreflang="${locale}"]`);
  if (link) go(link.href);
}

/** A hand-off in the address has priority. */
export function askBrowser(page: Document): void {
  if (/[?&](code|bridge_auth|from_source)=/.test(location.search)) return;
  followBrowserLanguage(page, navigator.languages, (address) => location.replace(address));
}
