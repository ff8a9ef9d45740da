/** A letter by which operators see whether mail goes out. It passes by the log, limits and choices of its address. */
import { productName } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { MailParts } from '../deps.ts';
import { NotAccepted } from '../driver/ports.ts';
import { reasonOf } from './reason.ts';

export interface TestResult {
  readonly sent: boolean;
  /** Of a refusal; '' for none. */
  readonly reason: string;
}

export async function sendTest({ mailer, outcomes, clock, appOrigin }: MailParts, to: string): Promise<TestResult> {
  if (!mailer) return { sent: false, reason: 'mail is off: set MAIL' };
  const subject = `${productName(DEFAULT_LOCALE)} test letter`;
  const text = `This letter was sent by ${appOrigin} to see whether mail goes out. Nothing needs to be done.`;
  const html = `<!doctype html><html lang="en"><title>${subject.replaceAll('&', '&amp;')}</title><p>${text}</p></html>`;
  const mail = { id: newHexId(), to, subject, text, html, sentMs: clock.nowMs() };
  let isBegun = false;
  try {
    await mailer.send(mail, async () => {
      isBegun = true;
    });
    outcomes.accepted(to);
    return { sent: true, reason: '' };
  } catch (error) {
    // Without an answer the mail may have been accepted.
    if (!isBegun || error instanceof NotAccepted)
      outcomes.refused(to, error instanceof NotAccepted && error.isAddressUnknown);
    return { sent: false, reason: reasonOf(error) };
  }
}
