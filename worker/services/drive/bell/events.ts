/** Events of features on the left that a person is notified of. Handlers are idempotent by the event's id. */
import * as v from 'valibot';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { DriveDeps } from '../deps.ts';
import { ring } from './bell.ts';

const newDevice = v.object({ userId: v.string(), agent: v.string() });
const expiryDue = v.object({
  userId: v.string(),
  key: v.string(),
  kind: v.picklist(['premium', 'storage']),
  stage: v.string(),
  endMs: v.number(),
  bytes: v.number(),
});
const rewarded = v.object({ userId: v.string(), days: v.number() });

type Deps = Pick<DriveDeps, 'drives'>;

/** `auth.new-device`. */
export async function onNewDevice(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, agent } = v.parse(newDevice, item.payload);
  await ring(deps, userId, { id: item.id, kind: 'new-device', data: { about: agent } });
}

/** `membership.expiry-due`, of a plan that will not be renewed. */
export async function onExpiryDue(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, key, kind, stage, endMs, bytes } = v.parse(expiryDue, item.payload);
  await ring(deps, userId, {
    id: `expiry-${key}`,
    kind: stage === 'ended' ? 'plan-ended' : 'plan-ends',
    data: { about: kind, dateMs: endMs, limitBytes: bytes },
  });
}

/** `membership.rewarded`: a person who was invited has brought days. */
export async function onRewarded(deps: Deps, item: DomainEvent): Promise<void> {
  const { userId, days } = v.parse(rewarded, item.payload);
  await ring(deps, userId, { id: item.id, kind: 'reward-granted', data: { count: days } });
}
