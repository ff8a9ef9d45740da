/**
 * The name that visitors of a person's links read. Never an address: a person who has chosen none is shown masked.
 */
import { cleanName, isAddressLike } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts } from '../deps.ts';

/** The name that visitors of a person's links read. */
export interface Sender {
  readonly nickname: string;
  /** False for a masked name. */
  readonly chosen: boolean;
  /** Suggestion for a person who has chosen none; '' for none. */
  readonly suggested: string;
}

export async function sender(parts: ShareParts, caller: Caller, call: CallContext): Promise<Sender> {
  const chosen = unwrap(await registryOf(parts, caller.userId).ownSender(callerData(caller)));
  if (chosen !== '') return { nickname: chosen, chosen: true, suggested: '' };
  const [masked, { name }] = await Promise.all([
    parts.people.person(caller.userId, call.nowMs),
    parts.auth.profile(caller),
  ]);
  return { nickname: masked.nickname, chosen: false, suggested: isAddressLike(name) ? '' : name };
}

/** @throws AppError invalid_argument for a name without letters, and for an address */
export async function setSender(
  parts: ShareParts,
  caller: Caller,
  nickname: string,
  call: CallContext,
): Promise<Sender> {
  const name = cleanName(nickname, '');
  if (name === '' && nickname.trim() !== '')
    throw new AppError('invalid_argument', {
      reason: 'missing',
      field: 'nickname',
      messageKey: 'auth.account.name.empty',
    });
  if (isAddressLike(name))
    throw new AppError('invalid_argument', {
      reason: 'address',
      field: 'nickname',
      messageKey: 'share.sender.address',
    });
  unwrap(await registryOf(parts, caller.userId).setSender(callerData(caller), name));
  parts.people.forget(caller.userId);
  return sender(parts, caller, call);
}
