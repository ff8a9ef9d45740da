/** The person of a living session; asked before anything else of a call is looked at. */
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import type { PersonData } from './account-person.ts';

/** @throws AppError unauthenticated when the session is over */
export async function ownPerson(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<PersonData> {
  const { userId, familyId, epoch } = caller;
  return unwrap(await parts.accounts.getByName(userId).ownPerson({ familyId, epoch }));
}
