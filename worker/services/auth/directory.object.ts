/**
 * DirectoryObject: one of 256 shards of identifier -> user id, and one object for the links that operators gave. Stores keyed digests
 * and masked addresses, never an address or a name of a person.
 */
import { AppError, type Result, succeed } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import * as given from './directory/given-links.store.ts';
import {
  DIRECTORY_MIGRATIONS,
  deleteIdentifier,
  findUser,
  insertIdentifier,
  raiseIdentifier,
} from './directory/store.ts';
import { IDENTIFIER_RESERVED, RESERVATION_LIFETIME_MS } from './keys.ts';

export class DirectoryObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'DirectoryObject', DIRECTORY_MIGRATIONS);
  }

  /**
   * Gives an identifier to a person; already_exists when it is another's. A repeat changes nothing.
   * @param version  of the claim, counted by the person's account: the release of an earlier claim does not affect it
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

  /** Deletes a released identifier, unless a later claim took it again. A repeat changes nothing. */
  forget(digest: string, userId: string, version: number): Result<null> {
    if (!this.exists()) return { ok: true, value: null };
    return this.command(() => {
      deleteIdentifier(this.sql, { digest, userId, version });
      return null;
    });
  }

  /**
   * Gives an identifier to `userId` unless it is taken; the event at the end of its time frees one without an account. @returns its
   * holder, which may have no account yet: the next person to prove the identifier continues with that id.
   */
  reserve(digest: string, userId: string): Result<{ userId: string }> {
    return this.command((nowMs) => {
      const holder = findUser(this.sql, digest);
      if (holder === null) {
        insertIdentifier(this.sql, digest, userId, nowMs);
        this.publishEvent(IDENTIFIER_RESERVED, { userId, digest }, nowMs, nowMs + RESERVATION_LIFETIME_MS);
      }
      return { userId: holder ?? userId };
    });
  }

  /** Null for an unknown identifier. A read creates nothing. */
  lookup(digest: string): Result<{ userId: string | null }> {
    return { ok: true, value: { userId: this.exists() ? findUser(this.sql, digest) : null } };
  }

  /** @param most  links by this giver at one time. Fails with failed_precondition past it */
  addLink(link: given.GivenLink, most = Number.POSITIVE_INFINITY): Result<null> {
    return this.command((nowMs) => {
      if (given.countLinksBy(this.sql, link.by.id, nowMs) >= most)
        throw new AppError('failed_precondition', { reason: 'too_many_links' });
      given.insertLink(this.sql, link);
      this.wakeAt(given.deletedMs(link.untilMs));
      return null;
    });
  }

  /** Null for an unknown link. */
  link(id: string): Result<given.GivenLink | null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => given.selectLink(this.sql, id));
  }

  links(query: given.LinkQuery): Result<given.GivenLink[]> {
    if (!this.exists()) return succeed([]);
    return this.command(() => given.selectLinks(this.sql, query));
  }

  /** A repeat changes nothing. */
  withdrawLink(id: string): Result<null> {
    return this.command((nowMs) => {
      given.markWithdrawn(this.sql, id, nowMs);
      return null;
    });
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    return given.deleteOldLinks(this.sql, nowMs);
  }
}
