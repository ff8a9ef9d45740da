/** Which driver sends: decided once, from the configuration. */

import type { MailboxObject } from '../mailbox.object.ts';
import { makeBindingMailer } from './binding-mailer.ts';
import { makeCaptureMailer } from './capture-mailer.ts';
import type { Mailer } from './mailer.ts';
import { makeSmtpMailer, type SmtpSettings } from './smtp-mailer.ts';

export interface MailerChoice {
  /** `off`: no letter leaves. */
  readonly driver: 'capture' | 'binding' | 'smtp' | 'off';
  /** Sender, `Name <address>` or an address alone. */
  readonly from: string;
  readonly mailboxes: DurableObjectNamespace<MailboxObject>;
  readonly email: Pick<SendEmail, 'send'> | undefined;
  readonly smtp: SmtpSettings;
}

/** @returns null when no letter can leave. @throws Error when the chosen driver lacks its binding, relay or sender */
export function makeMailer(choice: MailerChoice): Mailer | null {
  if (choice.driver === 'capture') return makeCaptureMailer(choice.mailboxes);
  if (choice.driver === 'off') return null;
  if (choice.driver === 'smtp') return makeSmtpMailer(choice.smtp, choice.from);
  if (!choice.email) throw new Error('MAIL is binding, but there is no send_email binding called EMAIL');
  return makeBindingMailer(choice.email, choice.from);
}
