/** Another name to be shown by; nobody signs in with it. */

import type { Profile } from '#shared/auth/contract.ts';
import { cleanName } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { ownPerson } from './own-person.ts';
import { profile } from './profile.ts';

/** @throws AppError invalid_argument for a name without letters, unauthenticated */
export async function rename(parts: AuthParts, input: { name: string }, caller: Caller): Promise<Profile> {
  await ownPerson(parts, caller);
  const name = cleanName(input.name, '');
  if (name === '')
    throw new AppError('invalid_argument', { reason: 'missing', field: 'name', messageKey: 'auth.account.name.empty' });
  const session = { familyId: caller.familyId, epoch: caller.epoch };
  unwrap(await parts.accounts.getByName(caller.userId).rename(session, name));
  return profile(parts, caller);
}
