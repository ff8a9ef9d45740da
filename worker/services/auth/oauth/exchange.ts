/** Exchanges a code, or the code of a device, for tokens. */

import { AppError, unwrap } from '#shared/errors.ts';
import { toBase64Url } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Client } from '../client/clients.ts';
import { grantScope, storedScope } from '../client/scopes.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import { CODE_PURPOSE } from './keys.ts';
import type { oauthPart } from './part.ts';
import { isVerifier } from './rules.ts';

/** Person and id of a code; both have a fixed length. */
const SEALED_CODE = /^([A-Za-z0-9_-]{26})([0-9a-f]{32})$/;

/** @throws AppError invalid_request, invalid_grant; as requireActive */
export async function exchangeCode(
  parts: AuthParts,
  input: { client: Client; code: string; redirectUri: string; codeVerifier: string },
  call: CallContext,
): Promise<SignedIn> {
  const { client, code, redirectUri, codeVerifier } = input;
  if (code === '') throw new AppError('invalid_request', { reason: 'missing', field: 'code' });
  if (codeVerifier === '') throw new AppError('invalid_request', { reason: 'pkce_required', field: 'code_verifier' });
  if (!isVerifier(codeVerifier))
    throw new AppError('invalid_request', { reason: 'pkce_malformed', field: 'code_verifier' });
  const [, userId, codeId] = SEALED_CODE.exec((await parts.keyring.open(CODE_PURPOSE, code)) ?? '') ?? [];
  if (userId === undefined || codeId === undefined)
    throw new AppError('invalid_grant', { reason: 'code_unknown', field: 'code' });
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  const session = unwrap(
    await accountOf<typeof oauthPart>(parts, userId).useCode({
      codeId,
      clientId: client.id,
      redirectUri,
      challenge: toBase64Url(new Uint8Array(digest)),
      deviceId: call.deviceId,
      device: deviceOf(call),
      nowMs: call.nowMs,
    }),
  );
  return issueTokens(parts, { userId, client, session }, call.nowMs);
}

/** @throws AppError invalid_request, authorization_pending, slow_down, access_denied, expired_token, invalid_grant; as requireActive */
export async function exchangeDeviceCode(
  parts: AuthParts,
  input: { client: Client; deviceCode: string },
  call: CallContext,
): Promise<SignedIn> {
  const { client, deviceCode } = input;
  if (deviceCode === '') throw new AppError('invalid_request', { reason: 'missing', field: 'device_code' });
  const allowed = await parts.shield.pollDeviceCode({ deviceCode, clientId: client.id });
  // The client's own scopes can have shrunk since the request.
  const scopes = grantScope(allowed.scope, client.scopes);
  if (scopes === null) throw new AppError('invalid_grant', { reason: 'scope_gone' });
  const session = unwrap(
    await accountOf<typeof oauthPart>(parts, allowed.userId).openDeviceSession({
      clientId: client.id,
      deviceId: call.deviceId,
      device: deviceOf(call),
      nowMs: call.nowMs,
      requestId: allowed.requestId,
      scope: storedScope(scopes, client.scopes),
      bySession: allowed.sessionId,
      epoch: allowed.epoch,
    }),
  );
  return issueTokens(parts, { userId: allowed.userId, client, session }, call.nowMs);
}
