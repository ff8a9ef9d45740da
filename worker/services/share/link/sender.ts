/**
 * The name that visitors of a person's links read. Never an address: a person who has chosen none is shown masked. Rules:
 * #shared/auth/public-name.ts.
 */
import { unwrap } from '#shared/errors.ts';
import { findKey } from '#shared/find/find-key.ts';
import type { UserId } from '#shared/ids.ts';
import type { Sender } from '#shared/share/contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { registryOf, type ShareParts } from '../deps.ts';

export async function sender(parts: ShareParts, caller: Caller, call: CallContext): Promise<Sender> {
  const own = unwrap(await registryOf(parts, caller.userId).ownSender(callerData(caller)));
  if (own.nickname !== '') return { nickname: own.nickname, chosen: true, decided: true, suggested: '' };
  const [masked, proposed] = await Promise.all([
    parts.people.person(caller.userId, call.nowMs),
    parts.auth.proposedName(caller),
  ]);
  const isOffered = !proposed.isOfAddress && !own.removedKeys.includes(findKey(proposed.name));
  const suggested = isOffered ? proposed.name : '';
  return { nickname: masked.nickname, chosen: false, decided: own.isDecided, suggested };
}

/** @param nickname  '' to stay masked @throws AppError invalid_argument as `requirePublicName`, and for a name that operators took away */
export async function setSender(
  parts: ShareParts,
  caller: Caller,
  nickname: string,
  call: CallContext,
): Promise<Sender> {
  const name = nickname.trim() === '' ? '' : await parts.auth.requirePublicName(nickname);
  unwrap(await registryOf(parts, caller.userId).setSender(callerData(caller), name));
  parts.people.forget(caller.userId);
  return sender(parts, caller, call);
}

/** Settles the proposed name of a person who has not decided: the page that makes a link has shown it, or shows the answer. */
export async function settleSender(parts: ShareParts, caller: Caller, call: CallContext): Promise<Sender> {
  const before = await sender(parts, caller, call);
  if (before.decided || before.suggested === '') return before;
  unwrap(await registryOf(parts, caller.userId).settleSender(callerData(caller), before.suggested));
  parts.people.forget(caller.userId);
  return sender(parts, caller, call);
}

/**
 * Takes the public name of a person away. For operators, who have logged it. Other isolates show it for a minute more.
 * @param accountName  which would be proposed; '' for none
 */
export async function resetSender(parts: ShareParts, userId: UserId, accountName: string): Promise<void> {
  unwrap(await registryOf(parts, userId).resetSender(accountName));
  parts.people.forget(userId);
}
