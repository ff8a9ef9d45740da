/** Service interface of mail: letters that other services send. */

import type { Locale } from '#shared/locale/tags.ts';
import type { LetterChanges, LetterPart } from '#shared/mail/letter-changes.ts';
import type { LetterKind } from '#shared/mail/letter-kinds.ts';
import type { CapturedMail, MailChoices, MailScope, MailTopic } from '#shared/mail/model.ts';
import type { QuietHours } from '#shared/mail/quiet-hours.ts';
import type { Returned } from './sending/log.store.ts';
import type { Outcome } from './sending/outcomes.ts';
import type { TestResult } from './sending/test-letter.ts';
import type { StoredChoices } from './subscription.object.ts';

/** `mail`: to an e-mail address. `sms`: to a number in E.164. */
export type Channel = 'mail' | 'sms';

export interface Letter {
  readonly kind: LetterKind;
  /** Default: `mail`. */
  readonly channel?: Channel;
  readonly to: string;
  readonly locale: Locale;
  /** Six digits; '' in letters without a code. */
  readonly code: string;
  /** Path of its link; default: the kind's own page. */
  readonly path?: string;
  /** Of a changed address: the new one, which takes over the choices of `to`. */
  readonly movedTo?: string;
  /** Its subject, never free text of a stranger: browser and system of a device, a public name. */
  readonly about?: string;
  /** Of storage or traffic that is nearly used up, bytes. */
  readonly usedBytes?: number;
  readonly limitBytes?: number;
  /** The day in its text, epoch ms; default: when it was written. */
  readonly dateMs?: number;
  /** When it was written, epoch ms. */
  readonly writtenMs: number;
  /** A letter that could not be sent until then (epoch ms) is dropped: its code has expired. */
  readonly untilMs: number;
}

/** The event that an object publishes in the transaction that causes the letter; its payload is sealed. */
export interface MailEvent {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/** A prepared letter on its way. */
export interface SealedLetter {
  /** Of the event that asked for it: a repeat is the same mail. */
  readonly id: string;
  readonly sealed: string;
  /** It waited for the end of quiet hours. Default: false. */
  readonly wasHeld?: boolean;
}

/** Whether an address gets letters of a category. */
export interface Subscription {
  /** Masked: a recipient of a forwarded letter learns no address. */
  readonly email: string;
  readonly scope: MailScope;
  readonly subscribed: boolean;
}

/** A letter that the relay did not take. */
export interface WaitingLetter {
  readonly id: string;
  /** '' for one that cannot be opened any more. */
  readonly kind: LetterKind | '';
  readonly writtenMs: number;
  /** Of the newest try, epoch ms. */
  readonly lastMs: number;
  readonly tries: number;
  /** The answer of the relay, without address and text. */
  readonly reason: string;
  /** It is given up then. */
  readonly untilMs: number;
  /** About; null: it was given up. */
  readonly nextMs: number | null;
}

export interface WaitingLetters {
  /** Of those that are tried again. */
  readonly count: number;
  /** Since when the first of them waits, epoch ms; null for none. */
  readonly sinceMs: number | null;
  /** Why the newest try failed; '' for none. */
  readonly reason: string;
  /** The oldest first, with those that were given up in the last day; not all of many. */
  readonly letters: readonly WaitingLetter[];
}

export interface MailService {
  /** Whether this installation can send mails. */
  readonly ready: boolean;
  /** Whether it can send text messages. */
  readonly textReady: boolean;
  /** A letter as an event that only mail can open: outboxes hold neither codes nor addresses. */
  prepare(letter: Letter): Promise<MailEvent>;
  /**
   * Sends a prepared letter, at most once an id; or keeps it until the quiet hours of its address end.
   * @returns whether it was accepted, now or before; false for one that is held or dropped, and where the answer was lost
   * @throws Error when the driver did not accept it; the event stays in its outbox
   */
  deliver(item: SealedLetter): Promise<boolean>;
  /**
   * From now on. @returns waits for the outcome of the next letter or message to an address; null when it is not known within seconds, and
   * at once where letters go out from another isolate
   */
  watch(to: string): () => Promise<Outcome | null>;
  /** Since when no mail is taken, epoch ms; null: the newest one was, or none was sent here. */
  failingSinceMs(): number | null;
  /** Letters that the relay did not take. */
  waiting(): Promise<WaitingLetters>;
  /** Tries one of them now. @throws AppError not_found */
  retryLetter(id: string): Promise<TestResult>;
  /** Takes one of them from the queue. @throws AppError not_found */
  dropLetter(id: string): Promise<void>;
  /** Sends a letter now and waits for the relay, at most 10 s. */
  sendTest(to: string): Promise<TestResult>;
  /**
   * A letter as it would be sent, and its category; '' for one that is always sent.
   * @param changes  instead of those that are published
   */
  preview(
    letter: Letter,
    changes?: LetterChanges,
  ): Promise<{ subject: string; text: string; html: string; topic: MailTopic | '' }>;
  /** The product's texts of a letter with their placeholders, in its language; '' for a part that it lacks. */
  templates(letter: Letter): Readonly<Record<LetterPart, string>>;
  /** The mails stored by the capture driver, newest first. @param to  '' for all */
  captured(to: string): Promise<readonly CapturedMail[]>;
  /** The subscription that an unsubscribe link is for; reading changes nothing. @param d  sealed. @throws AppError invalid_argument */
  subscription(d: string): Promise<Subscription>;
  /** Stops letters of that category, or allows them again. @throws AppError invalid_argument */
  subscribe(d: string, subscribed: boolean): Promise<Subscription>;
  /** The choices of an address. */
  choices(email: string): Promise<StoredChoices>;
  /** When mail to the address came back for good, and why; null when it does not. */
  returned(email: string): Promise<Returned | null>;
  /** When mail to the address last came back, epoch ms, also where it was resumed since; null for never in the last 30 days. */
  lastReturn(email: string): Promise<number | null>;
  /** Addresses that mail came back from since then, epoch ms, and when the first did. */
  countReturned(sinceMs: number): Promise<{ readonly count: number; readonly sinceMs: number | null }>;
  /** Sends mail to the address again. */
  resume(email: string): Promise<void>;
  /** Stores choices of an address; categories that are left out stay. Repeating it changes nothing. */
  saveChoices(
    email: string,
    change: { readonly topics: Partial<MailChoices>; readonly quiet: QuietHours | null },
  ): Promise<StoredChoices>;
}

/** A letter without a code that an event asks for. */
export interface Notice extends Omit<Letter, 'code' | 'untilMs'> {
  /** One that could not be sent for so long is dropped. */
  readonly lifeMs: number;
}

/** @param id  of the event: a repeat with it is the same mail. @returns as `deliver`. @throws Error when the mail was not accepted */
export async function sendNotice(
  mail: Pick<MailService, 'prepare' | 'deliver'>,
  id: string,
  { lifeMs, ...letter }: Notice,
): Promise<boolean> {
  const { payload } = await mail.prepare({ ...letter, code: '', untilMs: letter.writtenMs + lifeMs });
  return mail.deliver({ id, sealed: String(payload['sealed']) });
}
