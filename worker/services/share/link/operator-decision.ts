/** One link as operators look at it, and their decision on it. For operators alone: the caller has checked and logged it. */
import { unwrap } from '#shared/errors.ts';
import type { ShareId, UserId } from '#shared/ids.ts';
import type { DecidedStatus } from '#shared/share/model.ts';
import { registryOf, type ShareParts, shareOf } from '../deps.ts';
import type { LinkSums } from '../registry/share-book.store.ts';
import type { ReportedShare } from '../state/rpc-types.ts';

/** Null for a link that does not exist; asking creates none. */
export async function reported(parts: Pick<ShareParts, 'shares'>, shareId: ShareId): Promise<ReportedShare | null> {
  return unwrap(await shareOf(parts, shareId).reported());
}

/** How many links a person has. */
export async function linkSums(parts: Pick<ShareParts, 'shareRegistries'>, userId: UserId): Promise<LinkSums> {
  return registryOf(parts, userId).linkSums();
}

/** Returns when no visitor sees the earlier status. A link that is gone is left alone. */
export async function setLinkDecision(
  parts: Pick<ShareParts, 'shares'>,
  input: { shareId: ShareId; ownerId: UserId; status: DecidedStatus; decision: number },
): Promise<void> {
  const { shareId, ownerId, status, decision } = input;
  const judged = await shareOf(parts, shareId).setDecision(ownerId, status, decision);
  if (!judged.ok && judged.error.name !== 'not_found') unwrap(judged);
}
