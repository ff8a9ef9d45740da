/** Driver of demo mode: keeps mails in MailboxObject instead of sending them. The same id is kept once. */
import { unwrap } from '#shared/errors.ts';
import { MAILBOX_NAME } from '../keys.ts';
import type { MailboxObject } from '../mailbox.object.ts';
import type { Mailer } from './mailer.ts';

export function makeCaptureMailer(mailboxes: DurableObjectNamespace<MailboxObject>): Mailer {
  return {
    async send(mail) {
      unwrap(await mailboxes.getByName(MAILBOX_NAME).put(mail));
    },
  };
}
