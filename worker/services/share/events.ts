/**
 * Event handlers of share. A handler may receive an event twice; it returns when the change is stored.
 * Published: `share.closed` { ownerId, shareIds }: links that were cancelled or never finished; `share.claim-left` { shareId,
 * requestKey, recipientId, atMs }: a counted save whose call never returned; `share.changed` { ownerId, shareId, seq, pass?,
 * expiresAtMs?, restoreLimit?, title? }: new terms of a link; `share.uncounted` { ownerId, shareId, rootIds }: a link of very much. This module handles them too, and events of auth and drive.
 */
import * as v from 'valibot';
import { DEFAULT_ORDER } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import { sleep } from '#worker/platform/clock.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { logError } from '#worker/platform/log.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import { registryOf, type ShareDeps, shareOf } from './deps.ts';
import { VIEWS_KIND } from './keys.ts';
import type { TreeChange } from './state/rpc-types.ts';

/** How long an ended session is stored when the event names no time: far longer than the lifetime of an access token. */
const ENDED_SESSION_TTL_MS = DAY_MS;

const treeChanged = v.object({ shareIds: v.array(v.string()), removed: v.optional(v.boolean(), false) });
const closed = v.object({ ownerId: v.string(), shareIds: v.array(v.string()), erase: v.optional(v.boolean(), false) });
const linkChanged = v.object({
  ownerId: v.string(),
  shareId: v.string(),
  seq: v.number(),
  pass: v.optional(v.object({ salt: v.string(), passHash: v.string() })),
  expiresAtMs: v.optional(v.nullable(v.number())),
  restoreLimit: v.optional(v.nullable(v.number())),
  title: v.optional(v.string()),
});
const uncounted = v.object({ ownerId: v.string(), shareId: v.string(), rootIds: v.array(v.string()) });
const accountClosed = v.object({ userId: v.string() });
const claimLeft = v.object({
  shareId: v.string(),
  requestKey: v.string(),
  recipientId: v.string(),
  atMs: v.number(),
});
const folded = v.object({ kind: v.string(), totals: v.array(v.tuple([v.string(), v.number()])) });
const sessionsEnded = v.object({
  userId: v.string(),
  familyId: v.nullish(v.string(), null),
  minEpoch: v.number(),
  untilMs: v.optional(v.number()),
});

/** Shares updated concurrently. */
const AT_ONCE = 20;

interface TreeChangeDeps {
  readonly shares: ShareDeps['shares'];
  readonly drive: Pick<ShareDeps['drive'], 'listShared'>;
}

/**
 * Clears the caches of shares; then closes those without a root, and opens those that have one again. Several events wait for leases
 * once, together: a visitor who keeps a link leased must not hold up a drive by a second for each removal.
 */
export async function onTreesChanged(deps: TreeChangeDeps, items: readonly DomainEvent[]): Promise<void> {
  let leasesEndInMs = 0;
  for (const item of items) {
    const { shareIds, removed } = v.parse(treeChanged, item.payload);
    for (let first = 0; first < shareIds.length; first += AT_ONCE) {
      const some = shareIds.slice(first, first + AT_ONCE);
      const ends = await Promise.all(some.map((id) => updateShare(deps, id, removed)));
      if (removed) leasesEndInMs = Math.max(leasesEndInMs, ...ends);
    }
  }
  // Something left the links: no isolate serves it any more when the changes are answered.
  if (leasesEndInMs > 0) await sleep(leasesEndInMs);
}

/** @returns ms until the last lease of before ends */
async function updateShare(deps: TreeChangeDeps, shareId: string, removed: boolean): Promise<number> {
  const share = shareOf(deps, shareId);
  const { open, empty, roots, leasesEndInMs }: TreeChange = await share.treeChanged();
  if (!roots || !(removed ? open : empty)) return leasesEndInMs;
  try {
    const top = await deps.drive.listShared(asUserId(roots.ownerId), {
      rootIds: roots.rootIds.map(asNodeId),
      parentId: asNodeId(''),
      order: DEFAULT_ORDER,
      foldersFirst: true,
      pageToken: '',
      limit: 1,
    });
    const hasRoots = top !== null && top.files.length > 0;
    if (removed && !hasRoots) await share.rootsGone(roots.version);
    if (!removed && hasRoots) await share.rootsBack(roots.version);
  } catch (error) {
    // The cache is clear already, so no removed node is shown; the next visit checks the roots itself.
    logError('share.roots', error);
  }
  return leasesEndInMs;
}

