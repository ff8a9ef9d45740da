/** Seals letters for outboxes, opens sealed ones, writes them in their language and passes them to the driver. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import type { CapturedMail, MailTopic } from '#shared/mail/model.ts';
import { wireTime } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import { LETTER_PURPOSE, MAIL_SEND, MAILBOX_NAME } from '../keys.ts';
import { LETTER_KINDS, type Letter, type LetterKind, type MailEvent } from '../service.ts';
import { textMessageOf, textsOf } from './letter-texts.ts';
import { renderLetter } from './render-letter.tsx';
import { isSubscribed, unsubscribeLink } from './subscription.ts';

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

/** Letters that a person may unsubscribe from, with their topic. Every other kind is always sent. */
const TOPICS: Readonly<Partial<Record<LetterKind, MailTopic>>> = {
  welcome: 'tips',
  'files-collected': 'collect',
  invited: 'common',
  'folder-offered': 'common',
};

/** Seals a letter into an event for the outbox of the publisher. */
export async function prepare({ keyring }: MailParts, letter: Letter): Promise<MailEvent> {
  return { event: MAIL_SEND, payload: { sealed: await keyring.seal(LETTER_PURPOSE, JSON.stringify(letter)) } };
}

async function openLetter({ keyring }: MailParts, sealed: string): Promise<Letter | null> {
  const text = await keyring.open(LETTER_PURPOSE, sealed);
  if (text === null) return null;
  const parsed = v.safeParse(letterShape, JSON.parse(text));
  return parsed.success ? parsed.output : null;
}

/**
 * Sends a sealed letter. One that cannot be opened (sealed with another key) or is too late is dropped with a line in the log:
 * another try would not help.
 * @throws Error when the driver did not accept it
 */
export async function deliver(parts: MailParts, item: { id: string; sealed: string }): Promise<void> {
  const { mailer, texter, clock, appOrigin } = parts;
  const letter = await openLetter(parts, item.sealed);
  const nowMs = clock.nowMs();
  const driver = letter?.channel === 'sms' ? texter : mailer;
  const reason = !letter ? 'unreadable' : letter.untilMs <= nowMs ? 'late' : !driver ? 'its channel is off' : '';
  if (!letter || reason !== '') {
    logError('mail.dropped', reason, { mail: item.id });
    return;
  }
  const { locale, to } = letter;
  const topic = TOPICS[letter.kind];
  if (topic && !(await isSubscribed(parts, to, topic))) return;
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const texts = textsOf(letter, translator, appOrigin);
  if (letter.channel === 'sms') {
    const text = textMessageOf(letter, texts, translator, appOrigin);
    await texter?.send({ id: item.id, to, text, sentMs: nowMs });
    return;
  }
  const unsubscribe = topic ? await unsubscribeLink(parts, letter, topic) : null;
  const label = translator.t('mail.leave');
  const rendered = renderLetter(
    unsubscribe ? { ...texts, unsubscribe: { label, url: unsubscribe.pageUrl } } : texts,
    locale,
  );
  await mailer?.send({ id: item.id, to, ...rendered, headers: unsubscribe?.headers ?? {}, sentMs: nowMs });
}

/** The mails stored by the capture driver, newest first. @param to  '' for every address */
export async function captured({ mailboxes }: MailParts, to: string): Promise<readonly CapturedMail[]> {
  const mails = unwrap(await mailboxes.getByName(MAILBOX_NAME).list(to));
  return mails.map((mail) => ({
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: mail.headers ?? {},
    sent_at: wireTime(mail.sentMs),
  }));
}
