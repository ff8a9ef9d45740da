/** Names and bounds of the desk. */

/** The one desk of the installation. */
export const DESK_NAME = 'desk';

/** DeskObject that counts downloads: apart, for the same reason. */
export const DOWNLOAD_DESK = 'downloads';

/** Keyring: digests of whoever writes, and of what was written. */
export const SENDER_PURPOSE = 'ops.sender';

export const HOUR_WINDOW_SECONDS = 3_600;
export const DAY_WINDOW_SECONDS = 86_400;

/** Letters to the operators in 24 hours; what comes after waits on the desk alone. */
export const LETTERS_PER_DAY = 200;

/** A letter that could not leave within this long is thrown away: the message stays on the desk. */
export const LETTER_LIFE_MS = 7 * 86_400_000;

/** How long an isolate keeps the counts of downloads, ms. */
export const COUNTS_FRESH_MS = 60_000;

/** What a captcha token of the contact form opens. */
export const CONTACT_ACTION = 'POST:/contact-us';

/** Messages of one page; longer ones are capped. */
export const MESSAGES_PAGE = 100;

/** DeskObject that counts events: apart from messages, so that a flood of one does not slow the other. */
export const EVENT_DESK = 'events';
/** Counts of one day; what comes after is lost, whoever sends it. */
export const EVENTS_PER_DAY = 1_000_000;
/** Rows that one answer tells. */
export const EVENT_ROWS = 1_000;
