/** Whether the next try of a password needs a human check: asked before the form is sent, so that nothing is typed twice. */

import { unwrap } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { addressKey } from '#worker/services/shield/index.ts';
import type { attemptPart } from '../attempt/part.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { normaliseIdentifier } from '../identifier/identifier.ts';
import { directoryObjectName, IDENTIFIER_PURPOSE, unknownUserObjectName } from '../keys.ts';

/** Takes no attempt and says the same of known and unknown names; the try itself decides. */
export async function signInNeedsCheck(
  parts: AuthParts,
  { username }: { readonly username: string },
  call: CallContext,
): Promise<boolean> {
  const { shield, hashing, limits } = parts;
  if (username === '') return false;
  if (shield.isSuspect(call)) return true;
  if (hashing.ask(addressKey(call.address)).is === 'busy' && shield.asksForChecks) return true;
  const digest = toHex(await parts.keyring.mac(IDENTIFIER_PURPOSE, normaliseIdentifier(username)));
  const { userId } = unwrap(await parts.directory.getByName(directoryObjectName(digest)).lookup(digest));
  return unwrap(
    await accountOf<typeof attemptPart>(parts, userId ?? unknownUserObjectName(digest)).isCheckDue({
      subject: userId === null ? digest : 'account',
      nowMs: call.nowMs,
      limit: limits.signInAttempts,
      windowMs: limits.signInWindowSeconds * SECOND_MS,
    }),
  );
}
