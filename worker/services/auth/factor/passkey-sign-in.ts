/**
 * Signs in with a passkey. The device verifies the person, so a passkey is both factors. Every wrong answer of a browser gets the
 * same refusal.
 */

import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ClientInput, clientFor } from '../client/clients.ts';
import { unwrapOpening } from '../closing/end-account.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import { openTicket, sealTicket } from '../token/ticket.ts';
import { CHALLENGE_TTL_SECONDS, PASSKEY_SIGN_IN_PURPOSE } from './keys.ts';
import type { factorPart } from './part.ts';
import {
  type CredentialJson,
  newChallenge,
  type PasskeyChallenge,
  readClaim,
  readSigned,
  relyingParty,
  requestOptions,
  requirePasskeys,
} from './webauthn.ts';

export interface PasskeySignInInput extends ClientInput {
  readonly challengeToken: string;
  readonly credential: CredentialJson;
}

/** Without a device: the signature names our page and this challenge, which no other device can get signed. */
const content = v.object({ clientId: v.string(), challenge: v.string() });

function refused(): AppError {
  return new AppError('invalid_account_or_password', {
    reason: 'passkey_refused',
    messageKey: 'auth.factor.passkey.refused',
  });
}

/** @throws AppError invalid_argument, unauthorized_client, as requirePasskeys */
export async function passkeySignInOptions(
  parts: AuthParts,
  input: ClientInput,
  call: CallContext,
): Promise<PasskeyChallenge> {
  const client = await clientFor(input, 'password', parts.clients);
  requirePasskeys(parts.appOrigin);
  const challenge = newChallenge();
  return {
    challengeToken: await sealTicket(
      parts.keyring,
      PASSKEY_SIGN_IN_PURPOSE,
      { clientId: client.id, challenge },
      { ttlSeconds: CHALLENGE_TTL_SECONDS, nowMs: call.nowMs },
    ),
    options: await requestOptions(relyingParty(parts.appOrigin), challenge),
  };
}

/** @throws AppError invalid_argument, unauthorized_client, user_blocked; invalid_account_or_password for all else */
export async function signInByPasskey(
  parts: AuthParts,
  input: PasskeySignInInput,
  call: CallContext,
): Promise<SignedIn> {
  const client = await clientFor(input, 'password', parts.clients);
  const ticket = await openTicket(parts.keyring, PASSKEY_SIGN_IN_PURPOSE, content, input.challengeToken, call.nowMs);
  const claim = readClaim(input.credential);
  if (!ticket || !claim || ticket.content.clientId !== client.id) throw refused();
  const account = accountOf<typeof factorPart>(parts, claim.userId);
  const key = unwrap(await account.passkeyOf(claim.credentialId));
  if (!key) throw refused();
  const counter = await readSigned(relyingParty(parts.appOrigin), ticket.content.challenge, input.credential, key);
  if (counter === null) throw refused();
  const result = await account.signInByPasskey({
    ticket: { id: ticket.id, untilMs: ticket.untilMs },
    credentialId: key.credentialId,
    publicKey: key.publicKey,
    counter,
    clientId: client.id,
    deviceId: call.deviceId,
    device: deviceOf(call),
    nowMs: call.nowMs,
  });
  const session = await unwrapOpening(parts, { userId: claim.userId, clientId: client.id, result }, call);
  if (session === null) throw refused();
  return issueTokens(parts, { userId: claim.userId, client, session }, call.nowMs);
}
