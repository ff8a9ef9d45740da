/** Opens a sealed letter, writes it in its language and hands it to the driver. */
import * as v from 'valibot';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import type { Letter } from '../face.ts';
import { LETTER_PURPOSE } from '../keys.ts';
import { wordsOf } from '../letter-words.ts';
import { renderLetter } from '../render-letter.tsx';

const letterShape = v.object({
  kind: v.picklist(['sign-up-code', 'sign-in-code', 'reset-code', 'reset-nobody', 'password-changed']),
  to: v.string(),
  locale: v.picklist(LOCALES),
  code: v.string(),
  writtenMs: v.number(),
  untilMs: v.number(),
});

async function openLetter({ keyring }: MailParts, sealed: string): Promise<Letter | null> {
  const text = await keyring.open(LETTER_PURPOSE, sealed);
  if (text === null) return null;
  const parsed = v.safeParse(letterShape, JSON.parse(text));
  return parsed.success ? parsed.output : null;
}

/**
 * A letter that cannot be read (sealed with another key) or is past its time is dropped with a line in the log: trying
 * again would not help it.
 * @throws Error when the driver did not take the mail
 */
export async function deliver(parts: MailParts, item: { id: string; sealed: string }): Promise<void> {
  const { mailer, clock, appOrigin } = parts;
  const letter = await openLetter(parts, item.sealed);
  const nowMs = clock.nowMs();
  const why = !letter ? 'unreadable' : letter.untilMs <= nowMs ? 'late' : !mailer ? 'mail is off' : '';
  if (!letter || !mailer || why !== '') {
    logError('mail.dropped', why, { mail: item.id });
    return;
  }
  const { locale, to } = letter;
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const written = renderLetter(wordsOf(letter, translator, appOrigin), locale);
  await mailer.send({ id: item.id, to, ...written, sentMs: nowMs });
}
