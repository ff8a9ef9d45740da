/** The kinds of letters. Data alone. */

/** Subjects of letters. A new kind: a row here, its texts in worker/services/mail/letter, its placeholders in letter-changes.ts. */
export const LETTER_KINDS = [
  /** A code to sign up. */
  'sign-up-code',
  /** A code to sign in or to sign up. */
  'sign-in-code',
  /** A code to reset a password. */
  'reset-code',
  /** Instead of that code: no account has this address. */
  'reset-nobody',
  /** A code that proves a new address or number of an account. */
  'change-code',
  /** Informs the owner that the password was changed. */
  'password-changed',
  /** Inform the owner that second factors, passkeys or linked providers changed. */
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'app-password-made',
  'provider-linked',
  'provider-removed',
  /** Inform the owner of a change of the account. */
  'email-changed',
  'phone-changed',
  'new-device',
  'account-frozen',
  'account-blocked',
  'account-unblocked',
  'account-reset',
  'account-closing',
  /** An operator removes second factor and passkeys on `dateMs`; `path` stops it. */
  'factors-leaving',
  'factors-removed',
  /** An operator invites to open an account; `path` holds the link, `dateMs` is its end. */
  'account-invited',
  /** Informs the operators of a new message; `about` is its topic, never its text. */
  'desk-message',
  /** Informs the operators that reported links wait. */
  'desk-reports',
  /** Inform the owner of a link of a decision about it; `about` is its ground. */
  'link-closed',
  'link-opened',
  'link-upheld',
  /** Informs a person who reported a link that it was looked at. */
  'report-answered',
  /** The receipt of an order; `about` is the product and its price. */
  'receipt',
  /** A renewal was not paid; `dateMs` is the end of the plan without a payment. */
  'renewal-failed',
  /** Premium, or storage of the size `about`, ends on `dateMs`, or has ended then. */
  'plan-ends',
  'plan-ended',
  /** A person sends a link to any address; `about` is the public name, '' while it is masked. */
  'link-sent',
  /** Links that a person made end by `dateMs`; `about` is their number. */
  'links-end',
  /** A visitor opened a link for the first time. */
  'link-visited',
  /** Files came in by a link that collects them; `about` is their number. */
  'files-collected',
  /** Storage, or traffic of the month (`about`: upload, offline or download), is nearly used up. */
  'storage-full',
  'traffic-full',
  /** A person was invited to a folder or file, or is offered a folder. */
  'invited',
  'folder-offered',
  /** An invited person has brought days of premium; `about` is their number. */
  'reward-granted',
  /** Hints for a new person, who may unsubscribe. */
  'welcome',
] as const;

export type LetterKind = (typeof LETTER_KINDS)[number];

/** Kinds that an installation without offers does not send. */
export const OFFER_LETTERS: ReadonlySet<LetterKind> = new Set<LetterKind>([
  'plan-ends',
  'plan-ended',
  'reward-granted',
]);
