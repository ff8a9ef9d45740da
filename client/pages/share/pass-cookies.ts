/** Opening a share tidies up: passes and passcodes of older shares go, the last three of each stay (spec section 4). */
import { makeCookieJar, passTokenCookie } from '#client/browser-storage/cookies.ts';

/** @param path  of the share page: /s/{share_id}, or a folder below it */
export function cleanPassCookies(page: { cookie: string }, path: string): void {
  const [, shareId] = /^\/s\/([\w-]+)/.exec(path) ?? [];
  if (shareId) makeCookieJar(page).cleanPassCookies(passTokenCookie(shareId));
}
