/** Operators and their roles. The callers of `setRole` have authorised who gives one: no call of the API does. */

import { AppError, unwrap } from '#shared/errors.ts';
import { asUserId, type UserId } from '#shared/ids.ts';
import { hasRight, type OperatorRole, OTHER_ROLE, type Right } from '#shared/operator-rights.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import { CONSOLE_CLIENT, OPERATE_SCOPE } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE } from '../keys.ts';
import type { personPart } from './part.ts';
import type { Role } from './role.store.ts';

/** Our own clients that ask for the password themselves. */
const OPERATOR_CLIENTS: ReadonlySet<string> = new Set(['web', 'cli']);

/** Reason of the refusal of an operator's session that was opened without password, passkey or second factor. */
export const OPERATOR_SIGN_IN = 'operator_sign_in';

/** Whether this session may act as an operator. */
export function isOperator(caller: Caller, { role, isAssured }: { readonly role: Role; readonly isAssured: boolean }) {
  return OPERATOR_CLIENTS.has(caller.clientId) && role !== '' && isAssured;
}

/**
 * Reads the account, so that a role that was taken away or changed counts at once.
 * @returns the role @throws AppError unauthenticated, permission_denied
 */
export async function requireOperator(
  parts: Pick<AuthParts, 'accounts'>,
  caller: Caller,
  right: Right,
): Promise<OperatorRole> {
  // A program that a person lets into the account does not get operator rights with it.
  if (!OPERATOR_CLIENTS.has(caller.clientId)) throw new AppError('permission_denied', { reason: 'operators_only' });
  const { role, isAssured } = unwrap(await accountOf<typeof personPart>(parts, caller.userId).ownRole(caller));
  if (role === '') throw new AppError('permission_denied', { reason: 'operators_only' });
  // A session opened from another one (code, device, hand-off) has the person's rights and not the operator's.
  if (!isAssured) throw new AppError('permission_denied', { reason: OPERATOR_SIGN_IN });
  if (!hasRight(role, right)) throw new AppError('permission_denied', { reason: OTHER_ROLE });
  return role;
}

/**
 * The caller is the command line of an operator. Only an operator's own session can have let it in (device-grant.ts), and the account is
 * read, so that a removed role counts at once. @throws AppError unauthenticated, permission_denied
 */
export async function requireConsole(
  parts: Pick<AuthParts, 'accounts'>,
  caller: Caller | null,
): Promise<{ caller: Caller; role: OperatorRole }> {
  if (!caller) throw new AppError('unauthenticated');
  if (caller.clientId !== CONSOLE_CLIENT || !caller.scopes.includes(OPERATE_SCOPE))
    throw new AppError('permission_denied', { reason: 'operators_only' });
  const { role } = unwrap(await accountOf<typeof personPart>(parts, caller.userId).ownRole(caller));
  if (role === '') throw new AppError('permission_denied', { reason: 'operators_only' });
  return { caller, role };
}

/** For operators, and for invitations, whose answer says nothing of it. @param identifier  e-mail, phone or name of an account. @throws AppError not_found */
export async function findPerson(parts: Pick<AuthParts, 'directory' | 'keyring'>, identifier: string): Promise<UserId> {
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(identifier)));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  if (userId === null) throw new AppError('not_found', { reason: 'no_such_person' });
  return asUserId(userId);
}

/** @param role  '': none. @throws AppError not_found */
export async function setRole(parts: Pick<AuthParts, 'accounts'>, userId: UserId, role: Role): Promise<void> {
  unwrap(await accountOf<typeof personPart>(parts, userId).setRole(role));
}
