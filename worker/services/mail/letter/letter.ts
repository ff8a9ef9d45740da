/** Seals letters for outboxes, opens sealed ones, writes them in their language and passes them to the driver. */
import * as v from 'valibot';
import { unwrap } from '#shared/errors.ts';
import { hasOffers, loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, LOCALES } from '#shared/locale/tags.ts';
import { makeTranslator, type Translator } from '#shared/locale/translator.ts';
import { changeOf, type LetterChanges } from '#shared/mail/letter-changes.ts';
import { LETTER_KINDS, type LetterKind, OFFER_LETTERS } from '#shared/mail/letter-kinds.ts';
import type { CapturedMail, MailScope, MailTopic } from '#shared/mail/model.ts';
import { DAY_MS, wireTime } from '#shared/units.ts';
import { logError } from '#worker/platform/log.ts';
import type { MailParts } from '../deps.ts';
import type { Mail, TextMessage } from '../driver/ports.ts';
import { LETTER_PURPOSE, MAIL_SEND, MAILBOX_NAME } from '../keys.ts';
import { noteFailure } from '../sending/queue.ts';
import { askToSend, sendOnce } from '../sending/send-mail.ts';
import type { Letter, MailEvent, SealedLetter } from '../service.ts';
import { lookOf, ownTextsOf } from './changed.ts';
import { textMessageOf, textsOf } from './letter-texts.ts';
import { renderLetter, withLinks } from './render-letter.tsx';
import { moveChoices, rulesFor, subscriberOf, unsubscribeLink } from './subscription.ts';

const letterShape = v.object({
  kind: v.picklist(LETTER_KINDS),
  channel: v.optional(v.picklist(['mail', 'sms']), 'mail'),
  to: v.string(),
  locale: v.picklist(LOCALES),
  code: v.string(),
  path: v.exactOptional(v.string()),
  movedTo: v.exactOptional(v.string()),
  about: v.exactOptional(v.string()),
  dateMs: v.exactOptional(v.number()),
  usedBytes: v.exactOptional(v.number()),
  limitBytes: v.exactOptional(v.number()),
  writtenMs: v.number(),
  untilMs: v.number(),
});

interface Category {
  readonly topic: MailTopic;
  /** The part that links of earlier letters of the kind stop. */
  readonly scope: MailScope;
  /** A person had it sent to an address of their choice. Default: false. */
  readonly fromPerson?: boolean;
}

/** Letters that a person may switch off, with their category. Every other kind is always sent. */
const CATEGORIES: Readonly<Partial<Record<LetterKind, Category>>> = {
  'plan-ends': { topic: 'account', scope: 'account' },
  'plan-ended': { topic: 'account', scope: 'account' },
  'link-sent': { topic: 'sharing', scope: 'sharing', fromPerson: true },
  'links-end': { topic: 'sharing', scope: 'sharing' },
  'link-visited': { topic: 'opened', scope: 'opened' },
  'files-collected': { topic: 'sharing', scope: 'collect' },
  invited: { topic: 'sharing', scope: 'common' },
  'folder-offered': { topic: 'sharing', scope: 'common' },
  'storage-full': { topic: 'storage', scope: 'storage' },
  'traffic-full': { topic: 'storage', scope: 'storage' },
  'reward-granted': { topic: 'tips', scope: 'tips' },
  welcome: { topic: 'tips', scope: 'tips' },
};

const ALWAYS_SENT = { subscribed: true, quiet: null } as const;

/** Seals a letter into an event for the outbox of the publisher. */
export async function prepare({ keyring }: MailParts, letter: Letter): Promise<MailEvent> {
  return { event: MAIL_SEND, payload: { sealed: await keyring.seal(LETTER_PURPOSE, JSON.stringify(letter)) } };
}

export async function openLetter({ keyring }: MailParts, sealed: string): Promise<Letter | null> {
  const text = await keyring.open(LETTER_PURPOSE, sealed);
  if (text === null) return null;
  const parsed = v.safeParse(letterShape, JSON.parse(text));
  return parsed.success ? parsed.output : null;
}

/** A held letter is of use for another day: it waited for its reader. */
const HELD_EXTRA_MS = DAY_MS;

const lastMsOf = ({ untilMs }: Letter, wasHeld: boolean): number => untilMs + (wasHeld ? HELD_EXTRA_MS : 0);

