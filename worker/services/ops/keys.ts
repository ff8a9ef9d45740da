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
/** Bytes stored, noted once a day: the newest one counts. */
export const STORED_METRIC = 'stored';

/** The DeskObject of reported links. */
export const REPORTS_NAME = 'reports';
/** Captcha action of a report. */
export const REPORT_ACTION = 'POST:/s/report';
/** Reports of one link that are stored; further ones say nothing new. */
export const REPORTS_PER_LINK = 200;
/** Files of one link that are stored as evidence. */
export const CASE_FILES = 200;
/** An open case without a decision is erased after its last report, with what it holds: 180 days. */
export const OPEN_CASE_TTL_MS = 180 * 86_400_000;
/** A case that left its link open: 180 days. */
export const CASE_TTL_MS = 180 * 86_400_000;
/** A case that closed its link, so that a court or its owner can still ask about it: 2 years. */
export const CLOSED_CASE_TTL_MS = 730 * 86_400_000;
/** Contents of a decided case that no drive holds any more stay this long, for an appeal: 30 days. */
export const DECIDED_HOLD_MS = 30 * 86_400_000;
/** Quarters that the page about reports shows: three years. */
export const COUNTED_QUARTERS = 12;
/** How long a link to a piece of evidence opens: 5 minutes. */
export const EVIDENCE_LINK_MS = 300_000;

/** Events of the desk of reported links. */
export const REPORT_FILED = 'ops.report-filed';
export const CASE_DECIDED = 'ops.case-decided';
