/** Locks the account, closes it, and cancels the closing. */

import * as v from 'valibot';
import { AppError, type Result, unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { readSudo } from '../attempt/sudo.ts';
import { clientFor } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import { deviceOf } from '../core/device.ts';
import type { AuthParts } from '../deps.ts';
import { digestOf } from '../identifier/holder.ts';
import { CLOSE_GRACE_SECONDS, UNLOCK_PURPOSE, UNLOCK_TTL_SECONDS } from '../keys.ts';
import { letterTo } from '../person/notice.ts';
import { ownPerson } from '../person/own-person.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import { openTicket, sealTicket } from '../token/ticket.ts';
import type { closingPart } from './part.ts';

const content = v.object({ userId: v.string(), clientId: v.string(), deviceId: v.string(), epoch: v.number() });

/**
 * Locks the account until a reset proves its address.
 * @throws AppError as readSudo; failed_precondition where no code could open the account again; unavailable while a serving
 * object has not got the event
 */
export async function freeze(
  parts: AuthParts,
  input: { sudoToken: string },
  caller: Caller,
  call: CallContext,
): Promise<void> {
  const person = await ownPerson(parts, caller);
  await readSudo(parts, input.sudoToken, caller);
  const account = accountOf<typeof closingPart>(parts, caller.userId);
  const letter = await letterTo(parts, person, { kind: 'account-frozen' }, call);
  // Without an address that codes reach there is no reset, and the account could never be opened again.
  if (letter === null)
    throw new AppError('failed_precondition', { reason: 'no_way_back', messageKey: 'auth.code.off' });
  unwrap(await account.freeze(caller, letter));
}

/**
 * Every session ends; the account is erased at `endsMs` unless `unlock` comes first.
 * @throws AppError as readSudo; aborted when an address changed concurrently; unavailable while a serving object has not got the event
 */
export async function close(
  parts: AuthParts,
  input: { sudoToken: string },
  caller: Caller,
  call: CallContext,
): Promise<{ endsMs: number }> {
  const person = await ownPerson(parts, caller);
  await readSudo(parts, input.sudoToken, caller);
  const account = accountOf<typeof closingPart>(parts, caller.userId);
  const graceMs = (parts.limits.closeGraceSeconds ?? CLOSE_GRACE_SECONDS) * SECOND_MS;
  const letter = await letterTo(parts, person, { kind: 'account-closing', dateMs: call.nowMs + graceMs }, call);
  // The name is an identifier of the demo people.
  const identifiers = [person.email, person.phone, person.name].filter((identifier) => identifier !== '');
  const digests = await Promise.all(identifiers.map((identifier) => digestOf(parts, identifier)));
  return unwrap(await account.close(caller, { seen: person, digests, graceMs, letter }));
}

/**
 * The result of a call that opens a session after every factor was shown: a closing account returns its unlock token.
 * @throws AppError the failure; `account_freeze` with `unlock_token` beside its `ends_at`
 */
export async function unwrapOpening<T>(
  parts: Pick<AuthParts, 'accounts' | 'keyring'>,
  opening: { userId: string; clientId: string; result: Result<T> },
  call: Pick<CallContext, 'deviceId' | 'nowMs'>,
): Promise<T> {
  const { userId, clientId, result } = opening;
  if (result.ok || result.error.name !== 'account_freeze') return unwrap(result);
  const epoch = unwrap(await accountOf<typeof closingPart>(parts, userId).closingEpoch());
  if (epoch === null) return unwrap(result);
  const life = { ttlSeconds: UNLOCK_TTL_SECONDS, nowMs: call.nowMs };
  const ticket = { userId, clientId, deviceId: call.deviceId, epoch };
  const { detail } = result.error;
  throw new AppError('account_freeze', {
    ...detail,
    metadata: { ...detail?.metadata, unlock_token: await sealTicket(parts.keyring, UNLOCK_PURPOSE, ticket, life) },
  });
}

/**
 * Cancels a closing by the token of `account_freeze`, and signs in.
 * @throws AppError invalid_argument (reason `unlock_token_over`), unauthorized_client
 */
export async function unlock(
  parts: AuthParts,
  input: { clientId: string; unlockToken: string },
  call: CallContext,
): Promise<SignedIn> {
  const client = await clientFor({ clientId: input.clientId }, 'password', parts.clients);
  const ticket = await openTicket(parts.keyring, UNLOCK_PURPOSE, content, input.unlockToken, call.nowMs);
  if (!ticket || ticket.content.clientId !== client.id || ticket.content.deviceId !== call.deviceId)
    throw new AppError('invalid_argument', {
      reason: 'unlock_token_over',
      field: 'unlock_token',
      messageKey: 'auth.account.unlock.over',
    });
  const { userId, epoch } = ticket.content;
  const session = unwrap(
    await accountOf<typeof closingPart>(parts, userId).unlock({
      ticket: { id: ticket.id, untilMs: ticket.untilMs },
      epoch,
      clientId: client.id,
      deviceId: call.deviceId,
      device: deviceOf(call),
      nowMs: call.nowMs,
    }),
  );
  return issueTokens(parts, { userId, client, session }, call.nowMs);
}
