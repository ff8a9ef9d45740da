/** Chooses the drivers of mails and text messages once, from the configuration; the drivers of demo mode. */
import { unwrap } from '#shared/errors.ts';
import { MAILBOX_NAME } from '../keys.ts';
import type { MailboxObject } from '../mailbox.object.ts';
import { makeBindingMailer } from './binding-mailer.ts';
import { type GatewaySettings, makeGatewayTexter } from './gateway-texter.ts';
import type { Mailer, Texter } from './ports.ts';
import { makeSmtpMailer, type SmtpSettings } from './smtp-mailer.ts';

type Mailboxes = DurableObjectNamespace<MailboxObject>;

export interface MailerChoice {
  /** `off`: no mail is sent. */
  readonly driver: 'capture' | 'binding' | 'smtp' | 'off';
  /** Sender, `Name <address>` or an address alone. */
  readonly from: string;
  readonly mailboxes: Mailboxes;
  readonly email: Pick<SendEmail, 'send'> | undefined;
  readonly smtp: SmtpSettings;
}

export interface TexterChoice extends GatewaySettings {
  /** `off`: no text message is sent. */
  readonly driver: 'capture' | 'gateway' | 'off';
  readonly mailboxes: Mailboxes;
}

/** @returns null when no mail can be sent. @throws Error when the chosen driver lacks its binding, relay or sender */
export function makeMailer(choice: MailerChoice): Mailer | null {
  if (choice.driver === 'capture') return makeCaptureMailer(choice.mailboxes);
  if (choice.driver === 'off') return null;
  if (choice.driver === 'smtp') return makeSmtpMailer(choice.smtp, choice.from);
  if (!choice.email) throw new Error('MAIL is binding, but there is no send_email binding called EMAIL');
  return makeBindingMailer(choice.email, choice.from);
}

/** @returns null when no text message can be sent. @throws Error when the chosen driver lacks a setting */
export function makeTexter(choice: TexterChoice): Texter | null {
  if (choice.driver === 'capture') return makeCaptureTexter(choice.mailboxes);
  return choice.driver === 'off' ? null : makeGatewayTexter(choice);
}

/** Driver of demo mode: stores mails in MailboxObject instead of sending them. The same id is stored once. */
export function makeCaptureMailer(mailboxes: Mailboxes): Mailer {
  return {
    async send(mail, handOver) {
      // Before it is noted: the mailbox stores an id once, however often it comes.
      unwrap(await mailboxes.getByName(MAILBOX_NAME).put(mail));
      await handOver();
    },
  };
}

/** Driver of demo mode: stores text messages beside the mails, their first line as the subject. */
function makeCaptureTexter(mailboxes: Mailboxes): Texter {
  return {
    async send({ text, ...message }) {
      const [subject = ''] = text.split('\n', 1);
      unwrap(await mailboxes.getByName(MAILBOX_NAME).put({ ...message, subject, text, html: '' }));
    },
  };
}
