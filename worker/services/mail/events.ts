/** Event handler of mail: `mail.send` {sealed}, published by any object that sends a letter. */
import * as v from 'valibot';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { MailService } from './service.ts';

const mailSend = v.object({ sealed: v.string() });

/** @throws Error when the driver did not accept the mail; the event stays in its outbox */
export async function onMailSend(mail: Pick<MailService, 'deliver'>, item: DomainEvent): Promise<void> {
  const { sealed } = v.parse(mailSend, item.payload);
  await mail.deliver({ id: item.id, sealed });
}
