/** A notice about the account, as an event: the person learns of a change, also of one by another person. */
import type { LetterKind } from '#shared/mail/letter-kinds.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Channel, Letter, MailEvent } from '#worker/services/mail/index.ts';
import type { AuthParts } from '../deps.ts';
import { NOTICE_LIFETIME_MS } from '../keys.ts';

/** By which a code or a letter reaches the person: by mail, else by text message. Null where neither does. */
export function channelTo(
  mail: Pick<AuthParts['mail'], 'ready' | 'textReady'>,
  { email, phone }: { readonly email: string; readonly phone: string },
): Channel | null {
  if (email !== '' && mail.ready) return 'mail';
  return phone !== '' && mail.textReady ? 'sms' : null;
}

/** @returns null when this installation cannot reach the person */
export async function letterTo(
  parts: Pick<AuthParts, 'mail'>,
  person: { email: string; phone: string },
  letter: Pick<Letter, 'kind' | 'path' | 'dateMs' | 'about' | 'movedTo'>,
  call: Pick<CallContext, 'locale' | 'nowMs'>,
): Promise<MailEvent | null> {
  const { mail } = parts;
  const channel = channelTo(mail, person);
  if (channel === null) return null;
  const event = await mail.prepare({
    ...letter,
    channel,
    to: channel === 'mail' ? person.email : person.phone,
    locale: call.locale,
    code: '',
    writtenMs: call.nowMs,
    untilMs: call.nowMs + NOTICE_LIFETIME_MS,
  });
  return withKind(event, letter.kind, letter.dateMs ?? call.nowMs);
}

/** A letter; only a notification in the drive where none reaches the person. */
export async function noticeTo(...notice: Parameters<typeof letterTo>): Promise<MailEvent> {
  const [, , { kind, dateMs }, call] = notice;
  const unsent: MailEvent = { event: 'mail.send', payload: { sealed: '' } };
  return (await letterTo(...notice)) ?? withKind(unsent, kind, dateMs ?? call.nowMs);
}

/** Its kind is not sealed, for features on the right: the drive notifies the person too. */
export function withKind({ event, payload }: MailEvent, kind: LetterKind, dateMs: number): MailEvent {
  return { event, payload: { ...payload, kind, dateMs } };
}
