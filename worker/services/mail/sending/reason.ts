/** Why a relay did not take a letter, for operators and the log. */

const REASON_CHARS = 160;
/** Of an error that are read. */
const ERROR_CHARS = 1_000;

/** Without addresses and long numbers: a mail service may repeat those of the letter. */
export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .slice(0, ERROR_CHARS)
    .replace(/^mail was not sent: /, '')
    .replace(/(?<![^\s@])[^\s@]+@[^\s@]+/g, '…')
    .replace(/\d{6,}/g, '…')
    .replace(/\s+/g, ' ')
    .slice(0, REASON_CHARS);
