/** Where passkeys exist: they belong to a host name, and browsers refuse them on an address. Source: WebAuthn level 3, section 5.1.2. */

const IS_ADDRESS = /^\[|^[\d.]+$/;

/** @param appOrigin  origin of our pages, as URLs spell it */
export function hasPasskeys(appOrigin: string): boolean {
  return !IS_ADDRESS.test(new URL(appOrigin).hostname);
}
