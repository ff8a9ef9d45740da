/**
 * Puts a message into the operators' inbox. Visitors pass the human check first; each sender has a budget, and all senders together.
 * The same text of the same sender within a day is one message.
 */
import { isEmail } from '#shared/auth/rules.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import {
  cleanMessage,
  MESSAGE_MAX_CHARS,
  type MessageKind,
  type MessageTopic,
  TOPIC_KEYS,
} from '#shared/ops/messages.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import { type Keyring, toHex } from '#worker/platform/crypto.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerSubjects } from '#worker/services/shield/index.ts';
import type { MessageBudget } from '../desk/budgets.ts';
import { CONTACT_ACTION, DAY_WINDOW_SECONDS, HOUR_WINDOW_SECONDS, LETTER_TTL_MS, SENDER_PURPOSE } from '../keys.ts';
import type { InboxDeps } from './deps.ts';
import { inboxOf } from './part.ts';

/** A message as sent. */
export interface MessageInput {
  readonly kind: MessageKind;
  readonly topic: MessageTopic;
  readonly message: string;
  /** '' for the address of the account; visitors must give one. */
  readonly email: string;
  /** Of visitors; '' for none. */
  readonly captchaToken: string;
}

export interface SentMessage {
  readonly id: string;
  readonly createdMs: number;
}

/** @throws AppError invalid_argument, with its own text */
function checkInput(written: MessageInput, needsEmail: boolean): { message: string; email: string } {
  const email = mailAddressIn(written.email);
  if (email === '' ? needsEmail : !isEmail(email))
    throw new AppError('invalid_argument', { field: 'email', reason: 'format', messageKey: 'ops.contact.error.email' });
  const message = cleanMessage(written.message);
  if (message === '')
    throw new AppError('invalid_argument', {
      field: 'message',
      reason: 'empty',
      messageKey: 'ops.contact.error.empty',
    });
  if (message.length > MESSAGE_MAX_CHARS)
    throw new AppError('invalid_argument', {
      field: 'message',
      reason: 'too_long',
      messageKey: 'ops.contact.error.long',
      messageParams: { max: String(MESSAGE_MAX_CHARS) },
    });
  return { message, email };
}

/** Budgets of a message: of the person, or of the visitor's address and device; then of all callers of that kind. */
export async function budgetsOf(
  { keyring, limits }: { keyring: Keyring; limits: Pick<LimitsConfig, 'messagesPerHour' | 'messagesPerDay'> },
  caller: Caller | null,
  call: CallContext,
): Promise<readonly MessageBudget[]> {
  const who = callerSubjects(call);
  const payers = caller ? [`person:${caller.userId}`] : [who.address, who.device].filter((name) => name !== '');
  const own = await Promise.all(
    payers.map(
      async (payer): Promise<MessageBudget> => ({
        subject: toHex(await keyring.mac(SENDER_PURPOSE, payer)),
        limit: limits.messagesPerHour,
        windowSeconds: HOUR_WINDOW_SECONDS,
        of: 'caller',
      }),
    ),
  );
  // Separate, so that a flood of visitors does not stop people with an account.
  const crowd = caller ? 'people' : 'visitors';
  return [...own, { subject: crowd, limit: limits.messagesPerDay, windowSeconds: DAY_WINDOW_SECONDS, of: 'crowd' }];
}

/**
 * Puts a message into the operators' inbox, once for the same text within a day.
 * @param caller  null for a visitor, who needs a captcha token for `CONTACT_ACTION`
 * @throws AppError unauthenticated, invalid_argument (`email`, `message`), captcha_required, captcha_invalid,
 * too_many_requests; each with its own text
 */
export async function sendMessage(
  deps: InboxDeps,
  written: MessageInput,
  caller: Caller | null,
  call: CallContext,
): Promise<SentMessage> {
  const { message, email } = checkInput(written, caller === null);
  const own = caller ? (await deps.auth.exportAccount(caller)).person.email : '';
  const { kind, topic } = written;
  const sender = caller ? caller.userId : email.toLowerCase();
  const digest = toHex(await deps.keyring.mac(SENDER_PURPOSE, JSON.stringify([kind, sender, email, topic, message])));
  const inbox = inboxOf(deps);
  const earlier = async (): Promise<SentMessage | null> => unwrap(await inbox.accepted(digest));
  const before = await earlier();
  if (before) return before;
  if (!caller) {
    try {
      await deps.shield.spendCaptcha(
        { token: written.captchaToken, action: CONTACT_ACTION, deviceId: call.deviceId },
        call,
      );
    } catch (error) {
      // The form was sent twice concurrently, and the other request has spent the token.
      const stored = await earlier();
      if (stored) return stored;
      throw error;
    }
  }
  const nowMs = deps.clock.nowMs();
  return unwrap(
    await inbox.put({
      message: {
        id: newWireId(),
        kind,
        topic,
        message,
        userId: caller?.userId ?? '',
        email: email || own,
        locale: call.locale,
      },
      digest,
      budgets: await budgetsOf(deps, caller, call),
      keepMs: deps.limits.messageTtlSeconds * SECOND_MS,
      letter: await letterOf(deps, topic, nowMs),
    }),
  );
}

/** Notice of a new message with its topic and a link. The text itself stays in the inbox, where it expires. */
async function letterOf({ mail, contactMail }: InboxDeps, topic: MessageTopic, nowMs: number) {
  if (contactMail === '' || !mail.ready) return null;
  const messages = loadMessages(DEFAULT_LOCALE);
  return mail.prepare({
    kind: 'desk-message',
    to: contactMail,
    locale: DEFAULT_LOCALE,
    code: '',
    about: makeTranslator(DEFAULT_LOCALE, messages, messages).t(TOPIC_KEYS[topic]),
    writtenMs: nowMs,
    untilMs: nowMs + LETTER_TTL_MS,
  });
}
