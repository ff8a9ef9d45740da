/** Whether an operator withdrew a link. Asked when a link is looked at, and again when it is used. */
import { AppError, unwrap } from '#shared/errors.ts';
import type { AuthParts } from '../deps.ts';
import { GIVEN_LINKS_NAME } from '../keys.ts';

/** The object that has the links of operators. */
export const registryOf = ({ directory }: Pick<AuthParts, 'directory'>) => directory.getByName(GIVEN_LINKS_NAME);

/** @throws AppError expired_verification_code for a link that was withdrawn, as for one that has ended */
export async function requireNotWithdrawn(parts: Pick<AuthParts, 'directory'>, id: string): Promise<void> {
  const link = unwrap(await registryOf(parts).link(id));
  if (link && link.withdrawnMs !== 0)
    throw new AppError('expired_verification_code', { reason: 'verification_token', field: 'verification_token' });
}
