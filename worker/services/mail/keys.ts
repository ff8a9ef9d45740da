/** Names and limits of mail: event, object, keyring purposes. */
export const MAIL_SEND = 'mail.send';
/** A letter whose quiet hours ended; its payload is { id, sealed }. */
export const MAIL_HELD = 'mail.held';
export const LETTER_PURPOSE = 'mail.letter';

/** Makes the name of an address's object, so that no object is named by an address. */
export const SUBSCRIBER_PURPOSE = 'mail.subscriber';
/** Seals the `d` of an unsubscribe link. It never expires: a letter may be read years later. */
export const UNSUBSCRIBE_PURPOSE = 'mail.unsubscribe';
export const UNSUBSCRIBE_PATH = '/mail/v1/unsubscribe';

/** The log of an address. @param subscriber  keyed hash of the address, hex */
export function letterLogName(subscriber: string): string {
  return `letters-${subscriber.slice(0, 1)}`;
}

/** Names of all logs. */
export const LETTER_LOG_NAMES: readonly string[] = Array.from('0123456789abcdef', letterLogName);

/** One object stores all captured mails: a demo has few people. */
export const MAILBOX_NAME = 'mailbox';
/** Mails that the capture driver stores; it deletes the oldest. */
export const MAILBOX_MAILS = 200;

/** Longest time of one mail in a driver; after it the event waits for the next try. */
export const SEND_TIMEOUT_MS = 10_000;
