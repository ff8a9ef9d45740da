/** The data of an account, for its person: addresses in full, never a secret. */

import { unwrap } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { pictureUrl } from '../person/picture-url.ts';
import type { AccountExport } from './account-export.ts';
import type { exportPart } from './part.ts';

/** @throws AppError unauthenticated when the session has ended */
export async function exportAccount(parts: AuthParts, caller: Caller): Promise<AccountExport> {
  const { userId } = caller;
  const { person, ...rest }: AccountExport = unwrap(
    await accountOf<typeof exportPart>(parts, userId).exportAccount(caller),
  );
  return { ...rest, person: { ...person, avatar: pictureUrl(parts, userId, person.avatar) } };
}
