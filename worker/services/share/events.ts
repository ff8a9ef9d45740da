/**
 * Event handlers of share. A handler may receive an event twice; it returns when the change is stored.
 * Published: `share.closed` { ownerId, shareIds }: links that were cancelled or never finished; `share.claim-left` { shareId,
 * requestKey, recipientId, atMs }: a counted save whose call never returned; `share.changed` { ownerId, shareId, seq, pass?,
 * expiresAtMs?, restoreLimit?, title?, isNamed?, note?, viewOnly?, previewsHidden?, paused? }: new terms of a link; `share.status` { ownerId, shareId }: files of a link went or came back, or
 * an operator decided; `share.owner-blocked` { ownerId, shareIds, isBlocked, seq }; `share.links-unread` { ownerId }: links without facts in the registry; `share.ends-soon` { ownerId, links }; `share.visited` { ownerId, shareId, title }: the first view; `share.uncounted` { ownerId, shareId, rootIds }: a link of very much. This module handles them too, and events of auth and drive.
 */
import * as v from 'valibot';
import { DEFAULT_ORDER } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { asNodeId, asShareId, asUserId } from '#shared/ids.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { linksHref } from '#shared/share/links-address.ts';
import { DAY_MS } from '#shared/units.ts';
import { sleep } from '#worker/platform/clock.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { logError } from '#worker/platform/log.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';
import { registryOf, type ShareDeps, shareOf } from './deps.ts';
import { VIEWS_KIND } from './keys.ts';
import { readFacts } from './link/own-links.ts';
import type { CountedDay } from './state/days.ts';
import type { TreeChange } from './state/rpc-types.ts';
import { readLinkDay } from './visit/counting.ts';

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
  isNamed: v.optional(v.boolean()),
  note: v.optional(v.string()),
  viewOnly: v.optional(v.boolean()),
  previewsHidden: v.optional(v.boolean()),
  paused: v.optional(v.boolean()),
});
const owned = v.object({ ownerId: v.string(), shareId: v.string() });
const unread = v.object({ ownerId: v.string() });
const endsSoon = v.object({
  ownerId: v.string(),
  links: v.array(
    v.object({ shareId: v.string(), expiresAtMs: v.number(), locale: v.fallback(v.picklist(LOCALES), DEFAULT_LOCALE) }),
  ),
});
const visited = v.object({ ownerId: v.string(), shareId: v.string(), title: v.string() });
const uncounted = v.object({ ownerId: v.string(), shareId: v.string(), rootIds: v.array(v.string()) });
const accountClosed = v.object({ userId: v.string() });
const claimLeft = v.object({
  shareId: v.string(),
  requestKey: v.string(),
  recipientId: v.string(),
  atMs: v.number(),
});
const details = v.object({ parts: v.record(v.string(), v.number()), people: v.string() });
const folded = v.object({
  kind: v.string(),
  totals: v.array(v.tuple([v.string(), v.number(), v.optional(details)])),
});
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
    if (removed && !hasRoots) await share.rootsGone(roots.version, top?.isBlocked);
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

type FactDeps = Pick<ShareDeps, 'shares' | 'shareRegistries' | 'limits'>;

/** Stores a new status of a link in its owner's registry. */
export async function onShareStatus(deps: FactDeps, item: DomainEvent): Promise<void> {
  const { ownerId, shareId } = v.parse(owned, item.payload);
  unwrap(await registryOf(deps, ownerId).recordFacts(await readFacts(deps, ownerId, [shareId])));
}

/** Links whose facts one event reads; the next look at the list goes on. */
const UNREAD_LINKS = 2_000;
const UNREAD_AT_ONCE = 100;

/** Reads facts of links that were made before registries held them. */
export async function onLinksUnread(deps: FactDeps, item: DomainEvent): Promise<void> {
  const { ownerId } = v.parse(unread, item.payload);
  const registry = registryOf(deps, ownerId);
  for (let read = 0; read < UNREAD_LINKS; read += UNREAD_AT_ONCE) {
    const shareIds: string[] = await registry.unreadLinks(UNREAD_AT_ONCE);
    if (shareIds.length === 0) return;
    unwrap(await registry.recordFacts(await readFacts(deps, ownerId, shareIds)));
  }
}

/** A letter about an end is of no use a day later. */
const LETTER_LIFETIME_MS = DAY_MS;

const NO_FILTER = { search: '', status: '', sort: 'created' } as const;

