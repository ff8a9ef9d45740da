/**
 * Links that operators gave, so that one can be withdrawn before its end: one object has a row for each, without its token. Whether a
 * link was used follows from the account alone.
 * @source docs/decisions/0384-links-that-are-withdrawn.md
 */
import { unwrap } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import type { Actor } from '#worker/services/config/index.ts';
import type { AuthParts } from '../deps.ts';
import { directoryObjectName } from '../keys.ts';
import type { GivenLink, LinkQuery, PersonLink } from './given-links.store.ts';
import { resetPurpose, VOUCHED_SIGN_UP } from './person-links.ts';
import { registryOf } from './withdrawn.ts';

type Parts = Pick<AuthParts, 'directory' | 'accounts' | 'clock'>;

/**
 * Stores a link before it is shown: one that is not stored could not be withdrawn.
 * @param how.most  links by this giver at one time; absent: any number
 * @throws AppError failed_precondition past that
 */
export async function storeLink(
  parts: Parts,
  { url: _url, ...link }: PersonLink,
  { by, reason, most }: { by: Actor; reason: string; most?: number },
): Promise<void> {
  const row = { ...link, ordinal: 0, by, reason, madeMs: parts.clock.nowMs(), withdrawnMs: 0 };
  unwrap(await registryOf(parts).addLink(row, most));
}

/** Whether it opens its form, but for a withdrawal and its time. */
async function isUnused({ directory, accounts }: Parts, link: GivenLink): Promise<boolean> {
  if (link.purpose === VOUCHED_SIGN_UP) {
    const { userId } = unwrap(await directory.getByName(directoryObjectName(link.digest)).lookup(link.digest));
    return userId === null || unwrap(await accounts.getByName(userId).person()) === null;
  }
  const account = unwrap(await accounts.getByName(asUserId(link.userId)).deskAccount());
  return account !== null && account.role !== 'operator' && resetPurpose(account) === link.purpose;
}

/**
 * Links that still open their form, newest first. A page may have fewer than its limit: those that were used have no place.
 * @returns `next`: `before` of the next page; 0 at the end
 */
export async function waitingLinks(
  parts: Parts,
  query: LinkQuery,
): Promise<{ links: readonly GivenLink[]; next: number }> {
  const found: readonly GivenLink[] = unwrap(await registryOf(parts).links(query));
  const unused = await Promise.all(found.map((link) => isUnused(parts, link)));
  const last = found.at(-1);
  return {
    links: found.filter((_, at) => unused[at]),
    next: last && found.length === query.limit ? last.ordinal : 0,
  };
}

/** A link of the list, also one that was withdrawn or used; null for one that ended. */
export async function givenLink(parts: Parts, id: string): Promise<GivenLink | null> {
  const link: GivenLink | null = unwrap(await registryOf(parts).link(id));
  return link && link.untilMs > parts.clock.nowMs() ? link : null;
}

/** From its answer on, the link opens nothing. A repeat changes nothing. The caller has noted the act. */
export async function withdrawLink(parts: Parts, id: string): Promise<void> {
  unwrap(await registryOf(parts).withdrawLink(id));
}
