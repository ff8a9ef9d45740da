/**
 * Shapes of mail that more than one tier uses. Letters are written and sent in worker/services/mail alone.
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

/** Topics that a person may unsubscribe from; letters of no topic (codes, changes of an account) cannot be stopped. */
export const MAIL_TOPICS = [
  /** Hints on using the drive. */
  'tips',
  /** Files that came in by a link that collects them. */
  'collect',
  /** Invitations to folders of other people, and offers of them. */
  'common',
] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];
