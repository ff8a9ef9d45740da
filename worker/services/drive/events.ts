/**
 * Events of the drive. Published: `drive.tree-changed` {shareIds, removed} when a node at or below a watched node
 * changed; `drive.contents-changed` {contentKeys, present, seq} when contents are added to this drive or removed; `drive.collected`
 * {folderId, files, locale} when files came in by a link; `drive.nearly-full` {what}
 * when storage or traffic is nearly used up; `drive.grants-changed`, `drive.guest-left` and
 * `drive.handover-landed` (grants/events.ts), `drive.grant-letter` (grants/letters.ts), `drive.push-due`
 * (bell/push.ts), `drive.job-changed` {jobId} when operators have to look at a job, or no longer (jobs/faults.store.ts). Handled: its own, `mail.send`,
 * `auth.new-device`, `auth.sessions-ended`, `auth.app-passwords-changed`, `auth.person-blocked`, `auth.account-closed`, `membership.changed`, `membership.expiry-due`,
 * `membership.rewarded`, `membership.paid`, `membership.renewal-failed`, `tally.folded`. The source of an item is the user id of the drive. Handlers may be called again for the same item.
 */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import type { Timeline } from '#shared/membership/timeline.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import { sleep } from '#worker/platform/clock.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import { type MailService, sendNotice } from '#worker/services/mail/service.ts';
import type { accountPart } from './account/part.ts';
import type { ReferenceChange } from './blobs/blob-index.object.ts';
import { type BlobIndexStub, blobIndexName, blobIndexOf } from './blobs/keys.ts';
import { readSubject, TRAFFIC_KIND } from './content/link-traffic.ts';
import type { corePart } from './core/part.ts';
import { type DriveDeps, driveOf } from './deps.ts';
import type { deskPart } from './desk/part.ts';
import type { entitlementPart } from './entitlement/part.ts';
import type { fetchPart } from './fetch/part.ts';
import { OWN_LEASE_MS } from './keys.ts';
import type { livePart } from './live/part.ts';
import type { treePart } from './tree/part.ts';

const membershipChanged = v.object({
  userId: v.string(),
  version: v.number(),
  timeline: v.object({
    premium: v.array(v.looseObject({ startMs: v.number(), endMs: v.number() })),
    storage: v.array(v.looseObject({ startMs: v.number(), endMs: v.number() })),
    traffic: v.array(v.looseObject({ startMs: v.number(), endMs: v.number() })),
    quotas: v.exactOptional(v.array(v.looseObject({ startMs: v.number(), endMs: v.number() }))),
    groups: v.exactOptional(v.array(v.looseObject({ startMs: v.number(), endMs: v.number() }))),
  }),
});
/** One content (`contentKey`): the form of an earlier release, which may wait in an outbox. */
const contentsChanged = v.object({
  contentKeys: v.optional(v.array(v.string()), []),
  contentKey: v.optional(v.string()),
  present: v.boolean(),
  seq: v.number(),
});
const folded = v.object({ kind: v.string(), shard: v.number(), totals: v.array(v.tuple([v.string(), v.number()])) });
const accountClosed = v.object({ userId: v.string() });
const sessionsEnded = v.object({
  userId: v.string(),
  familyId: v.nullable(v.string()),
  minEpoch: v.number(),
  isLocked: v.optional(v.boolean(), false),
});

const collected = v.object({ folderId: v.string(), files: v.number(), locale: v.picklist(LOCALES) });

/** A letter about files is of no use a day later. */
const LETTER_TTL_MS = DAY_MS;

/** Mails a person who collects files how many came in; `announceArrivals` publishes it once an hour and link. */
export async function onCollected(
  deps: {
    mail: Pick<MailService, 'ready' | 'prepare' | 'deliver'>;
    auth: Pick<AuthService, 'emailOf'>;
    clock: DriveDeps['clock'];
  },
  item: DomainEvent,
): Promise<void> {
  const { folderId, files, locale } = v.parse(collected, item.payload);
  const to = deps.mail.ready ? await deps.auth.emailOf(item.source) : '';
  if (to === '') return;
  await sendNotice(deps.mail, item.id, {
    kind: 'files-collected',
    to,
    locale,
    about: String(files),
    path: href('drive.collect', { folderId }),
    writtenMs: deps.clock.nowMs(),
    lifeMs: LETTER_TTL_MS,
  });
}

/** Limits of the person's membership reach the drive before the grant is acknowledged. */
export async function onMembershipChanged(deps: Pick<DriveDeps, 'drives' | 'plans'>, item: DomainEvent): Promise<void> {
  const { userId, version, timeline } = v.parse(membershipChanged, item.payload);
  const pushed = { version, timeline: timeline as unknown as Timeline, plans: await deps.plans() };
  unwrap(await driveOf<typeof entitlementPart>(deps, userId).setMembership(pushed));
}

/** A revoked session is recorded longer than its access tokens are valid. */
const REVOKED_FAMILY_MS = DAY_MS;

/** Objects of the blob index called concurrently. */
const AT_ONCE = 16;

interface ReferenceCall {
  readonly index: BlobIndexStub;
  readonly driveId: string;
  readonly changes: ReferenceChange[];
}

