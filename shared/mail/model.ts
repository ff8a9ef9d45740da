/**
 * Shapes of mail that more than one tier knows. Letters are written and sent in worker/services/mail alone.
 */

/** One mail that the capture driver kept instead of sending it. */
export interface CapturedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Wire time. */
  readonly sent_at: string;
}
