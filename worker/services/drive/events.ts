/**
 * Events of the drive. Published: `drive.tree-changed` {shareIds, removed, version} when a node at or below a watched node
 * changed; `drive.content-changed` {contentKey, present, seq} when a content is added to this drive or removed. Handled:
 * `auth.sessions-ended`, `auth.account-closed`. The source of an item is the user id of the drive. Handlers may be called again for the same item.
 */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { blobIndexOf } from './blobs/keys.ts';
import { type DriveDeps, driveOf } from './deps.ts';

const contentChanged = v.object({ contentKey: v.string(), present: v.boolean(), seq: v.number() });
const accountClosed = v.object({ userId: v.string() });
const sessionsEnded = v.object({
  userId: v.string(),
  familyId: v.nullable(v.string()),
  minEpoch: v.number(),
  isLocked: v.optional(v.boolean(), false),
});

/** A revoked session is recorded longer than its access tokens are valid. */
const REVOKED_FAMILY_MS = DAY_MS;

/** The blob index counts which drives hold a content; `seq` decides which of two events is newer. */
export async function onContentChanged(deps: Pick<DriveDeps, 'blobIndex'>, item: DomainEvent): Promise<void> {
  const { contentKey, present, seq } = v.parse(contentChanged, item.payload);
  unwrap(await blobIndexOf(deps.blobIndex, contentKey).setReference(contentKey, item.source, seq, present));
}

/** The account is gone: its drive empties itself, from now on closed to every token. */
export async function onAccountClosed(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await driveOf(deps, userId).erase());
}

/** Tokens of ended sessions are refused by this drive. Fetches outlive a sign-out, but not the end of an account. */
export async function onSessionsEnded(deps: Pick<DriveDeps, 'drives' | 'clock'>, item: DomainEvent): Promise<void> {
  const { userId, familyId: sessionId, minEpoch, isLocked } = v.parse(sessionsEnded, item.payload);
  await driveOf(deps, userId).endSessions({ sessionId, minEpoch, untilMs: deps.clock.nowMs() + REVOKED_FAMILY_MS });
  if (isLocked) unwrap(await driveOf(deps, userId).fetchEndAll());
}
