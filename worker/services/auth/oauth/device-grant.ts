/** The device grant: starts it, shows the person the waiting device, and stores the decision. Source: RFC 8628. */

import { AppError, unwrap } from '#shared/errors.ts';
import { named } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { href } from '#shared/routes.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { NewDeviceCode } from '#worker/services/shield/index.ts';
import type { ClientSigns } from '../client/client-of.ts';
import { grantingClient } from '../client/client-of.ts';
import { CONSOLE_CLIENT, findClient } from '../client/clients.ts';
import { grantScope, scopeWords } from '../client/scopes.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { requireOperator } from '../person/role.ts';
import type { oauthPart } from './part.ts';

export interface DeviceRequest {
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  readonly clientName: string;
  readonly scopes: readonly string[];
}

export interface StartedDeviceGrant extends NewDeviceCode {
  readonly verificationUri: string;
  readonly verificationUriComplete: string;
}

type Parts = Pick<AuthParts, 'clients' | 'accounts' | 'shield' | 'appOrigin'>;

/** @throws AppError invalid_request, unauthorized_client, invalid_client, invalid_scope, too_many_requests */
export async function startDeviceGrant(
  parts: Parts,
  input: ClientSigns & { scope: string },
  call: CallContext,
): Promise<StartedDeviceGrant> {
  const client = await grantingClient(parts, input, 'device_code');
  const scopes = grantScope(input.scope, client.scopes);
  if (scopes === null) throw new AppError('invalid_scope', { field: 'scope' });
  const opened = await parts.shield.openDeviceCode({ clientId: client.id, scope: scopes.join(' ') }, call);
  const { appOrigin } = parts;
  return {
    ...opened,
    verificationUri: `${appOrigin}${href('auth.device')}`,
    verificationUriComplete: `${appOrigin}${href('auth.sign-in')}?user_code=${opened.userCode}`,
  };
}

/** @throws AppError unauthenticated; as requireActive */
async function epochOf(parts: Parts, caller: Caller): Promise<number> {
  return unwrap(await accountOf<typeof oauthPart>(parts, caller.userId).approver(caller)).epoch;
}

/**
 * @throws AppError expired_token for a code without a pending request, too_many_requests, unauthenticated; permission_denied where the
 * command line of operators asks another person, or a session without the rights of the operator
 */
export async function deviceRequest(
  parts: Parts,
  userCode: string,
  caller: Caller,
  call: CallContext,
): Promise<DeviceRequest> {
  await epochOf(parts, caller);
  const request = await parts.shield.deviceRequest({ userCode, userId: caller.userId }, call);
  const client = findClient(request.clientId, parts.clients);
  if (!client) throw new AppError('expired_token', { reason: 'client_gone' });
  if (client.id === CONSOLE_CLIENT) await requireOperator(parts, caller, 'look');
  return {
    userCode: request.userCode,
    clientName: named(client.name, DEFAULT_LOCALE),
    scopes: scopeWords(request.scope),
  };
}

/** Throws as deviceRequest; as requireActive. */
export async function decideDevice(
  parts: Parts,
  input: { userCode: string; isAllowed: boolean },
  caller: Caller,
  call: CallContext,
): Promise<void> {
  // Refuses a person who may not let this program in.
  if (input.isAllowed) await deviceRequest(parts, input.userCode, caller, call);
  const epoch = await epochOf(parts, caller);
  await parts.shield.decideDevice({ ...input, userId: caller.userId, sessionId: caller.sessionId, epoch }, call);
}
