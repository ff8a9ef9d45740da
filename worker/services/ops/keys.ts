/** Names and limits of ops. */

/** The DeskObject of messages. */
export const INBOX_NAME = 'desk';

/** The DeskObject that counts downloads. */
export const DOWNLOADS_NAME = 'downloads';

/** Keyring: digests of senders and of messages. */
export const SENDER_PURPOSE = 'ops.sender';

export const HOUR_WINDOW_SECONDS = 3_600;
export const DAY_WINDOW_SECONDS = 86_400;

/** Notices to the operators in 24 hours; further messages are in the inbox alone. */
export const LETTERS_PER_DAY = 200;

/** A notice that could not be sent in this time is dropped: the message stays in the inbox. */
export const LETTER_TTL_MS = 7 * 86_400_000;

/** How long an isolate caches the counts of downloads, ms. */
export const COUNTS_FRESH_MS = 60_000;

/** Captcha action of the contact form. */
export const CONTACT_ACTION = 'POST:/contact-us';

/** Largest page of messages. */
export const MESSAGES_PAGE = 100;

/** The DeskObject that counts events: a separate object, so that a flood of events does not slow the inbox. */
export const EVENTS_NAME = 'events';
/** Counted events of one day; further ones are dropped. */
export const EVENTS_PER_DAY = 1_000_000;
/** Rows of one answer. */
export const EVENT_ROWS = 1_000;

/** Counter of new accounts, for sums of hours. */
export const SIGN_UPS_KIND = 'sign-ups';

/** Metrics of hourly totals that are counted from the books. */
export const PAYMENTS_METRIC = 'payments';
export const REVENUE_METRIC = 'revenue';
export const REFUNDS_METRIC = 'refunds';
