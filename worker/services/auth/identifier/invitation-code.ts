/**
 * Codes of invitations in the directory: a code leads to one person, as an identifier does, but never signs a person in. And whether
 * a person uses a device, for those who invite themselves.
 */
import { unwrap } from '#shared/errors.ts';
import { asUserId, type UserId } from '#shared/ids.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { AuthParts } from '../deps.ts';
import { directoryObjectName, INVITATION_CODE_PURPOSE } from '../keys.ts';

type DirectoryParts = Pick<AuthParts, 'directory' | 'keyring'>;

async function shardOf({ directory, keyring }: DirectoryParts, code: string) {
  const digest = toHex(await keyring.mac(INVITATION_CODE_PURPOSE, code));
  return { digest, shard: directory.getByName(directoryObjectName(digest)) };
}

/** @returns false when the code is another person's */
export async function claimInvitationCode(parts: DirectoryParts, userId: string, code: string): Promise<boolean> {
  const { digest, shard } = await shardOf(parts, code);
  return unwrap(await shard.reserve(digest, userId)).userId === userId;
}

/** @returns null for an unknown code */
export async function inviterOf(parts: DirectoryParts, code: string): Promise<UserId | null> {
  const { digest, shard } = await shardOf(parts, code);
  const { userId } = unwrap(await shard.lookup(digest));
  return userId === null ? null : asUserId(userId);
}

/** A repeat changes nothing. */
export async function forgetInvitationCode(parts: DirectoryParts, userId: string, code: string): Promise<void> {
  const { digest, shard } = await shardOf(parts, code);
  unwrap(await shard.forget(digest, userId, 0));
}
