/** What the account holds of its person, for that person: addresses in full, never a secret. */
import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import type { AccountExport } from '../service.ts';
import { pictureUrl } from './picture-url.ts';

/** @throws AppError unauthenticated when the session is over */
export async function exportAccount(parts: AuthParts, caller: Caller): Promise<AccountExport> {
  const { userId, familyId, epoch } = caller;
  const { person, ...rest }: AccountExport = unwrap(
    await parts.accounts.getByName(userId).exportAccount({ familyId, epoch }),
  );
  return { ...rest, person: { ...person, avatar: pictureUrl(parts, userId, person.avatar) } };
}
