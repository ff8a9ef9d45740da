/** What the capture driver kept, as the demo mailbox shows it. */
import { unwrap } from '#shared/errors.ts';
import type { CapturedMail } from '#shared/mail/model.ts';
import { wireTime } from '#shared/units.ts';
import type { MailParts } from '../deps.ts';
import { MAILBOX_NAME } from '../keys.ts';

/** Newest first. @param to  '' for every address */
export async function captured({ mailboxes }: MailParts, to: string): Promise<readonly CapturedMail[]> {
  const mails = unwrap(await mailboxes.getByName(MAILBOX_NAME).list(to));
  return mails.map((mail) => ({
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers ?? {},
    sent_at: wireTime(mail.sentMs),
  }));
}
