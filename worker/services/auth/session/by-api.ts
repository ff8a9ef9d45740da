/**
 * Sign-in, token and sign-out as the API offers them: where the refresh token travels, and whether the cookie may speak.
 */
import { AppError } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { signInByPasskey } from '../factor/passkey-sign-in.ts';
import type { PasskeySignInInput } from '../factor/service.ts';
import { knownClient } from '../oauth/client-of.ts';
import type { ClientSigns } from '../oauth/service.ts';
import type { BrowserSigns, SignedIn, SignInInput, SignUpInput, TokenAnswer, TokenRequest } from '../service.ts';
import { readSessionCookie } from './cookie.ts';
import { refresh } from './refresh.ts';
import { mayGiveCookie, mayUseCookie } from './rules.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

/** The refresh token goes by cookie or by body, never by both: script of the page must not hold what the cookie protects. */
export function answerTokens(signedIn: SignedIn, byCookie: boolean): TokenAnswer {
  return byCookie
    ? { tokens: { ...signedIn.tokens, refresh_token: '' }, setCookie: signedIn.setCookie }
    : { tokens: signedIn.tokens, setCookie: null };
}

/** @throws AppError as signIn */
export async function signInByApi(
  parts: AuthParts,
  input: SignInInput,
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  return answerTokens(await signIn(parts, input, call), mayGiveCookie(signs, input.clientId, parts.appOrigin));
}

/** @throws AppError as signInByPasskey */
export async function signInByPasskeyByApi(
  parts: AuthParts,
  input: PasskeySignInInput,
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  return answerTokens(await signInByPasskey(parts, input, call), mayGiveCookie(signs, input.clientId, parts.appOrigin));
}

/** @throws AppError as signUp */
export async function signUpByApi(
  parts: AuthParts,
  input: SignUpInput,
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  return answerTokens(await signUp(parts, input, call), mayGiveCookie(signs, input.clientId, parts.appOrigin));
}

/** @throws AppError as signIn and refresh; cross_site_request when a foreign page would spend the cookie */
export async function tokenByApi(
  parts: AuthParts,
  input: TokenRequest,
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  if (input.grantType === 'password') {
    const second = (input.twoFactorToken ?? '') !== '';
    if (!second && input.username === '')
      throw new AppError('invalid_argument', { reason: 'missing', field: 'username' });
    if (!second && input.password === '')
      throw new AppError('invalid_argument', { reason: 'missing', field: 'password' });
    return signInByApi(parts, { ...input, action: 'POST:/v1/auth/token' }, signs, call);
  }
  if (input.grantType !== 'refresh_token')
    throw new AppError('invalid_argument', { reason: 'unsupported_grant_type', field: 'grant_type' });
  if (input.refreshToken !== '') return answerTokens(await refresh(parts, input, call), false);
  const kept = readSessionCookie(signs.cookieHeader);
  if (kept !== '' && !mayUseCookie(signs, parts.appOrigin)) throw new AppError('cross_site_request');
  return answerTokens(await refresh(parts, { ...input, refreshToken: kept }, call), true);
}

/** A program that names itself must be it, and ends its own tokens alone (RFC 7009 section 2.1). */
async function requireOwnToken(parts: AuthParts, input: { token: string; client?: ClientSigns }): Promise<void> {
  if (!input.client || input.client.clientId === '') return;
  const client = await knownClient(parts, input.client);
  const named = await parts.tokens.readFamily(input.token);
  if (named && named.clientId !== client.id)
    throw new AppError('unauthorized_client', { reason: 'token_of_another_client', field: 'token' });
}

/** The cookie is read and cleared only for calls that one of our pages may have made. @throws AppError as signOut */
export async function signOutByApi(
  parts: AuthParts,
  input: { token: string; client?: ClientSigns },
  signs: BrowserSigns,
  call: CallContext,
): Promise<{ setCookie: string | null }> {
  await requireOwnToken(parts, input);
  const ours = mayUseCookie(signs, parts.appOrigin);
  const { setCookie } = await signOut(
    parts,
    { token: input.token, cookieHeader: ours ? signs.cookieHeader : null },
    call,
  );
  return { setCookie: ours && input.token === '' && readSessionCookie(signs.cookieHeader) !== '' ? setCookie : null };
}
