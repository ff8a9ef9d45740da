/** Opens a sealed letter, writes it in its language and hands it to the driver. */
import * as v from 'valibot';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import { textOf } from '../driver/text-messages.ts';
import { LETTER_PURPOSE } from '../keys.ts';
import type { Letter } from '../service.ts';
import { sceneOf } from '../subscription/letters.ts';
import { isSubscribed, leaveLink } from '../subscription/subscription.ts';
import { LETTER_KINDS } from './letter-kinds.ts';
import { wordsOf } from './letter-texts.ts';
import { renderLetter } from './render-letter.tsx';

const letterShape = v.object({
  kind: v.picklist(LETTER_KINDS),
  channel: v.optional(v.picklist(['mail', 'sms']), 'mail'),
  to: v.string(),
  locale: v.picklist(LOCALES),
  code: v.string(),
  path: v.exactOptional(v.string()),
  about: v.exactOptional(v.string()),
  dateMs: v.exactOptional(v.number()),
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
 * @throws Error when the driver did not take it
 */
export async function deliver(parts: MailParts, item: { id: string; sealed: string }): Promise<void> {
  const { mailer, texter, clock, appOrigin } = parts;
  const letter = await openLetter(parts, item.sealed);
  const nowMs = clock.nowMs();
  const driver = letter?.channel === 'sms' ? texter : mailer;
  const why = !letter ? 'unreadable' : letter.untilMs <= nowMs ? 'late' : !driver ? 'its channel is off' : '';
  if (!letter || why !== '') {
    logError('mail.dropped', why, { mail: item.id });
    return;
  }
  const { locale, to } = letter;
  const scene = sceneOf(letter.kind);
  if (scene !== null && !(await isSubscribed(parts, to, scene))) return;
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const words = wordsOf(letter, translator, appOrigin);
  if (letter.channel === 'sms') {
    const text = textOf(letter, words, translator, appOrigin);
    await texter?.send({ id: item.id, to, text, sentMs: nowMs });
    return;
  }
  const leave = scene === null ? null : await leaveLink(parts, letter, scene);
  const label = translator.t('mail.leave');
  const written = renderLetter(leave ? { ...words, leave: { label, url: leave.pageUrl } } : words, locale);
  await mailer?.send({ id: item.id, to, ...written, headers: leave?.headers ?? {}, sentMs: nowMs });
}
