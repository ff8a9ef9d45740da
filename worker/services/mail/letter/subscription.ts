/**
 * Subscriptions to letters. `d` seals the hash of an address, a topic and a masked address: its holder may stop or allow that
 * topic of that address and nothing else. It never expires; only our key can make one.
 */
import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { MAIL_TOPICS, type MailTopic } from '#shared/mail/model.ts';
import { href } from '#shared/routes.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { MailParts } from '../deps.ts';
import { SUBSCRIBER_PURPOSE, UNSUBSCRIBE_PATH, UNSUBSCRIBE_PURPOSE } from '../keys.ts';
import type { Letter, Subscription } from '../service.ts';

/** Ours are about 200 characters. */
const MAX_SEALED_CHARS = 1_000;

/** Links of earlier versions name the topic `scene`. */
const sealedShape = v.pipe(
  v.object({ subscriber: v.string(), scene: v.picklist(MAIL_TOPICS), email: v.string() }),
  v.transform(({ scene: topic, ...rest }) => ({ ...rest, topic })),
);
type Sealed = v.InferInput<typeof sealedShape>;

/** `a•••@example.com` */
function mask(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`;
}

/** Addresses that differ in case are one mailbox. */
async function subscriberOf({ keyring }: Pick<MailParts, 'keyring'>, email: string): Promise<string> {
  return toHex(await keyring.mac(SUBSCRIBER_PURPOSE, email.trim().toLowerCase()));
}

async function openSealed({ keyring }: MailParts, d: string): Promise<v.InferOutput<typeof sealedShape>> {
  const refusal = new AppError('invalid_argument', { reason: 'unknown_link', field: 'd' });
  if (d === '' || d.length > MAX_SEALED_CHARS) throw refusal;
  const text = await keyring.open(UNSUBSCRIBE_PURPOSE, d);
  if (text === null) throw refusal;
  const parsed = v.safeParse(sealedShape, JSON.parse(text));
  if (!parsed.success) throw refusal;
  return parsed.output;
}

export async function isSubscribed(parts: MailParts, email: string, topic: MailTopic): Promise<boolean> {
  return unwrap(await parts.subscriptions.getByName(await subscriberOf(parts, email)).subscribed(topic));
}

/**
 * The unsubscribe link of a letter: a page for people, and the headers of RFC 2369 and RFC 8058 for mail programs.
 */
export async function unsubscribeLink(
  parts: MailParts,
  { to, locale }: Pick<Letter, 'to' | 'locale'>,
  topic: MailTopic,
): Promise<{ pageUrl: string; headers: Readonly<Record<string, string>> }> {
  const sealed: Sealed = { subscriber: await subscriberOf(parts, to), scene: topic, email: mask(to) };
  const query = `?d=${await parts.keyring.seal(UNSUBSCRIBE_PURPOSE, JSON.stringify(sealed))}`;
  return {
    pageUrl: `${parts.appOrigin}${joinLocale(locale, href('site.unsubscribe'))}${query}`,
    headers: {
      'List-Unsubscribe': `<${parts.appOrigin}${UNSUBSCRIBE_PATH}${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** Changes nothing: mail programs and scanners follow every link. @throws AppError invalid_argument */
export async function subscription(parts: MailParts, d: string): Promise<Subscription> {
  const { subscriber, topic, email } = await openSealed(parts, d);
  return { email, topic, subscribed: unwrap(await parts.subscriptions.getByName(subscriber).subscribed(topic)) };
}

/** Repeating it changes nothing. @throws AppError invalid_argument */
export async function subscribe(parts: MailParts, d: string, subscribed: boolean): Promise<Subscription> {
  const { subscriber, topic, email } = await openSealed(parts, d);
  return {
    email,
    topic,
    subscribed: unwrap(await parts.subscriptions.getByName(subscriber).setSubscribed(topic, subscribed)),
  };
}