/** Mails a person whose links end within a day, in the language in which the first of them was made. */
export async function onLinksEndSoon(
  deps: {
    drive: Pick<DriveService, 'notifyPerson'>;
    mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
    auth: Pick<AuthService, 'emailOf'>;
    clock: ShareDeps['clock'];
  },
  item: DomainEvent,
): Promise<void> {
  const { ownerId, links } = v.parse(endsSoon, item.payload);
  const [first] = links;
  if (!first) return;
  const dateMs = Math.max(...links.map(({ expiresAtMs }) => expiresAtMs));
  await deps.drive.notifyPerson(ownerId, { id: item.id, kind: 'links-end', data: { count: links.length, dateMs } });
  const to = deps.mail.ready ? await deps.auth.emailOf(ownerId) : '';
  if (to === '') return;
  await sendNotice(deps.mail, item.id, {
    kind: 'links-end',
    to,
    locale: first.locale,
    about: String(links.length),
    dateMs,
    // The one link itself, or the list of all that end.
    ...(links.length === 1 ? { path: linksHref(NO_FILTER, { link: first.shareId }) } : {}),
    writtenMs: deps.clock.nowMs(),
    lifeMs: LETTER_LIFETIME_MS,
  });
}

/** Notifies a person whose link a visitor opened for the first time; by mail only where the person asked for it. */
export async function onLinkVisited(
  deps: {
    drive: Pick<DriveService, 'notifyPerson'>;
    mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
    auth: Pick<AuthService, 'letterBoxOf'>;
    clock: ShareDeps['clock'];
  },
  item: DomainEvent,
): Promise<void> {
  const { ownerId, shareId, title } = v.parse(visited, item.payload);
  await deps.drive.notifyPerson(ownerId, { id: item.id, kind: 'link-visited', data: { name: title, shareId } });
  const box = deps.mail.ready ? await deps.auth.letterBoxOf(ownerId) : null;
  if (!box) return;
  await sendNotice(deps.mail, item.id, {
    kind: 'link-visited',
    to: box.email,
    locale: box.locale,
    path: linksHref(NO_FILTER, { link: shareId }),
    writtenMs: deps.clock.nowMs(),
    lifeMs: LETTER_LIFETIME_MS,
  });
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

const personBlocked = v.object({ userId: v.string(), isBlocked: v.boolean(), seq: v.number() });
const ownerBlocked = v.object({
  ownerId: v.string(),
  shareIds: v.array(v.string()),
  isBlocked: v.boolean(),
  seq: v.number(),
});

/** Operators blocked a person, or ended that: returns when every link has the same state. */
export async function onPersonBlocked(deps: Pick<ShareDeps, 'shareRegistries'>, item: DomainEvent): Promise<void> {
  const { userId, ...block } = v.parse(personBlocked, item.payload);
  unwrap(await registryOf(deps, userId).setBlock(block));
}

/** Closes the links of a blocked person, or opens them again. */
export async function onOwnerBlocked(deps: Pick<ShareDeps, 'shares'>, item: DomainEvent): Promise<void> {
  const { ownerId, shareIds, ...block } = v.parse(ownerBlocked, item.payload);
  for (let first = 0; first < shareIds.length; first += AT_ONCE)
    await Promise.all(
      shareIds
        .slice(first, first + AT_ONCE)
        .map(async (shareId) => unwrap(await shareOf(deps, shareId).setOwnerBlock(ownerId, block))),
    );
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

type Folded = v.InferOutput<typeof folded>['totals'][number];

/** Brings the counts of one link to it: of days, and views that an earlier program counted without their day. */
async function countOf(deps: Pick<ShareDeps, 'shares'>, shareId: string, totals: readonly Folded[]): Promise<void> {
  const share = shareOf(deps, shareId);
  const days: CountedDay[] = [];
  for (const [subject, views, more] of totals) {
    const { day } = readLinkDay(subject) ?? {};
    if (day === undefined) unwrap(await share.viewsCounted(views));
    else days.push({ day, views, parts: more?.parts ?? {}, people: more?.people ?? '' });
  }
  if (days.length > 0) unwrap(await share.daysCounted(days));
}

/** Adds the counts to the links. */
export async function onTallyFolded(deps: Pick<ShareDeps, 'shares'>, item: DomainEvent): Promise<void> {
  const { kind, totals } = v.parse(folded, item.payload);
  if (kind !== VIEWS_KIND) return;
  const byLink = [...Map.groupBy(totals, ([subject]) => readLinkDay(subject)?.shareId ?? subject)];
  for (let first = 0; first < byLink.length; first += AT_ONCE)
    await Promise.all(byLink.slice(first, first + AT_ONCE).map(([shareId, some]) => countOf(deps, shareId, some)));
}
