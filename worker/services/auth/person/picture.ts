/** The picture of a person: stored in the account, addressed by the hash of its bytes. */

import type { Profile } from '#shared/auth/contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import { accountOf } from '../core/account-part.ts';
import type { AuthParts } from '../deps.ts';
import { ownPerson } from './own-person.ts';
import type { personPart } from './part.ts';
import { type PictureProblem, readPicture } from './picture-format.ts';
import { profile } from './profile.ts';

const SENTENCES: Readonly<Record<PictureProblem, MessageKey>> = {
  too_large: 'auth.account.picture.too_large',
  unknown_type: 'auth.account.picture.unknown',
  damaged: 'auth.account.picture.damaged',
  too_many_pixels: 'auth.account.picture.too_wide',
};

/**
 * @param given  PNG, JPEG or WebP by its first bytes, at most 512 KiB and 2048 x 2048
 * @throws AppError invalid_argument, unauthenticated
 */
export async function setPicture(parts: AuthParts, given: Uint8Array, caller: Caller): Promise<Profile> {
  await ownPerson(parts, caller);
  const read = readPicture(given);
  if (typeof read === 'string')
    throw new AppError('invalid_argument', { reason: read, field: 'picture', messageKey: SENTENCES[read] });
  const { type, bytes } = read;
  const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  unwrap(
    await accountOf<typeof personPart>(parts, caller.userId).setPicture(caller, { hash, type, bytes: bytes.buffer }),
  );
  return profile(parts, caller);
}

export async function removePicture(parts: AuthParts, caller: Caller): Promise<Profile> {
  unwrap(await accountOf<typeof personPart>(parts, caller.userId).setPicture(caller, null));
  return profile(parts, caller);
}
