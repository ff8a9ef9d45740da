/**
 * Names and bounds that mail uses: its event, its object, its keyring purpose.
 */
export const MAIL_SEND = 'mail.send';
export const LETTER_PURPOSE = 'mail.letter';

/** One object holds everything captured: a demo has few people. */
export const MAILBOX_NAME = 'mailbox';
/** Mails the capture driver keeps; the oldest go first. */
export const MAILBOX_MAILS = 200;

/** Longest a driver may take for one mail; after it the news waits for the next try. */
export const SEND_TIMEOUT_MS = 10_000;
