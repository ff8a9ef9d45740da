/**
 * Reports of mail services about a mail that was accepted: it came back for good, or its reader complained. The caller has shown that it may
 * report. Repeating a report changes nothing.
 */
import { unwrap } from '#shared/errors.ts';
import { MAIL_TOPICS, type MailTopic } from '#shared/mail/model.ts';
import type { MailParts } from '../deps.ts';
import { LETTER_LOG_NAMES } from '../keys.ts';
import { subscriberOf } from '../letter/subscription.ts';
import type { Returned } from './log.store.ts';
import { logOf } from './send-mail.ts';

export interface MailReport {
  readonly kind: 'bounce' | 'complaint';
  readonly email: string;
  /** Id of the letter, from `X-Magpie-Mail-Id` or the Message-ID; '' when it is not known. */
  readonly letter: string;
  /** Words of the mail service, for operators. */
  readonly reason: string;
  /** An operator reports it. Default: a mail service does. */
  readonly byOperator?: boolean;
}

/** Longest stored reason, characters. */
const REASON_CHARS = 200;

/** A complaint about a letter that is always sent stops nothing; one about an unknown letter stops every category. */
async function stoppedBy(parts: MailParts, subscriber: string, letter: string): Promise<readonly MailTopic[]> {
  const topic = letter === '' ? null : unwrap(await logOf(parts, subscriber).topicOf(letter, subscriber));
  return topic === null ? MAIL_TOPICS : MAIL_TOPICS.filter((each) => each === topic);
}

export async function takeReport(
  parts: MailParts,
  { kind, email, letter, reason, byOperator = false }: MailReport,
): Promise<void> {
  const subscriber = await subscriberOf(parts, email);
  if (kind === 'bounce') {
    unwrap(await logOf(parts, subscriber).setReturned(subscriber, reason.slice(0, REASON_CHARS), '', byOperator));
    return;
  }
  const choices = parts.subscriptions.getByName(subscriber);
  for (const topic of await stoppedBy(parts, subscriber, letter)) unwrap(await choices.setSubscribed(topic, false));
}

/** When mail to the address came back, and why; null when it does not. */
export async function returnedOf(parts: MailParts, email: string): Promise<Returned | null> {
  const subscriber = await subscriberOf(parts, email);
  return unwrap(await logOf(parts, subscriber).returned(subscriber));
}

/** When mail to the address last came back, epoch ms, also where it was resumed since; null for never in the last 30 days. */
export async function lastReturnOf(parts: MailParts, email: string): Promise<number | null> {
  const subscriber = await subscriberOf(parts, email);
  return unwrap(await logOf(parts, subscriber).lastReturn(subscriber));
}

/** Mail is sent to the address again. */
export async function resume(parts: MailParts, email: string): Promise<void> {
  const subscriber = await subscriberOf(parts, email);
  unwrap(await logOf(parts, subscriber).clearReturned(subscriber));
}

/** Addresses that mail came back from since then, of all logs. */
export async function countReturned(
  { letterLogs }: Pick<MailParts, 'letterLogs'>,
  sinceMs: number,
): Promise<{ count: number; sinceMs: number | null }> {
  const all = await Promise.all(
    LETTER_LOG_NAMES.map(async (name) => unwrap(await letterLogs.getByName(name).countReturned(sinceMs))),
  );
  const firsts = all.flatMap((one) => (one.sinceMs === null ? [] : [one.sinceMs]));
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return { count, sinceMs: firsts.length > 0 ? Math.min(...firsts) : null };
}
