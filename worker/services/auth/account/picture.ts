/** The picture of a person: kept in the account, addressed by the hash of its bytes. */
import type { Profile } from '#shared/auth/contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { ownPerson } from './own-person.ts';
import { type PictureProblem, readPicture } from './picture-format.ts';
import { profile } from './profile.ts';
import type { Picture } from './service.ts';

const SENTENCES: Readonly<Record<PictureProblem, MessageKey>> = {
  too_large: 'auth.account.picture.too_large',
  unknown_type: 'auth.account.picture.unknown',
  damaged: 'auth.account.picture.damaged',
  too_many_pixels: 'auth.account.picture.too_wide',
};

/** @throws AppError invalid_argument, unauthenticated */
export async function setPicture(parts: AuthParts, given: Uint8Array, caller: Caller): Promise<Profile> {
  await ownPerson(parts, caller);
  const read = readPicture(given);
  if (typeof read === 'string')
    throw new AppError('invalid_argument', { reason: read, field: 'picture', messageKey: SENTENCES[read] });
  const { type, bytes } = read;
  const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
  const session = { familyId: caller.familyId, epoch: caller.epoch };
  unwrap(await parts.accounts.getByName(caller.userId).setPicture(session, { hash, type, bytes: bytes.buffer }));
  return profile(parts, caller);
}

export async function removePicture(parts: AuthParts, caller: Caller): Promise<Profile> {
  const session = { familyId: caller.familyId, epoch: caller.epoch };
  unwrap(await parts.accounts.getByName(caller.userId).setPicture(session, null));
  return profile(parts, caller);
}

/** Null unless it is the picture of now. */
export async function picture(
  parts: Pick<AuthParts, 'accounts'>,
  userId: string,
  hash: string,
): Promise<Picture | null> {
  const row = unwrap(await parts.accounts.getByName(userId).picture(hash));
  return row && { type: row.type, bytes: row.bytes };
}
