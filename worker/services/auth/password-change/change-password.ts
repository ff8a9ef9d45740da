/** Sets another password for the signed-in person; every other session ends, this one gets new tokens. */

import { unwrap } from '#shared/errors.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { takeTurn } from '../attempt/hash-turn.ts';
import type { ByPassword } from '../attempt/sudo.ts';
import { requirePassword } from '../attempt/sudo.ts';
import { findClient } from '../client/clients.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import { checkPassword } from '../password/check-password.ts';
import { noticeTo } from '../person/notice.ts';
import { issueTokens } from '../session/issue-tokens.ts';
import type { SignedIn } from '../token/model.ts';
import type { passwordPart } from './part.ts';

/** @throws AppError as requirePassword; invalid_password, unauthenticated, unavailable while a serving object has not got the event */
export async function changePassword(
  parts: AuthParts,
  input: ByPassword & { newPassword: string },
  caller: Caller,
  call: CallContext,
): Promise<SignedIn> {
  const account = accountOf<typeof corePart & typeof passwordPart>(parts, caller.userId);
  const person = unwrap(await account.ownPerson(caller));
  const { email, phone, name } = person;
  await checkPassword(parts, { password: input.newPassword, address: email || phone, name }, 'new_password', call);
  await requirePassword(parts, input, caller, call);
  const letter = await noticeTo(parts, person, { kind: 'password-changed' }, call);
  const passwordHash = await takeTurn(parts, caller.userId, call, (hasher) =>
    parts.passwords.hash(input.newPassword, hasher),
  );
  const opened = unwrap(await account.changePassword(caller, { passwordHash, nowMs: call.nowMs, letter }));
  const client = findClient(caller.clientId, parts.clients);
  if (!client) throw new Error('a bearer of a removed client');
  return issueTokens(parts, { userId: caller.userId, client, session: opened }, call.nowMs);
}
