/** News this room hears: `auth.account-closed` { userId }. Told by nobody here but `mail.send`, with a message. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { type DeskDeps, deskOf } from './deps.ts';

const accountClosed = v.object({ userId: v.string() });

/** The account is gone: what it wrote to the operators goes too. */
export async function onAccountClosed(deps: Pick<DeskDeps, 'desk'>, item: DomainEvent): Promise<void> {
  const { userId } = v.parse(accountClosed, item.payload);
  unwrap(await deskOf(deps).forget(userId));
}