/** '' for a letter that can be sent. Another try would not help the others: they are dropped with a line in the log. */
function whyNot({ mailer, texter, clock }: MailParts, letter: Letter | null, wasHeld: boolean): string {
  if (!letter) return 'unreadable';
  if (!hasOffers() && OFFER_LETTERS.has(letter.kind)) return 'this installation has no offers';
  if (lastMsOf(letter, wasHeld) <= clock.nowMs()) return 'late';
  return (letter.channel === 'sms' ? texter : mailer) === null ? 'its channel is off' : '';
}

/**
 * Sends a sealed letter, unless its address switched its category off or the log says that it may not be sent now.
 * @returns whether it was accepted, now or before
 * @throws Error when the driver did not accept it
 */
export async function deliver(parts: MailParts, { id, sealed, wasHeld = false }: SealedLetter): Promise<boolean> {
  const letter = await openLetter(parts, sealed);
  const reason = whyNot(parts, letter, wasHeld);
  if (!letter || reason !== '') {
    logError('mail.dropped', reason, { mail: id });
    return false;
  }
  const { to } = letter;
  const sentMs = parts.clock.nowMs();
  if (letter.channel === 'sms') {
    await sendText(parts, { id, to, text: smsOf(parts, letter), sentMs });
    return true;
  }
  if (letter.movedTo !== undefined) await moveChoices(parts, to, letter.movedTo);
  const category = CATEGORIES[letter.kind];
  const subscriber = await subscriberOf(parts, to);
  const rules = category ? await rulesFor(parts, subscriber, category.scope) : ALWAYS_SENT;
  if (!rules.subscribed) return false;
  const { topic = '', fromPerson = false } = category ?? {};
  const entry = { id, subscriber, topic, fromPerson, untilMs: letter.untilMs };
  const admission = await askToSend(parts, { ...entry, sealed, quiet: rules.quiet, isCode: letter.code !== '' });
  if (admission !== 'send') {
    // The person who waits for it learns that it does not come.
    if (letter.code !== '') parts.outcomes.dropped(to);
    return admission === 'sent';
  }
  const mail = { id, to, ...(await compose(parts, letter)), sentMs };
  try {
    return await sendOnce(parts, entry, mail);
  } catch (error) {
    await noteFailure(parts, { ...entry, untilMs: lastMsOf(letter, wasHeld), sealed }, error);
    throw error;
  }
}

async function sendText({ texter, outcomes }: MailParts, message: TextMessage): Promise<void> {
  try {
    await texter?.send(message);
    outcomes.texted(message.to, 'accepted');
  } catch (error) {
    outcomes.texted(message.to, 'refused');
    throw error;
  }
}

function translatorFor({ locale }: Letter): Translator {
  return makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
}

function smsOf({ appOrigin }: MailParts, letter: Letter): string {
  const translator = translatorFor(letter);
  return textMessageOf(letter, textsOf(letter, translator, appOrigin), translator, appOrigin);
}

/** Subject, text and HTML of a letter, and its headers; one that can be switched off says how. */
async function compose(
  parts: MailParts,
  letter: Letter,
  changes?: LetterChanges,
): Promise<Pick<Mail, 'subject' | 'text' | 'html' | 'headers' | 'fromName'>> {
  const { appOrigin } = parts;
  const change = changeOf(changes ?? (await parts.readLetterTexts()), letter.kind, letter.locale);
  const look = lookOf(await parts.readLook(), change);
  const translator = translatorFor(letter);
  const texts = change ? ownTextsOf(letter, translator, appOrigin, change) : textsOf(letter, translator, appOrigin);
  const fromName = change?.name ? { fromName: change.name } : {};
  const category = CATEGORIES[letter.kind];
  if (!category) return { ...renderLetter(texts, letter.locale, look), ...fromName, headers: {} };
  const { pageUrl: unsubscribeUrl, headers } = await unsubscribeLink(parts, letter, category.topic);
  const whole = withLinks(texts, translator, { appOrigin, unsubscribeUrl });
  return { ...renderLetter(whole, letter.locale, look), ...fromName, headers };
}

export async function preview(parts: MailParts, letter: Letter, changes?: LetterChanges) {
  const { subject, text, html } = await compose(parts, letter, changes);
  return { subject, text, html, topic: CATEGORIES[letter.kind]?.topic ?? ('' as const) };
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
