/** Acts of operators on an account. The callers have authorised the operator and noted the act in the log. */

import { AppError, unwrap } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { digestOf } from '../identifier/holder.ts';
import { CLOSE_GRACE_SECONDS } from '../keys.ts';
import { letterTo } from '../person/notice.ts';
import type { DeskAccount, ListedPerson } from './account-acts.ts';
import type { operatorsPart } from './part.ts';

type Parts = Pick<AuthParts, 'accounts' | 'mail' | 'clock' | 'limits' | 'keyring'>;

/** @throws AppError not_found */
export async function requireAccount({ accounts }: Pick<Parts, 'accounts'>, userId: UserId): Promise<DeskAccount> {
  const account = unwrap(await accountOf<typeof operatorsPart>({ accounts }, userId).deskAccount());
  if (!account) throw new AppError('not_found', { reason: 'no_such_person' });
  return account;
}

/** The account as operators look at it; null without one. Asking creates nothing. */
export async function deskAccount({ accounts }: Pick<Parts, 'accounts'>, userId: UserId): Promise<DeskAccount | null> {
  return unwrap(await accountOf<typeof operatorsPart>({ accounts }, userId).deskAccount());
}

/** The account as the list of people shows it; null for one that is gone. */
export async function listedPerson(
  { accounts }: Pick<Parts, 'accounts'>,
  userId: string,
): Promise<ListedPerson | null> {
  return unwrap(await accountOf<typeof operatorsPart>({ accounts }, userId).listedPerson());
}

/**
 * The person on whom an operator acts; null for an account that is gone.
 * @throws AppError permission_denied for the operator's own account, and for another operator's unless the role has every right
 */
export async function personActedOn(
  parts: Pick<Parts, 'accounts'>,
  operator: { readonly id: string; readonly role: OperatorRole },
  userId: UserId,
): Promise<ListedPerson | null> {
  // Another operator decides about an operator's limits, and the log names both.
  if (operator.id === userId) throw new AppError('permission_denied', { field: 'person', reason: 'own_account' });
  const person = await listedPerson(parts, userId);
  if (person && person.role !== '' && operator.role !== 'all')
    throw new AppError('permission_denied', { field: 'person', reason: 'operators_by_all' });
  return person;
}

/**
 * The person of an account of which only the id of its object is known; null without an account.
 * @throws AppError invalid_argument for an id of another kind of object
 */
export async function personOfObject({ accounts }: Pick<Parts, 'accounts'>, objectId: string): Promise<string | null> {
  let id: DurableObjectId;
  try {
    id = accounts.idFromString(objectId);
  } catch (cause) {
    throw new AppError('invalid_argument', { field: 'objects', reason: 'format' }, { cause });
  }
  return accounts.get(id).storedName();
}

type Kind = 'account-blocked' | 'account-unblocked' | 'account-reset' | 'account-closing';

/** Null where no letter reaches the person. */
async function letterOf(
  parts: Parts,
  account: DeskAccount,
  kind: Kind,
  more: { about?: string; dateMs?: number } = {},
) {
  const call = { locale: account.language, nowMs: parts.clock.nowMs() };
  return letterTo(parts, account, { kind, ...more }, call);
}

/**
 * Blocks a person: sessions, links, guests and running uploads end before this returns.
 * @param reason  in the letter to the person
 * @throws AppError not_found; failed_precondition for an operator; unavailable while something may still be served
 */
export async function blockPerson(parts: Parts, userId: UserId, reason: string): Promise<void> {
  const account = await requireAccount(parts, userId);
  const letter =
    account.status === 'BLOCKED' ? null : await letterOf(parts, account, 'account-blocked', { about: reason });
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).block(letter));
}

/** Ends a block; links and folders in common open again before this returns. @throws AppError as `blockPerson` */
export async function unblockPerson(parts: Parts, userId: UserId): Promise<void> {
  const account = await requireAccount(parts, userId);
  const letter = account.status === 'BLOCKED' ? await letterOf(parts, account, 'account-unblocked') : null;
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).unblock(letter));
}

/** @throws AppError not_found; unavailable while a session may still be served */
export async function signOutPerson(parts: Parts, userId: UserId): Promise<void> {
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).signOutEverywhere());
}

/** Before a reset is noted. @throws AppError not_found; failed_precondition where no code reaches the person */
export async function requireWayBack(parts: Parts, userId: UserId): Promise<MailEvent> {
  const letter = await letterOf(parts, await requireAccount(parts, userId), 'account-reset');
  if (letter === null) throw new AppError('failed_precondition', { reason: 'no_way_back' });
  return letter;
}

/** The account is deleted after the time in which a closing can be taken back. @throws AppError as `blockPerson` */
export async function deletePerson(parts: Parts, userId: UserId): Promise<void> {
  const account = await requireAccount(parts, userId);
  const graceMs = (parts.limits.closeGraceSeconds ?? CLOSE_GRACE_SECONDS) * SECOND_MS;
  const letter = await letterOf(parts, account, 'account-closing', { dateMs: parts.clock.nowMs() + graceMs });
  const identifiers = [account.email, account.phone, account.name].filter((identifier) => identifier !== '');
  const digests = await Promise.all(identifiers.map((identifier) => digestOf(parts, identifier)));
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).deleteLater({ digests, graceMs, letter }));
}

/** Takes a deletion back. @throws AppError not_found; failed_precondition when there is none */
export async function keepPerson(parts: Parts, userId: UserId): Promise<void> {
  unwrap(await accountOf<typeof operatorsPart>(parts, userId).keep());
}
