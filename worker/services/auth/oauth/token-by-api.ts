/**
 * The token endpoint: identifies the client and dispatches the grant to its operation. Source: RFC 6749 sections 4 to 6, RFC 8628 section 3.4; wire-contract.md section 1.
 */

import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { grantingClient } from '../client/client-of.ts';
import type { Client, Grant } from '../client/clients.ts';
import { grantScope, storedScope } from '../client/scopes.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { answerTokens, refreshByApi } from '../session/by-api.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import { signIn } from '../sign-in/sign-in.ts';
import type { BrowserSigns } from '../token/browser-signs.ts';
import { mayGiveCookie } from '../token/browser-signs.ts';
import type { TokenAnswer } from '../token/model.ts';
import { exchangeCode, exchangeDeviceCode } from './exchange.ts';
import { DEVICE_GRANT } from './keys.ts';
import type { oauthPart } from './part.ts';

export interface TokenRequest {
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly deviceCode: string;
  /** '' asks for all of it. */
  readonly scope: string;
  readonly grantType: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly username: string;
  readonly password: string;
  /** As in SignInInput, for the password grant. */
  readonly twoFactorToken?: string;
  readonly twoFactorCode?: string;
  readonly recoveryCode?: string;
  readonly captchaToken: string;
}

const GRANT_TYPES: Readonly<Record<string, Grant>> = {
  password: 'password',
  refresh_token: 'refresh_token',
  authorization_code: 'authorization_code',
  [DEVICE_GRANT]: 'device_code',
};

/** Refuses a request with the credentials of two grants. */
function refuseMixed(grant: Grant, input: TokenRequest): void {
  const credentials: Readonly<Record<Grant, string>> = {
    password: input.password,
    refresh_token: input.refreshToken,
    authorization_code: input.code,
    device_code: input.deviceCode,
  };
  const stray = Object.entries(credentials).find(([name, value]) => name !== grant && value !== '');
  if (stray) throw new AppError('invalid_request', { reason: 'mixed_grants', field: stray[0] });
}

function grantOf(grantType: string): Grant {
  if (grantType === '') throw new AppError('invalid_request', { reason: 'missing', field: 'grant_type' });
  const grant = Object.hasOwn(GRANT_TYPES, grantType) ? GRANT_TYPES[grantType] : undefined;
  if (grant === undefined) throw new AppError('unsupported_grant_type', { field: 'grant_type' });
  return grant;
}

/** The session of a password has all scopes of its client, unless the request asks for fewer. */
async function byPassword(
  parts: AuthParts,
  client: Client,
  input: TokenRequest,
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  const scopes = grantScope(input.scope, client.scopes);
  if (scopes === null) throw new AppError('invalid_scope', { field: 'scope' });
  const signedIn = await signIn(parts, { ...input, action: 'POST:/v1/auth/token' }, call);
  const whole = answerTokens(signedIn, mayGiveCookie(signs, client.id, parts.appOrigin));
  const scope = storedScope(scopes, client.scopes);
  const opened = scope === '' ? null : await parts.tokens.readAccess(whole.tokens.access_token, call.nowMs);
  if (!opened) return whole;
  // The tokens of the full session are not given out: a crash here leaves a session that cannot be used.
  const { sub: userId, fam: sessionId, epoch } = opened;
  unwrap(await accountOf<typeof oauthPart>(parts, userId).narrowSession(sessionId, scope));
  const session = { sessionId, epoch, generation: 1, issuedMs: call.nowMs, scope };
  const { tokens } = await issueTokens(parts, { userId, client, session }, call.nowMs);
  return { tokens, setCookie: null };
}

/**
 * @throws AppError invalid_request, unsupported_grant_type, unauthorized_client, invalid_client, invalid_scope; then as the grant:
 * signIn, refresh, exchangeCode, exchangeDeviceCode
 */
export async function grantByApi(
  parts: AuthParts,
  input: TokenRequest,
  signs: BrowserSigns,
  call: CallContext,
): Promise<TokenAnswer> {
  const grant = grantOf(input.grantType);
  const client = await grantingClient(parts, input, grant);
  refuseMixed(grant, input);
  if (grant === 'password' && (input.twoFactorToken ?? '') === '') {
    if (input.username === '') throw new AppError('invalid_request', { reason: 'missing', field: 'username' });
    if (input.password === '') throw new AppError('invalid_request', { reason: 'missing', field: 'password' });
  }
  if (grant === 'refresh_token') return refreshByApi(parts, input, signs, call);
  if (grant === 'password') return byPassword(parts, client, input, signs, call);
  if (grant === 'device_code') {
    const { tokens } = await exchangeDeviceCode(parts, { client, deviceCode: input.deviceCode }, call);
    return { tokens, setCookie: null };
  }
  const { tokens, setCookie } = await exchangeCode(parts, { ...input, client }, call);
  // A narrowed session is not the browser's: its tokens travel in the body.
  const byCookie = setCookie !== '' && mayGiveCookie(signs, client.id, parts.appOrigin);
  return byCookie ? { tokens: { ...tokens, refresh_token: '' }, setCookie } : { tokens, setCookie: null };
}
