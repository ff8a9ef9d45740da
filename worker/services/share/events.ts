/**
 * News this room hears, and what it does then. Handlers may hear an item twice; they return when it has taken effect.
 * Out: `share.closed` { ownerId, shareIds }: links that are over or were never finished; `share.claim-left` { shareId,
 * requestKey, recipientId, atMs }: a save that was counted and whose call never came back; `share.changed` { ownerId,
 * shareId, seq, pass?, expiresAtMs?, restoreLimit?, title? }: new terms of a link. All are heard here, and
 * `auth.account-closed`.
 */
import * as v from 'valibot';
import { DEFAULT_ORDER } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId } from '#shared/ids.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { logError } from '#worker/platform/log.ts';
import { registryOf, type ShareDeps, shareOf } from './deps.ts';
import type { TreeChange } from './state/rpc-types.ts';

/** Ended families are remembered this long when the news does not say: far longer than any access token lives. */
const FAMILY_MEMORY_MS = DAY_MS;

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
const accountClosed = v.object({ userId: v.string() });
const claimLeft = v.object({
  shareId: v.string(),
  requestKey: v.string(),
  recipientId: v.string(),
  atMs: v.number(),
});
const sessionsEnded = v.object({
  userId: v.string(),
  familyId: v.nullish(v.string(), null),
  minEpoch: v.number(),
  untilMs: v.optional(v.number()),
});

/** Shares told at the same time. */
const AT_ONCE = 20;

interface TreeNewsDeps {
  readonly shares: ShareDeps['shares'];
  readonly drive: Pick<ShareDeps['drive'], 'listShared'>;
}

/** Forgets what was pulled; then looks whether anything is left to show, or is there again. */
export async function onTreeChanged(deps: TreeNewsDeps, item: DomainEvent): Promise<void> {
  const { shareIds, removed } = v.parse(treeChanged, item.payload);
  for (let first = 0; first < shareIds.length; first += AT_ONCE) {
    await Promise.all(shareIds.slice(first, first + AT_ONCE).map((shareId) => changed(deps, shareId, removed)));
  }
}

async function changed(deps: TreeNewsDeps, shareId: string, removed: boolean): Promise<void> {
  const share = shareOf(deps, shareId);
  const { open, empty, asked }: TreeChange = await share.treeChanged();
  if (!asked || !(removed ? open : empty)) return;
  try {
    const top = await deps.drive.listShared(asUserId(asked.ownerId), {
      rootIds: asked.rootIds.map(asNodeId),
      parentId: asNodeId(''),
      order: DEFAULT_ORDER,
      foldersFirst: true,
      pageToken: '',
      limit: 1,
    });
    const isLeft = top !== null && top.files.length > 0;
    if (removed && !isLeft) await share.rootsGone(asked.version);
    if (!removed && isLeft) await share.rootsBack(asked.version);
  } catch (error) {
    // What was pulled is forgotten already, so nothing removed is shown; the next visit looks at the roots itself.
    logError('share.roots', error);
  }
}

/** Takes down what stands of links that are over. */
export async function onShareClosed(
  deps: { shares: ShareDeps['shares']; drive: Pick<ShareDeps['drive'], 'unwatch'> },
  item: DomainEvent,
): Promise<void> {
  const { ownerId, shareIds, erase } = v.parse(closed, item.payload);
  for (const shareId of shareIds) {
    unwrap(await shareOf(deps, shareId).cancel(ownerId, shareId, erase));
    await deps.drive.unwatch(asUserId(ownerId), asShareId(shareId));
  }
}

/** Brings a change of a link to it, should the call that made it have ended before. */
export async function onShareChanged(deps: Pick<ShareDeps, 'shares'>, item: DomainEvent): Promise<void> {
  const { ownerId, shareId, seq, ...terms } = v.parse(linkChanged, item.payload);
  unwrap(await shareOf(deps, shareId).setTerms({ ownerId, seq, terms }));
}

/** Asks the drive of whoever saved what became of a request whose call never came back, and ends the claim by it. */
export async function onClaimLeft(
  deps: { shares: ShareDeps['shares']; drive: Pick<ShareDeps['drive'], 'restoreOf'> },
  item: DomainEvent,
): Promise<void> {
  const { shareId, requestKey, recipientId, atMs } = v.parse(claimLeft, item.payload);
  const taken = recipientId === '' ? null : await deps.drive.restoreOf(asUserId(recipientId), requestKey);
  unwrap(await shareOf(deps, shareId).settleClaim({ requestKey, atMs, taken }));
}

/** The account is gone: its links close for good and lose their names, its book is emptied. Returns when every link knows. */
export async function onAccountClosed(deps: Pick<ShareDeps, 'shareRegistries'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await registryOf(deps, userId).erase());
}

/** Tokens that are over stop counting in this person's book. */
export async function onSessionsEnded(
  deps: Pick<ShareDeps, 'shareRegistries' | 'clock'>,
  item: DomainEvent,
): Promise<void> {
  const { userId, familyId: sessionId, minEpoch, untilMs } = v.parse(sessionsEnded, item.payload);
  unwrap(
    await registryOf(deps, userId).endSessions({
      sessionId,
      minEpoch,
      untilMs: untilMs ?? deps.clock.nowMs() + FAMILY_MEMORY_MS,
    }),
  );
}
