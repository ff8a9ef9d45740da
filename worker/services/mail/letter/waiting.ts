/** The queue of letters that the relay did not take, as operators see it and act on it. */
import { AppError, unwrap } from '#shared/errors.ts';
import { retryDelayMs } from '#worker/platform/stored-object.ts';
import type { MailParts } from '../deps.ts';
import type { FailingLetter } from '../sending/failing.store.ts';
import { failingLetter, failingLetters } from '../sending/queue.ts';
import { reasonOf } from '../sending/reason.ts';
import { logOf } from '../sending/send-mail.ts';
import type { TestResult } from '../sending/test-letter.ts';
import type { Letter, WaitingLetter, WaitingLetters } from '../service.ts';
import { deliver, openLetter } from './letter.ts';
import { subscriberOf } from './subscription.ts';

async function shown(parts: MailParts, nowMs: number, failing: FailingLetter): Promise<WaitingLetter> {
  const { id, sealed, firstMs, lastMs, tries, untilMs, reason } = failing;
  const letter = await openLetter(parts, sealed);
  const dueMs = Math.max(lastMs + retryDelayMs(tries - 1), nowMs);
  return {
    id,
    kind: letter?.kind ?? '',
    writtenMs: letter?.writtenMs ?? firstMs,
    lastMs,
    tries,
    reason,
    untilMs,
    nextMs: untilMs > nowMs ? dueMs : null,
  };
}

/** Those that wait, and those that were given up in the last day. */
export async function waiting(parts: MailParts): Promise<WaitingLetters> {
  const { count, firstMs, letters } = await failingLetters(parts);
  const nowMs = parts.clock.nowMs();
  const newest = letters.filter(({ untilMs }) => untilMs > nowMs).toSorted((a, b) => b.lastMs - a.lastMs)[0];
  return {
    count,
    sinceMs: firstMs,
    reason: newest?.reason ?? '',
    letters: await Promise.all(letters.map((letter) => shown(parts, nowMs, letter))),
  };
}

const noSuchLetter = (): AppError => new AppError('not_found', { field: 'letter', reason: 'no_such_letter' });

async function requireWaiting(parts: MailParts, id: string): Promise<{ failing: FailingLetter; letter: Letter }> {
  const failing = await failingLetter(parts, id);
  const letter = failing && (await openLetter(parts, failing.sealed));
  if (!letter || failing.untilMs <= parts.clock.nowMs()) throw noSuchLetter();
  return { failing, letter };
}

/** Tries it now; its outbox finds it sent. @throws AppError not_found */
export async function retryLetter(parts: MailParts, id: string): Promise<TestResult> {
  const { failing, letter } = await requireWaiting(parts, id);
  try {
    await deliver(parts, { id, sealed: failing.sealed, wasHeld: failing.untilMs > letter.untilMs });
    return { sent: true, reason: '' };
  } catch (error) {
    return { sent: false, reason: reasonOf(error) };
  }
}

/** Its outbox finds it dropped. @throws AppError not_found */
export async function dropLetter(parts: MailParts, id: string): Promise<void> {
  const { failing, letter } = await requireWaiting(parts, id);
  const subscriber = await subscriberOf(parts, letter.to);
  const entry = { id, subscriber, topic: '', fromPerson: false, untilMs: failing.untilMs };
  unwrap(await logOf(parts, subscriber).drop(entry));
}
