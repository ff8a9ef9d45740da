/**
 * Shapes of mail that more than one tier uses. Letters are written and sent in worker/services/mail alone.
 */

/** One mail that the capture driver kept instead of sending it. */
export interface CapturedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Headers besides the usual ones: how to stop letters of its category. */
  readonly headers: Readonly<Record<string, string>>;
  /** Wire time. */
  readonly sent_at: string;
}

/**
 * Categories of letters that a person may switch off. Codes, letters on the security of the account, receipts, failed payments and
 * decisions on links belong to none: they are always sent.
 */
export const MAIL_TOPICS = [
  /** The end of premium or of storage. */
  'account',
  /** Invitations, files that came in, links that end. */
  'sharing',
  /** A link was opened for the first time. */
  'opened',
  /** Storage or traffic that is nearly used up. */
  'storage',
  /** Hints, rewards and new features. */
  'tips',
] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** Categories of which letters are sent only to a person who asked for them. */
export const ASKED_TOPICS = ['opened'] as const satisfies readonly MailTopic[];

export function isAskedTopic(scope: MailScope): boolean {
  return ASKED_TOPICS.some((topic) => topic === scope);
}

/** Parts of `sharing` that the links of earlier letters are for: files that came in, and invitations. */
export const MAIL_PARTS = ['collect', 'common'] as const;

/** The scope of an unsubscribe link. */
export const MAIL_SCOPES = [...MAIL_TOPICS, ...MAIL_PARTS] as const;
export type MailScope = (typeof MAIL_SCOPES)[number];

/** Which categories an address gets. */
export type MailChoices = Readonly<Record<MailTopic, boolean>>;
