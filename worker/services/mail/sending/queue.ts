/** Letters that the relay did not take: noted at each try, for the operators. */
import { unwrap } from '#shared/errors.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import { LETTER_LOG_NAMES } from '../keys.ts';
import type { Entry } from './admit.ts';
import type { Failing, FailingLetter } from './failing.store.ts';
import { logOf } from './send-mail.ts';

/** Longest stored reason, characters. */
const REASON_CHARS = 160;
/** Characters of an error that are read. */
const ERROR_CHARS = 1_000;

type LogParts = Pick<MailParts, 'letterLogs'>;

/** Without addresses and long numbers: a mail service may repeat those of the letter. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .slice(0, ERROR_CHARS)
    .replace(/^mail was not sent: /, '')
    .replace(/[^\s@]{1,64}@[^\s@]{1,255}/g, '…')
    .replace(/\d{6,}/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, REASON_CHARS);

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
