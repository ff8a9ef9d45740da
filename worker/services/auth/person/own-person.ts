/** The person of an active session; checked before anything else of a call. */
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { PersonData } from '../core/account-person.ts';
import type { AuthParts } from '../deps.ts';

/** @throws AppError unauthenticated when the session has ended */
export async function ownPerson(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<PersonData> {
  return unwrap(await parts.accounts.getByName(caller.userId).ownPerson(caller));
}
