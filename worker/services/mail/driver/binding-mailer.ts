/**
 * Driver over the platform's `send_email` binding. The platform sets Message-ID itself, so the event's id travels in a
 * header of ours; a crash between sending and acknowledging can send a mail twice.
 */
import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { SEND_TIMEOUT_MS } from '../keys.ts';
import { type Mailer, NotAccepted } from './ports.ts';

/** `Name <address>` or an address alone. @throws Error when it is neither */
export function readSender(from: string): { name: string; email: string } {
  const match = /^\s*(?:(.*?)\s*<([^<>\s]+@[^<>\s]+)>|([^<>\s]+@[^<>\s]+))\s*$/.exec(from);
  const email = match?.[2] ?? match?.[3];
  if (email === undefined) throw new Error('MAIL_FROM must be an address such as Magpie <mail@example.com>');
  return { name: match?.[1] || productName(DEFAULT_LOCALE), email };
}

/** @param timeoutMs  longest wait for the platform's answer */
export function makeBindingMailer(
  email: Pick<SendEmail, 'send'>,
  from: string,
  timeoutMs: number = SEND_TIMEOUT_MS,
): Mailer {
  readSender(from);
  return {
    async send({ id, to, subject, text, html, headers, fromName }, handOver) {
      await handOver();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('the mail service did not answer in time')), timeoutMs);
      });
      try {
        const sent = email.send({
          from: fromName === undefined ? readSender(from) : { ...readSender(from), name: fromName },
          to,
          subject,
          text,
          html,
          headers: { ...headers, 'X-Magpie-Mail-Id': id },
        });
        const refusal = (cause: unknown) =>
          new NotAccepted(cause instanceof Error ? cause.message : String(cause), { cause });
        await Promise.race([sent.catch((error: unknown) => Promise.reject(refusal(error))), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
