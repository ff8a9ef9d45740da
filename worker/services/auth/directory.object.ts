/**
 * DirectoryObject: one of 256 shards of identifier -> user id. Knows keyed digests, never an address or a name.
 */
import { AppError, type Result } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import {
  DIRECTORY_MIGRATIONS,
  deleteIdentifier,
  findUser,
  insertIdentifier,
  raiseIdentifier,
} from './session/store.ts';

export class DirectoryObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'DirectoryObject', DIRECTORY_MIGRATIONS);
  }

  /** The directory has no news. */

  /**
   * Gives an identifier to a person; already_exists when it is another's. Repeating it changes nothing.
   * @param version  of the claim, in the count of the person's account: what lets go of an earlier one passes this by
   */
  claim(digest: string, userId: string, version = 0): Result<{ userId: string }> {
    return this.command((nowMs) => {
      const holder = findUser(this.sql, digest);
      if (holder !== null && holder !== userId) throw new AppError('already_exists', { reason: 'identifier_taken' });
      if (holder === null) insertIdentifier(this.sql, digest, userId, nowMs);
      raiseIdentifier(this.sql, digest, version);
      return { userId };
    });
  }

  /** Forgets an identifier that the person let go of, unless a later claim took it again. Repeating it changes nothing. */
  forget(digest: string, userId: string, version: number): Result<null> {
    if (!this.exists()) return { ok: true, value: null };
    return this.command(() => {
      deleteIdentifier(this.sql, { digest, userId, version });
      return null;
    });
  }

  /**
   * Gives an identifier to `userId` unless somebody has it, and says who does. The holder may have no account yet: a sign-up
   * that broke off. Whoever proves the identifier goes on with that id.
   */
  reserve(digest: string, userId: string): Result<{ userId: string }> {
    return this.command((nowMs) => {
      const holder = findUser(this.sql, digest);
      if (holder === null) insertIdentifier(this.sql, digest, userId, nowMs);
      return { userId: holder ?? userId };
    });
  }

  /** Null when nobody has it; asking creates nothing. */
  lookup(digest: string): Result<{ userId: string | null }> {
    return { ok: true, value: { userId: this.exists() ? findUser(this.sql, digest) : null } };
  }
}
