/**
 * News of the drive. Published: `drive.tree-changed` {shareIds, removed, version} when something at or below a watched node
 * changed; `drive.content-changed` {contentKey, present, seq} when a content appears in this drive or goes. Heard:
 * `auth.sessions-ended`, `auth.account-closed`. The source of an item is the user id of the drive. Handlers may be called again for the same item.
 */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { blobIndexOf } from './blobs/keys.ts';
import type { DriveDeps } from './deps.ts';
import { driveName } from './keys.ts';

const contentChanged = v.object({ contentKey: v.string(), present: v.boolean(), seq: v.number() });
const accountClosed = v.object({ userId: v.string() });
const sessionsEnded = v.object({ userId: v.string(), familyId: v.nullable(v.string()), minEpoch: v.number() });

/** A revoked family is remembered longer than any of its access tokens lives. */
const REVOKED_FAMILY_MS = DAY_MS;

/** The blob index counts which drives hold a content; the number in the news decides which of two is newer. */
export async function onContentChanged(deps: Pick<DriveDeps, 'blobIndex'>, item: DomainEvent): Promise<void> {
  const { contentKey, present, seq } = v.parse(contentChanged, item.payload);
  unwrap(await blobIndexOf(deps.blobIndex, contentKey).setReference(contentKey, item.source, seq, present));
}

/** The account is gone: its drive empties itself, from now on closed to every token. */
export async function onAccountClosed(deps: Pick<DriveDeps, 'drives'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await deps.drives.getByName(driveName(userId)).erase());
}

/** Tokens that are over stop counting in this drive. */
export async function onSessionsEnded(deps: Pick<DriveDeps, 'drives' | 'clock'>, item: DomainEvent): Promise<void> {
  const { userId, familyId: sessionId, minEpoch } = v.parse(sessionsEnded, item.payload);
  await deps.drives
    .getByName(driveName(userId))
    .endSessions({ sessionId, minEpoch, untilMs: deps.clock.nowMs() + REVOKED_FAMILY_MS });
}
