/**
 * Face of mail: letters that other rooms may have sent. Types only.
 */
import type { Locale } from '#shared/locale/tags.ts';
import type { CapturedMail, MailTopic } from '#shared/mail/model.ts';
import type { LETTER_KINDS } from './letter/letter-kinds.ts';

export type LetterKind = (typeof LETTER_KINDS)[number];

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
  /** Where its link leads, from `/` on; default: the kind's own page. */
  readonly path?: string;
  /** What it tells of, in words of our own: browser and system of a device. */
  readonly about?: string;
  /** The day it tells of, epoch ms; default: when it was written. */
  readonly dateMs?: number;
  /** When it was written, epoch ms. */
  readonly writtenMs: number;
  /** A letter that could not leave until then (epoch ms) is thrown away: its code would be over. */
  readonly untilMs: number;
}

/** What an object tells in the transaction that gives cause for the letter; its payload is sealed. */
export interface MailEvent {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

/** Whether an address gets letters of a scene. */
export interface Subscription {
  /** Most of it hidden: whoever was forwarded a letter learns no address. */
  readonly email: string;
  readonly scene: MailTopic;
  readonly subscribed: boolean;
}

export interface MailService {
  /** Whether mails can leave this installation at all. */
  readonly ready: boolean;
  /** The same of text messages. */
  readonly textReady: boolean;
  /** A letter as news, readable for nobody but this room: outboxes hold neither codes nor addresses. */
  prepare(letter: Letter): Promise<MailEvent>;
  /**
   * Sends what `prepare` made. Repeating it with the same id is one mail wherever the driver can tell.
   * @throws Error when the driver could not take it; the news stays in its outbox
   */
  deliver(item: { id: string; sealed: string }): Promise<void>;
  /** What the capture driver kept, newest first. @param to  '' for all */
  captured(to: string): Promise<readonly CapturedMail[]>;
  /** What the link of a letter is about; asking changes nothing. @param d  sealed. @throws AppError invalid_argument */
  subscription(d: string): Promise<Subscription>;
  /** Stops letters of that scene, or lets them come again. @throws AppError invalid_argument */
  subscribe(d: string, subscribed: boolean): Promise<Subscription>;
}
