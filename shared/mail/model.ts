/**
 * Shapes of mail that more than one tier knows. Letters are written and sent in worker/services/mail alone.
 */

/** One mail that the capture driver kept instead of sending it. */
export interface CapturedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers besides the usual ones: how to stop letters of its scene. */
  readonly headers: Readonly<Record<string, string>>;
  /** Wire time. */
  readonly sent_at: string;
}

/** What a person may stop getting; letters of no scene (codes, what changed about an account) cannot be stopped. */
export const MAIL_TOPICS = [
  /** Hints on using the drive. */
  'tips',
] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];
