/** A notice about the account, as an event: the person learns of a change, also of one by another person. */
import type { CallContext } from '#worker/platform/request.ts';
import type { Letter, LetterKind, MailEvent } from '#worker/services/mail/index.ts';
import type { AuthParts } from '../deps.ts';
import { NOTICE_LIFETIME_MS } from '../keys.ts';

/**
 * By mail; a person without an e-mail address gets a text message.
 * @returns null when this installation cannot reach the person
 */
export async function letterTo(
  parts: Pick<AuthParts, 'mail'>,
  person: { email: string; phone: string },
  letter: Pick<Letter, 'kind' | 'path' | 'dateMs' | 'about' | 'movedTo'>,
  call: Pick<CallContext, 'locale' | 'nowMs'>,
): Promise<MailEvent | null> {
  const { mail } = parts;
  const byMail = person.email !== '';
  if (byMail ? !mail.ready : person.phone === '' || !mail.textReady) return null;
  const event = await mail.prepare({
    ...letter,
    channel: byMail ? 'mail' : 'sms',
    to: byMail ? person.email : person.phone,
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