/** Closes the objects of cancelled links and removes their watches. */
export async function onShareClosed(
  deps: { shares: ShareDeps['shares']; drive: Pick<ShareDeps['drive'], 'unwatch'> },
  item: DomainEvent,
): Promise<void> {
  const { ownerId, shareIds, erase } = v.parse(closed, item.payload);
  for (let first = 0; first < shareIds.length; first += AT_ONCE) {
    const some = shareIds.slice(first, first + AT_ONCE);
    await Promise.all(
      some.map(async (shareId) => {
        unwrap(await shareOf(deps, shareId).cancel(ownerId, shareId, erase));
        await deps.drive.unwatch(asUserId(ownerId), asShareId(shareId));
      }),
    );
  }
}

/** Counts what a link shows; the call that made it did not, because it is much. */
export async function onShareUncounted(
  deps: { shares: ShareDeps['shares']; drive: Pick<DriveService, 'sizeOfShared'> },
  item: DomainEvent,
): Promise<void> {
  const { ownerId, shareId, rootIds } = v.parse(uncounted, item.payload);
  const size = await deps.drive.sizeOfShared(asUserId(ownerId), rootIds.map(asNodeId));
  unwrap(await shareOf(deps, shareId).setSize(ownerId, size));
}

/** Applies new terms to a link, in case the call that changed them ended before. */
export async function onShareChanged(deps: Pick<ShareDeps, 'shares'>, item: DomainEvent): Promise<void> {
  const { ownerId, shareId, seq, ...terms } = v.parse(linkChanged, item.payload);
  unwrap(await shareOf(deps, shareId).setTerms({ ownerId, seq, terms }));
}

/** Settles a claim whose call never returned, by the restore in the recipient's drive. */
export async function onClaimAbandoned(
  deps: { shares: ShareDeps['shares']; drive: Pick<ShareDeps['drive'], 'restoreOf'> },
  item: DomainEvent,
): Promise<void> {
  const { shareId, requestKey, recipientId, atMs } = v.parse(claimLeft, item.payload);
  const saved = recipientId === '' ? null : await deps.drive.restoreOf(asUserId(recipientId), requestKey);
  unwrap(await shareOf(deps, shareId).settleClaim({ requestKey, atMs, saved }));
}

/** Closes the links of a closed account for good, removes their names and empties the registry. Returns when every link is closed. */
export async function onAccountClosed(deps: Pick<ShareDeps, 'shareRegistries'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await registryOf(deps, userId).erase());
}

/** Stores ended sessions in the person's registry. */
export async function onSessionsEnded(
  deps: Pick<ShareDeps, 'shareRegistries' | 'clock'>,
  item: DomainEvent,
): Promise<void> {
  const { userId, familyId: sessionId, minEpoch, untilMs } = v.parse(sessionsEnded, item.payload);
  unwrap(
    await registryOf(deps, userId).endSessions({
      sessionId,
      minEpoch,
      untilMs: untilMs ?? deps.clock.nowMs() + ENDED_SESSION_TTL_MS,
    }),
  );
}

/** Brings the number of views to their links. */
export async function onTallyFolded(deps: Pick<ShareDeps, 'shares'>, item: DomainEvent): Promise<void> {
  const { kind, totals } = v.parse(folded, item.payload);
  if (kind !== VIEWS_KIND) return;
  for (let first = 0; first < totals.length; first += AT_ONCE)
    await Promise.all(
      totals
        .slice(first, first + AT_ONCE)
        .map(async ([shareId, total]) => unwrap(await shareOf(deps, shareId).viewsCounted(total))),
    );
}
