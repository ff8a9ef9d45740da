/** What a letter may be about. A new kind: a row here, its words in letter-words.ts, a text message in text-words.ts if it needs its own. */
export const LETTER_KINDS = [
  /** A code to make an account with. */
  'sign-up-code',
  /** A code to sign in with, or to make an account. */
  'sign-in-code',
  /** A code to choose a new password with. */
  'reset-code',
  /** Instead of that code: nobody has an account with this address. */
  'reset-nobody',
  /** A code that proves a new address or number of an account. */
  'change-code',
  /** Tells the owner that the password was changed. */
  'password-changed',
  /** Tell the owner that the ways in changed. */
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  /** Tell the owner what was changed about the account (account-words.ts). */
  'email-changed',
  'phone-changed',
  'new-device',
  'account-frozen',
  'account-closing',
  /** Tells the operators that somebody wrote to them; `about` is its topic, never their words. */
  'desk-message',
  /** Hints for somebody new; nobody has to get it (subscription-letters.ts). */
  'welcome',
] as const;
