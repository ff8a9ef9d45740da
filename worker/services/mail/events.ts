/** Event handlers of mail: `mail.send` {sealed}, published by any object that sends a letter; `mail.held` {id, sealed} of its own log. */
import * as v from 'valibot';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import type { MailService } from './service.ts';

const mailHeld = v.object({ id: v.string(), sealed: v.string() });
const mailSend = v.object({ sealed: v.string() });

/** @throws Error when the driver did not accept the mail; the event stays in its outbox */
export async function onMailSend(mail: Pick<MailService, 'deliver'>, item: DomainEvent): Promise<void> {
  const { sealed } = v.parse(mailSend, item.payload);
  // A notice that no letter of this installation can carry: the drive rings.
  if (sealed !== '') await mail.deliver({ id: item.id, sealed });
}

/** A letter whose quiet hours ended. @throws Error when the driver did not accept it; the event stays in its outbox */
export async function onMailHeld(mail: Pick<MailService, 'deliver'>, item: DomainEvent): Promise<void> {
  await mail.deliver({ ...v.parse(mailHeld, item.payload), wasHeld: true });
}