/** One call for each drive and object of the index, whatever number of contents. */
function referenceCalls(blobIndex: DriveDeps['blobIndex'], items: readonly DomainEvent[]): ReferenceCall[] {
  const calls = new Map<string, ReferenceCall>();
  const stubs = new Map<string, BlobIndexStub>();
  for (const { source, payload } of items) {
    const { contentKeys, contentKey, present, seq } = v.parse(contentsChanged, payload);
    for (const key of contentKey === undefined ? contentKeys : [contentKey]) {
      const name = blobIndexName(key);
      const index = stubs.get(name) ?? blobIndexOf(blobIndex, key);
      stubs.set(name, index);
      const target = `${index.id.toString()}/${source}`;
      const call = calls.get(target) ?? { index, driveId: source, changes: [] };
      calls.set(target, call);
      call.changes.push([key, seq, present ? 1 : 0]);
    }
  }
  return [...calls.values()];
}

/** The blob index counts which drives hold a content; `seq` decides which of two events is newer. */
export async function onContentsChanged(
  deps: Pick<DriveDeps, 'blobIndex'>,
  items: readonly DomainEvent[],
): Promise<void> {
  const calls = referenceCalls(deps.blobIndex, items);
  for (let first = 0; first < calls.length; first += AT_ONCE)
    await Promise.all(
      calls
        .slice(first, first + AT_ONCE)
        .map(async ({ index, driveId, changes }) => unwrap(await index.setReferences(driveId, changes))),
    );
}

const contentJudged = v.object({
  contents: v.array(v.object({ contentKey: v.string(), gcid: v.string() })),
  banned: v.boolean(),
  driveIds: v.array(v.string()),
});

/** Drives that hold a judged content close it, or open it again. */
export async function onContentJudged(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { driveIds, ...decision } = v.parse(contentJudged, item.payload);
  for (let first = 0; first < driveIds.length; first += AT_ONCE)
    await Promise.all(
      driveIds
        .slice(first, first + AT_ONCE)
        .map(async (driveId) => unwrap(await driveOf<typeof deskPart>(deps, driveId).setContentBans(decision))),
    );
}

export {
  onAccountLetter,
  onExpiryDue,
  onFactorsRemoved,
  onNewDevice,
  onPaid,
  onRenewalFailed,
  onRewarded,
} from './bell/events.ts';
export { onPushDue } from './bell/push.ts';
export { onGrantsChanged, onGuestLeft, onHandoverLanded } from './grants/events.ts';
export { onGrantLetter } from './grants/letters.ts';
export { onNearlyFull } from './tree/usage/nearly-full-letter.ts';

/** The account is gone: its drive empties itself, from now on closed to every token. */
export async function onAccountClosed(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await driveOf<typeof accountPart>(deps, userId).erase());
}

/** Tokens of ended sessions are refused by this drive. Fetches outlive a sign-out, but not the end of an account. */
export async function onSessionsEnded(deps: Pick<DriveDeps, 'drives' | 'clock'>, item: DomainEvent): Promise<void> {
  const { userId, familyId: sessionId, minEpoch, isLocked } = v.parse(sessionsEnded, item.payload);
  await driveOf<typeof livePart>(deps, userId).endSessions({
    sessionId,
    minEpoch,
    untilMs: deps.clock.nowMs() + REVOKED_FAMILY_MS,
  });
  if (isLocked) unwrap(await driveOf<typeof fetchPart>(deps, userId).fetchEndAll());
}

const appPasswords = v.object({
  userId: v.string(),
  seq: v.number(),
  passwords: v.array(
    v.object({
      id: v.string(),
      hash: v.string(),
      scope: v.picklist(['read', 'write']),
      folderId: v.string(),
      epoch: v.number(),
      endsMs: v.number(),
    }),
  ),
});

/** The drive checks the app passwords of its person by itself: one call of it both checks and answers. */
export async function onAppPasswordsChanged(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { userId, ...pushed } = v.parse(appPasswords, item.payload);
  unwrap(await driveOf<typeof corePart>(deps, userId).setAppPasswords(pushed));
}

const personBlocked = v.object({ userId: v.string(), isBlocked: v.boolean(), seq: v.number() });

/** Operators blocked a person, or ended that: no link, guest or session reads or writes the drive of a blocked person. */
export async function onPersonBlocked(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { userId, ...block } = v.parse(personBlocked, item.payload);
  unwrap(await driveOf<typeof deskPart>(deps, userId).setBlock(block));
  // Isolates that hold an opened link of the person have asked again when this returns.
  if (block.isBlocked) await sleep(OWN_LEASE_MS);
}

/** Brings the bytes that links sent to the drives of their owners. */
export async function onTallyFolded(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { kind, shard, totals } = v.parse(folded, item.payload);
  if (kind !== TRAFFIC_KIND) return;
  for (let first = 0; first < totals.length; first += AT_ONCE)
    await Promise.all(
      totals.slice(first, first + AT_ONCE).map(async ([subject, bytes]) => {
        const sent = readSubject(subject);
        if (sent)
          unwrap(await driveOf<typeof treePart>(deps, sent.ownerId).setLinkTraffic({ day: sent.day, shard, bytes }));
      }),
    );
}
