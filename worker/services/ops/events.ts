/** Event handlers of ops: `auth.account-closed` { userId }. Published: `mail.send`, with a message. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { type InboxDeps, inboxOf } from './deps.ts';

const accountClosed = v.object({ userId: v.string() });

/** Deletes the messages of a closed account. */
export async function onAccountClosed(deps: Pick<InboxDeps, 'inbox'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await inboxOf(deps).forget(userId));
}
