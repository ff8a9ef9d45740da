/**
 * Choices of an address: categories and quiet hours. `d` of an unsubscribe link seals the hash of an address, a category and a masked
 * address: its holder may stop or allow that category of that address and nothing else. It never expires; only our key can make one.
 */
import * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { joinLocale } from '#shared/locale/path.ts';
import { MAIL_SCOPES, type MailChoices, type MailScope, type MailTopic } from '#shared/mail/model.ts';
import type { QuietHours } from '#shared/mail/quiet-hours.ts';
import { href } from '#shared/routes.ts';
import { toHex } from '#worker/platform/crypto.ts';
import type { MailParts } from '../deps.ts';
import { SUBSCRIBER_PURPOSE, UNSUBSCRIBE_PATH, UNSUBSCRIBE_PURPOSE } from '../keys.ts';
import type { Letter, Subscription } from '../service.ts';
import type { StoredChoices } from '../subscription.object.ts';

/** Ours are about 200 characters. */
const MAX_SEALED_CHARS = 1_000;

/** Links of earlier letters stop a part of sharing alone. */
const sealedShape = v.pipe(
  v.object({ subscriber: v.string(), scene: v.picklist(MAIL_SCOPES), email: v.string() }),
  v.transform(({ scene: scope, ...rest }) => ({ ...rest, scope })),
);
type Sealed = v.InferInput<typeof sealedShape>;

/** `a•••@example.com` */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  return `${Array.from(email)[0] ?? ''}•••${email.slice(at)}`;
}

/** Addresses that differ in case are one mailbox. */
export async function subscriberOf({ keyring }: Pick<MailParts, 'keyring'>, email: string): Promise<string> {
  return toHex(await keyring.mac(SUBSCRIBER_PURPOSE, mailAddressIn(email).toLowerCase()));
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

/** The choices of an address about a letter. @param scope  its category, or a part of it */
export async function rulesFor(
  parts: Pick<MailParts, 'subscriptions'>,
  subscriber: string,
  scope: MailScope,
): Promise<{ subscribed: boolean; quiet: QuietHours | null }> {
  return unwrap(await parts.subscriptions.getByName(subscriber).rulesFor(scope));
}

/**
 * The unsubscribe link of a letter: a page for people, and the headers of RFC 2369 and RFC 8058 for mail programs.
 */
export async function unsubscribeLink(
  parts: MailParts,
  { to, locale }: Pick<Letter, 'to' | 'locale'>,
  topic: MailTopic,
): Promise<{ pageUrl: string; headers: Readonly<Record<string, string>> }> {
  const sealed: Sealed = { subscriber: await subscriberOf(parts, to), scene: topic, email: maskedAddress(to) };
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
  const { subscriber, scope, email } = await openSealed(parts, d);
  return { email, scope, subscribed: unwrap(await parts.subscriptions.getByName(subscriber).subscribed(scope)) };
}

/** Repeating it changes nothing. @throws AppError invalid_argument */
export async function subscribe(parts: MailParts, d: string, subscribed: boolean): Promise<Subscription> {
  const { subscriber, scope, email } = await openSealed(parts, d);
  return {
    email,
    scope,
    subscribed: unwrap(await parts.subscriptions.getByName(subscriber).setSubscribed(scope, subscribed)),
  };
}

/** The choices of an address; one without a choice gets every category at any time. */
export async function choicesOf(parts: MailParts, email: string): Promise<StoredChoices> {
  return unwrap(await parts.subscriptions.getByName(await subscriberOf(parts, email)).choices());
}

/** Repeating it changes nothing. */
export async function saveChoices(
  parts: MailParts,
  email: string,
  change: { topics: Partial<MailChoices>; quiet: QuietHours | null },
): Promise<StoredChoices> {
  return unwrap(await parts.subscriptions.getByName(await subscriberOf(parts, email)).save(change));
}

/** A person's new address takes over what the former one had. */
export async function moveChoices(parts: MailParts, from: string, to: string): Promise<void> {
  const { subscriptions } = parts;
  const choices = unwrap(await subscriptions.getByName(await subscriberOf(parts, from)).exportChoices());
  unwrap(await subscriptions.getByName(await subscriberOf(parts, to)).adopt(choices));
}
