/**
 * Names and bounds that mail uses: its event, its object, its keyring purpose.
 */
export const MAIL_SEND = 'mail.send';
export const LETTER_PURPOSE = 'mail.letter';

/** Names the object of an address, so that no object is called by an address. */
export const SUBSCRIBER_PURPOSE = 'mail.subscriber';
/** Seals who may stop what: the `d` of an unsubscribe link. It never ends: a letter may be read years later. */
export const UNSUBSCRIBE_PURPOSE = 'mail.unsubscribe';
export const UNSUBSCRIBE_PATH = '/mail/v1/unsubscribe';

/** One object holds everything captured: a demo has few people. */
export const MAILBOX_NAME = 'mailbox';
/** Mails the capture driver keeps; the oldest go first. */
export const MAILBOX_MAILS = 200;

/** Longest a driver may take for one mail; after it the news waits for the next try. */
export const SEND_TIMEOUT_MS = 10_000;
