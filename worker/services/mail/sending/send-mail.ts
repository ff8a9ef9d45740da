/**
 * Sends one mail at most once. The log notes the letter before the driver could have it accepted: after a crash in between the letter
 * counts as sent, because a second one for the same event is worse than none.
 */
import { unwrap } from '#shared/errors.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import { type Mail, NotAccepted } from '../driver/ports.ts';
import { letterLogName } from '../keys.ts';
import type { Admission, Entry, Request } from './admit.ts';
import { reasonOf } from './reason.ts';

type LogParts = Pick<MailParts, 'letterLogs' | 'lettersPerDay' | 'mailer' | 'outcomes'>;

export function logOf({ letterLogs }: Pick<MailParts, 'letterLogs'>, subscriber: string) {
  return letterLogs.getByName(letterLogName(subscriber));
}

/** @returns `send`: it is to be sent now. @throws Error while another delivery of it runs */
export async function askToSend(parts: LogParts, request: Omit<Request, 'perDay'>): Promise<Admission> {
  const admission: Admission = unwrap(
    await logOf(parts, request.subscriber).admit({ ...request, perDay: parts.lettersPerDay }),
  );
  if (admission === 'running') throw new Error('another delivery of this mail runs');
  if (admission === 'capped' || admission === 'returned') logError('mail.dropped', admission, { mail: request.id });
  return admission;
}

/**
 * @returns false where the answer was lost, and for an address without a mailbox
 * @throws Error when the mail was certainly not accepted; the event stays in its outbox
 */
export async function sendOnce(parts: LogParts, entry: Entry, mail: Mail): Promise<boolean> {
  const log = logOf(parts, entry.subscriber);
  let begun: Promise<boolean> | null = null;
  const handOver = async () => {
    begun = log.begin(entry).then((result) => unwrap(result));
    if (!(await begun)) throw new NotAccepted('the mail was handed over before');
  };
  try {
    await parts.mailer?.send(mail, handOver);
    parts.outcomes.accepted(mail.to);
  } catch (error) {
    const isBegun = await (begun as Promise<boolean> | null);
    if (isBegun && !(error instanceof NotAccepted)) {
      // The answer was lost: the mail may have been accepted.
      logError('mail.uncertain', error, { mail: entry.id });
      return false;
    }
    // A mail that another delivery handed over is no refusal of the relay.
    if (isBegun !== false) parts.outcomes.refused(mail.to, error instanceof NotAccepted && error.isAddressUnknown);
    if (isBegun) unwrap(await log.end(entry.id, false));
    if (!(error instanceof NotAccepted && error.isAddressUnknown)) throw error;
    unwrap(await log.setReturned(entry.subscriber, reasonOf(error), entry.id));
    logError('mail.returned', error, { mail: entry.id });
    return false;
  }
  unwrap(await log.end(entry.id, true));
  return true;
}
