/** Letters that the relay did not take: noted at each try, for the operators. */
import { unwrap } from '#shared/errors.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import { LETTER_LOG_NAMES } from '../keys.ts';
import type { Entry } from './admit.ts';
import type { Failing, FailingLetter } from './failing.store.ts';
import { reasonOf } from './reason.ts';
import { logOf } from './send-mail.ts';

type LogParts = Pick<MailParts, 'letterLogs'>;

export async function noteFailure(
  parts: LogParts,
  { id, subscriber, sealed, untilMs }: Entry & { readonly sealed: string },
  error: unknown,
): Promise<void> {
  try {
    unwrap(await logOf(parts, subscriber).fail({ id, sealed, untilMs, reason: reasonOf(error) }));
  } catch (failure) {
    // The error of the letter is the one that counts.
    logError('mail.queue', failure, { mail: id });
  }
}

/** The letters that wait longest, of all logs. */
export async function failingLetters({ letterLogs }: LogParts): Promise<Failing> {
  const all = await Promise.all(
    LETTER_LOG_NAMES.map(async (name) => unwrap(await letterLogs.getByName(name).failing())),
  );
  const firsts = all.flatMap(({ firstMs }) => firstMs ?? []);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    firstMs: firsts.length > 0 ? Math.min(...firsts) : null,
    letters: all.flatMap(({ letters }) => letters).toSorted((a, b) => a.firstMs - b.firstMs),
  };
}

/** Null for a letter that does not wait. */
export async function failingLetter({ letterLogs }: LogParts, id: string): Promise<FailingLetter | null> {
  const found = await Promise.all(
    LETTER_LOG_NAMES.map(async (name) => unwrap(await letterLogs.getByName(name).failingLetter(id))),
  );
  return found.find((letter) => letter !== null) ?? null;
}
