/** The person of an active session; checked before anything else of a call. */

import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { PersonData } from '../core/account-person.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';

/** @throws AppError unauthenticated when the session has ended */
export async function ownPerson(parts: Pick<AuthParts, 'accounts'>, caller: Caller): Promise<PersonData> {
  return unwrap(await accountOf<typeof corePart>(parts, caller.userId).ownPerson(caller));
}
