/**
 * The sentence a person reads for an error: of our own server, or received by a client. Pure, for browser and server alike.
 * @source spec section 8, "Message choice order"
 */
import { ERRORS, type ErrorName, errorNameByCode, isErrorName, ownErrorName, textByName } from './error-catalogue.ts';
import type { AppError } from './errors.ts';
import type { Params } from './locale/translator.ts';

/** An error body as received: every field may be missing or malformed. */
export interface ReceivedError {
  readonly error?: unknown;
  readonly error_code?: unknown;
  readonly error_description?: unknown;
  readonly error_details?: unknown;
  readonly details?: unknown;
}

/** An error with the body that a client received. */
interface ClientError {
  readonly received: ReceivedError;
}

type ServerError = Pick<AppError, 'errorName' | 'detail'>;
type Translate = (key: string, params?: Params) => string;

/** Texts every page carries for errors: with these alone a person still reads a sentence of their language. */
export const BASE_ERROR_KEYS = ['errors.default', 'errors.too_frequent', 'errors.unreachable', 'errors.local'] as const;

/** An error of our own as a client receives it. The text that it names replaces all others. */
function bodyOf({ errorName: name, detail }: ServerError, translate: Translate): ReceivedError {
  const { code, httpStatus, messageKey } = ERRORS[name];
  const description = translate(messageKey);
  const isHidden = httpStatus >= 500 && name !== 'storage_full';
  let message: string | null = isHidden || textByName(name) !== null ? null : description;
  // Sizes are shown by the body of the API alone; here the error's own text says it without them.
  if (detail?.messageKey !== undefined && detail.messageBytes === undefined)
    message = translate(detail.messageKey, detail.messageParams);
  return {
    error: name,
    error_code: code,
    error_description: description,
    details: message === null ? [] : [{ message }],
  };
}

function receivedOf(error: unknown, translate: Translate): ReceivedError {
  if (typeof error !== 'object' || error === null) return {};
  if ('received' in error) return (error as ClientError).received;
  return 'errorName' in error ? bodyOf(error as ServerError, translate) : {};
}

function detailMessage(details: unknown): string | null {
  if (!Array.isArray(details)) return null;
  for (const entry of details as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('message' in entry)) continue;
    if (typeof entry.message === 'string' && entry.message !== '') return entry.message;
  }
  return null;
}

function keyByName(name: ErrorName): string | null {
  // A name such as file_space_not_enough shares its number with an earlier row, whose text is less precise or wrong.
  const hasOwnText = errorNameByCode(ERRORS[name].code) !== name;
  return textByName(name) ?? (hasOwnText ? ERRORS[name].messageKey : null);
}

/**
 * Details first, then the name, then codes of 17 and above, else the default text with error and description in brackets.
 * @param error  an AppError, an error with the body that a client `received`, or anything that was thrown
 * @param translate  `translator.text`
 * @param defaultText  the form's own text for an unknown error
 * @param has  `translator.has`; a missing text is skipped, so that a page may carry only BASE_ERROR_KEYS
 */
export function messageOf(
  error: unknown,
  translate: Translate,
  defaultText: string = translate('errors.default'),
  has: (key: string) => boolean = () => true,
): string {
  const received = receivedOf(error, translate);
  const detail = detailMessage(received.error_details) ?? detailMessage(received.details);
  if (detail !== null) return detail;
  const key = isErrorName(received.error) ? keyByName(received.error) : null;
  if (key !== null && has(key)) return translate(key);
  // Whom to ask is in this sentence alone, and the server has written it in the language of the call.
  if (received.error === 'storage_full' && typeof received.error_description === 'string')
    return received.error_description;
  const name = ownErrorName(received.error_code);
  if (name !== null && has(ERRORS[name].messageKey)) return translate(ERRORS[name].messageKey);
  const details = [received.error, received.error_description].filter(
    (word) => typeof word === 'string' && word !== '',
  );
  return details.length === 0 ? defaultText : `${defaultText} [${details.join(': ')}]`;
}
