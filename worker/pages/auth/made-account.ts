/** The end of each way to make an account. */
import type { Context } from 'hono';
import {
  INVITATION_COOKIE,
  NEW_USER_COOKIE,
  NEW_USER_COOKIE_SECONDS,
  readTextCookie,
  writeCookie,
} from '#shared/cookies.ts';
import { readInvitationCode } from '#shared/membership/invitation-code.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { welcomeCookies } from '../referral/welcome.ts';
import { seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { afterSignIn } from './after-sign-in.ts';

/** The code of the invitation that the visitor has opened; '' for none. */
export function invitationCodeOf(c: Context<AppEnv>): string {
  return readInvitationCode(readTextCookie(c.get('cookies'), INVITATION_COOKIE));
}

/** @param made  the first session of the account */
export async function enteredNew(
  c: Context<AppEnv>,
  deps: PageDeps,
  next: string,
  made: { readonly tokens: { readonly sub: string }; readonly setCookie: string },
): Promise<Response> {
  // Makes the drive show its guide once.
  const newUser = writeCookie(NEW_USER_COOKIE, true, { maxAgeSeconds: NEW_USER_COOKIE_SECONDS });
  return seeOther(afterSignIn(c, next), made.setCookie, newUser, ...(await welcomeCookies(c, deps, made.tokens.sub)));
}
