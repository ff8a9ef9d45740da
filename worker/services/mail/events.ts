/** News that mail hears: `mail.send` {sealed}, told by any object that has cause for a letter. */
import * as v from 'valibot';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { MailService } from './service.ts';

const mailSend = v.object({ sealed: v.string() });

/** @throws Error when the driver did not take the mail; the item stays in its outbox */
export async function onMailSend(mail: Pick<MailService, 'deliver'>, item: DomainEvent): Promise<void> {
  const { sealed } = v.parse(mailSend, item.payload);
  await mail.deliver({ id: item.id, sealed });
}
