/**
 * Links that operators gave, so that one can be withdrawn before its end: one object has a row for each, without its token. Whether
 * and when a link was used follows from the account alone.
 * @source docs/decisions/0384-links-that-are-withdrawn.md
 */

import type { LinkOutcome } from '#shared/auth/link-outcomes.ts';
import { unwrap } from '#shared/errors.ts';
import { asUserId, type UserId } from '#shared/ids.ts';
import { logError } from '#worker/platform/log.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { accountOf } from '../core/account-part.ts';
import type { corePart } from '../core/part.ts';
import type { AuthParts } from '../deps.ts';
import type { GivenLink, LinkQuery, PersonLink } from '../directory/given-links.store.ts';
import { directoryObjectName } from '../keys.ts';
import type { operatorsPart } from './part.ts';
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

/** A link that opens nothing now. */
export interface PastLink {
  readonly link: GivenLink;
  readonly outcome: LinkOutcome;
  /** Epoch ms; 0 where it is not known. */
  readonly atMs: number;
  /** Of the account that was made, or got the password; '' for any other outcome. */
  readonly userId: string;
}

interface End extends Omit<PastLink, 'link' | 'userId'> {
  readonly userId?: string;
}

async function endOfInvitation({ directory, accounts }: Parts, link: GivenLink): Promise<End | null> {
  const { userId } = unwrap(await directory.getByName(directoryObjectName(link.digest)).lookup(link.digest));
  const person = userId === null ? null : unwrap(await accountOf<typeof corePart>({ accounts }, userId).person());
  if (userId === null || person === null) return null;
  const { createdMs } = person;
  if (createdMs >= link.madeMs) return { outcome: 'account_made', atMs: createdMs, userId };
  return { outcome: 'address_taken', atMs: 0 };
}

async function endOfReset({ accounts }: Parts, { userId, purpose }: GivenLink): Promise<End | null> {
  const account = unwrap(await accountOf<typeof operatorsPart>({ accounts }, asUserId(userId)).deskAccount());
  if (account === null) return { outcome: 'account_gone', atMs: 0 };
  if (resetPurpose(account) !== purpose) return { outcome: 'password_chosen', atMs: account.passwordMs, userId };
  return account.role !== '' ? { outcome: 'is_operator', atMs: 0 } : null;
}

/** The end that follows from the account. One that cannot be read hides no other link, and leaves its own to be withdrawn. */
async function endByAccount(parts: Parts, link: GivenLink): Promise<End | null> {
  try {
    return await (link.purpose === VOUCHED_SIGN_UP ? endOfInvitation(parts, link) : endOfReset(parts, link));
  } catch (error) {
    logError('auth.given-link', error, { link: link.id });
    return null;
  }
}

/** Null for a link that opens its form. Facts of later than its end are not about the link. */
async function endOf(parts: Parts, link: GivenLink, nowMs: number): Promise<End | null> {
  const { untilMs, withdrawnMs } = link;
  const byAccount = await endByAccount(parts, link);
  if (withdrawnMs === 0 && nowMs < untilMs) return byAccount;
  const atMs = withdrawnMs || untilMs;
  return byAccount && byAccount.atMs !== 0 && byAccount.atMs < atMs
    ? byAccount
    : { outcome: withdrawnMs === 0 ? 'ended' : 'withdrawn', atMs };
}

/**
 * A page of the links that were given, newest first, until a month after their end.
 * @returns `links`, which still open their form; `past`, which open nothing; `next`: `before` of the next page, 0 at the end
 */
export async function givenLinks(
  parts: Parts,
  query: LinkQuery,
): Promise<{ links: readonly GivenLink[]; past: readonly PastLink[]; next: number }> {
  const found: readonly GivenLink[] = unwrap(await registryOf(parts).links(query));
  const nowMs = parts.clock.nowMs();
  const ends = await Promise.all(found.map((link) => endOf(parts, link, nowMs)));
  const last = found.at(-1);
  return {
    links: found.filter((_, at) => ends[at] === null),
    past: found.flatMap((link, at) => (ends[at] ? [{ link, userId: '', ...ends[at] }] : [])),
    next: last && found.length === query.limit ? last.ordinal : 0,
  };
}

/** A link of the list, also one that was withdrawn or used; null for one that ended. */
export async function givenLink(parts: Parts, id: string): Promise<GivenLink | null> {
  const link: GivenLink | null = unwrap(await registryOf(parts).link(id));
  return link && link.untilMs > parts.clock.nowMs() ? link : null;
}

/** The link of an operator by which the account was made; null where the person proved the address, by a code or at a provider. */
export async function linkOfAccount(parts: Parts, userId: UserId): Promise<GivenLink | null> {
  const ids: readonly string[] = unwrap(await accountOf<typeof operatorsPart>(parts, userId).usedTokens());
  const links = await Promise.all(ids.map(async (id) => unwrap(await registryOf(parts).link(id)) as GivenLink | null));
  return links.find((link) => link?.purpose === VOUCHED_SIGN_UP) ?? null;
}

/** From its answer on, the link opens nothing. A repeat changes nothing. The caller has noted the act. */
export async function withdrawLink(parts: Parts, id: string): Promise<void> {
  unwrap(await registryOf(parts).withdrawLink(id));
}
