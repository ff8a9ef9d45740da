/** Who a link that collects belongs to, and on whose behalf it acts. */
import { AppError } from '#shared/errors.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';

/** The address of a link seals its owner's id: an address that was made up reaches no object. */
const LINK_PURPOSE = 'drive-collect-link';
const LONGEST_ID = 200;

export function newLinkId(keyring: Keyring, userId: string): Promise<string> {
  return keyring.seal(LINK_PURPOSE, userId);
}

/** @throws AppError not_found */
export async function ownerOfLink(keyring: Keyring, id: string): Promise<string> {
  const userId = id.length > LONGEST_ID ? null : await keyring.open(LINK_PURPOSE, id);
  if (userId === null) throw new AppError('not_found', { reason: 'no_such_link' });
  return userId;
}

/** A link acts for its owner, whichever sessions have ended. */
export function linkOwner(userId: string): CallerData {
  return { userId, sessionId: '', epoch: Number.MAX_SAFE_INTEGER };
}
