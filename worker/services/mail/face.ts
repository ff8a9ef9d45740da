/**
 * Face of mail: letters that other rooms may have sent. Types only.
 */
import type { Locale } from '#shared/locale/tags.ts';
import type { CapturedMail } from '#shared/mail/model.ts';

export type LetterKind =
  /** A code to make an account with. */
  | 'sign-up-code'
  /** A code to sign in with, or to make an account. */
  | 'sign-in-code'
  /** A code to choose a new password with. */
  | 'reset-code'
  /** Instead of that code: nobody has an account with this address. */
  | 'reset-nobody'
  /** Tells the owner that the password was changed. */
  | 'password-changed';

export interface Letter {
  readonly kind: LetterKind;
  readonly to: string;
  readonly locale: Locale;
  /** Six digits; '' in letters without a code. */
  readonly code: string;
  /** When it was written, epoch ms. */
  readonly writtenMs: number;
  /** A letter that could not leave until then (epoch ms) is thrown away: its code would be over. */
  readonly untilMs: number;
}

/** What an object tells in the transaction that gives cause for the letter; its payload is sealed. */
export interface MailNews {
  readonly event: string;
  readonly payload: Record<string, unknown>;
}

export interface MailService {
  /** Whether letters can leave this installation at all. */
  readonly ready: boolean;
  /** A letter as news, readable for nobody but this room: outboxes hold neither codes nor addresses. */
  prepare(letter: Letter): Promise<MailNews>;
  /**
   * Sends what `prepare` made. Repeating it with the same id is one mail wherever the driver can tell.
   * @throws Error when the driver could not take it; the news stays in its outbox
   */
  deliver(item: { id: string; sealed: string }): Promise<void>;
  /** What the capture driver kept, newest first. @param to  '' for all */
  captured(to: string): Promise<readonly CapturedMail[]>;
}
