/** Driver of demo mode: keeps text messages in MailboxObject beside the mails; the first line stands as the subject. */
import { unwrap } from '#shared/errors.ts';
import { MAILBOX_NAME } from '../keys.ts';
import type { MailboxObject } from '../mailbox.object.ts';
import type { Texter } from './texter.ts';

export function makeCaptureTexter(mailboxes: DurableObjectNamespace<MailboxObject>): Texter {
  return {
    async send({ text, ...message }) {
      const [subject = ''] = text.split('\n', 1);
      unwrap(await mailboxes.getByName(MAILBOX_NAME).put({ ...message, subject, text, html: '' }));
    },
  };
}
