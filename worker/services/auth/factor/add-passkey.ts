/** Adds a passkey in two calls: the options for the browser, then its new credential. Notifies the owner by mail. */

import * as v from 'valibot';
import type { Passkey } from '#shared/auth/factor.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { noticeTo } from '../person/notice.ts';
import { openTicket, sealTicket } from '../token/ticket.ts';
import { CHALLENGE_TTL_SECONDS, PASSKEY_ADD_PURPOSE } from './keys.ts';
import type { factorPart } from './part.ts';
import { cleanPasskeyName } from './passkey-name.ts';
import { passkeyOnWire } from './passkeys.ts';
import {
  type CredentialJson,
  creationOptions,
  newChallenge,
  type PasskeyChallenge,
  readCreated,
  relyingParty,
  requirePasskeys,
} from './webauthn.ts';

const content = v.object({ userId: v.string(), challenge: v.string() });

/** @throws AppError unauthenticated, as readSudo, as requirePasskeys */
export async function passkeyOptions(
  parts: AuthParts,
  caller: Caller,
  input: { sudoToken: string },
  call: CallContext,
): Promise<PasskeyChallenge> {
  const { userId } = caller;
  const account = accountOf<typeof factorPart>(parts, userId);
  const { email, name } = unwrap(await account.twoFactor(caller));
  await readSudo(parts, input.sudoToken, caller);
  requirePasskeys(parts.appOrigin);
  const known = unwrap(await account.passkeys(caller));
  const challenge = newChallenge();
  return {
    challengeToken: await sealTicket(
      parts.keyring,
      PASSKEY_ADD_PURPOSE,
      { userId, challenge },
      { ttlSeconds: CHALLENGE_TTL_SECONDS, nowMs: call.nowMs },
    ),
    options: await creationOptions(relyingParty(parts.appOrigin), { challenge, userId, email, name, known }),
  };
}

/**
 * A repeat returns the stored passkey.
 * @throws AppError unauthenticated, expired_token for an expired challenge or another person's, invalid_argument for a credential
 * that does not answer it, already_exists, failed_precondition past the limit
 */
export async function addPasskey(
  parts: AuthParts,
  caller: Caller,
  input: { challengeToken: string; credential: CredentialJson; name: string },
  call: CallContext,
): Promise<Passkey> {
  const account = accountOf<typeof factorPart>(parts, caller.userId);
  const state = unwrap(await account.twoFactor(caller));
  const ticket = await openTicket(parts.keyring, PASSKEY_ADD_PURPOSE, content, input.challengeToken, call.nowMs);
  if (!ticket || ticket.content.userId !== caller.userId)
    throw new AppError('expired_token', { reason: 'challenge_over', messageKey: 'auth.factor.passkey.over' });
  const made = await readCreated(relyingParty(parts.appOrigin), ticket.content.challenge, input.credential);
  if (!made)
    throw new AppError('invalid_argument', {
      reason: 'credential',
      field: 'credential',
      messageKey: 'auth.factor.passkey.not_made',
    });
  const row = unwrap(
    await account.addPasskey(caller, {
      ticket: { id: ticket.id, untilMs: ticket.untilMs },
      passkey: {
        ...made,
        passkeyId: newWireId(),
        name: cleanPasskeyName(input.name) || 'Passkey',
        createdMs: call.nowMs,
        usedMs: null,
      },
      letter: await noticeTo(parts, state, { kind: 'passkey-added' }, call),
    }),
  );
  return passkeyOnWire(row);
}
