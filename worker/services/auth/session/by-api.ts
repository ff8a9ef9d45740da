/** Sign-in, refresh and sign-out by the API: whether cookie or body carries the refresh token. */
import type { TokenObject } from '#shared/auth/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ClientSigns, knownClient } from '../client/client-of.ts';
import type { AuthParts } from '../deps.ts';
import { type BrowserSigns, mayGiveCookie, mayUseCookie, signsOf } from '../token/browser-signs.ts';
import { readSessionCookie } from '../token/cookie.ts';
import type { SignedIn, TokenAnswer } from '../token/model.ts';
import { refresh } from './refresh.ts';
import { signOut } from './sign-out.ts';

/** The refresh token goes by cookie or by body, never by both: script of the page must not hold what the cookie protects. */
export function answerTokens(signedIn: SignedIn, byCookie: boolean): TokenAnswer {
  return byCookie
    ? { tokens: { ...signedIn.tokens, refresh_token: '' }, setCookie: signedIn.setCookie }
    : { tokens: signedIn.tokens, setCookie: null };
}

/** The body of the answer to a sign-in; sets the session cookie for our own page in a browser. */
export function sendTokens(
  { appOrigin }: Pick<AuthParts, 'appOrigin'>,
  signedIn: SignedIn,
  clientId: string,
  { request, headers }: { request: Request; headers: Headers },
): TokenObject {
  const { tokens, setCookie } = answerTokens(signedIn, mayGiveCookie(signsOf(request), clientId, appOrigin));
  if (setCookie !== null) headers.append('set-cookie', setCookie);
  return tokens;
}

/**
 * By the refresh token of the body, or by the session cookie; the answer takes the same way.
 * @throws AppError as refresh; cross_site_request when a foreign page would spend the cookie
 */
export async function refreshByApi(
  parts: AuthParts,
  input: { clientId: string; clientSecret: string; refreshToken: string; scope: string },
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  if (input.refreshToken !== '') return answerTokens(await refresh(parts, input, call), false);
  const cookie = readSessionCookie(signs.cookieHeader);
  if (cookie !== '' && !mayUseCookie(signs, parts.appOrigin)) throw new AppError('cross_site_request');
  return answerTokens(await refresh(parts, { ...input, refreshToken: cookie }, call), true);
}

/** A client that names itself proves it, and ends only its own tokens (RFC 7009 section 2.1). */
async function requireOwnToken(
  parts: AuthParts,
  { token, client }: { token: string; client: ClientSigns },
): Promise<void> {
  if (client.clientId === '') return;
  const known = await knownClient(parts, client);
  const named = await parts.tokens.readSessionOf(token);
  if (named && named.clientId !== known.id)
    throw new AppError('unauthorized_client', { reason: 'token_of_another_client', field: 'token' });
}

/**
 * Reads and clears the cookie only for calls that one of our pages may have made.
 * @returns the cookie to set, or null. @throws AppError as signOut
 */
export async function signOutByApi(
  parts: AuthParts,
  input: { token: string; client: ClientSigns },
  signs: BrowserSigns,
  call: CallContext,
): Promise<string | null> {
  await requireOwnToken(parts, input);
  const isOurs = mayUseCookie(signs, parts.appOrigin);
  const cookieHeader = isOurs ? signs.cookieHeader : null;
  const { setCookie } = await signOut(parts, { token: input.token, cookieHeader }, call);
  return input.token === '' && readSessionCookie(cookieHeader) !== '' ? setCookie : null;
}
