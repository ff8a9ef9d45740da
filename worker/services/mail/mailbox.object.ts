/**
 * MailboxObject: the mails of demo mode, kept instead of sent. One object, the newest 200; never asked in production.
 */
import { type Result, succeed } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import type { Mail } from './driver/mailer.ts';
import { MAILBOX_MAILS } from './keys.ts';
import { dropOldMails, insertMail, listMails, MAILBOX_MIGRATIONS } from './letter/store.ts';

export class MailboxObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'MailboxObject', MAILBOX_MIGRATIONS);
  }

  /** The mailbox has no news. */

  put(mail: Mail): Result<{ kept: true }> {
    return this.command(() => {
      insertMail(this.sql, mail);
      dropOldMails(this.sql, MAILBOX_MAILS);
      return { kept: true as const };
    });
  }

  /** Newest first. Asking creates nothing. @param to  '' for every address */
  list(to: string): Result<Mail[]> {
    return succeed(this.exists() ? listMails(this.sql, to) : []);
  }
}
