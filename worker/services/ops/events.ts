/** Event handlers of ops: `auth.account-closed` { userId }, `tally.hour` (an hour of a counter has ended). Published: `mail.send`, with a message. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { type InboxDeps, inboxOf } from './deps.ts';
import { raiseTotal } from './totals/totals.store.ts';
import { COUNTED_KINDS, type TotalsDeps } from './totals/totals.ts';

const accountClosed = v.object({ userId: v.string() });
const hourEnded = v.object({ kind: v.string(), shard: v.number(), hour: v.number(), total: v.number() });

/** Deletes the messages of a closed account. */
export async function onAccountClosed(deps: Pick<InboxDeps, 'inbox'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await inboxOf(deps).forget(userId));
}

/** Stores the sum of an hour. */
export async function onHourEnded({ admin }: Pick<TotalsDeps, 'admin'>, item: DomainEvent): Promise<void> {
  const { kind, shard, hour, total } = v.parse(hourEnded, item.payload);
  if (COUNTED_KINDS.includes(kind)) await raiseTotal(admin, { hour, metric: kind, part: String(shard), total });
}
