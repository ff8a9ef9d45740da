/**
 * Which sentence a person reads for an error that came over the wire. Pure, for browser and server alike.
 * @source spec section 8, "Message choice order"
 */
import { ERRORS, type ErrorName, errorNameByCode, isErrorName } from './error-catalogue.ts';

/** An error body as received: every field is the sender's word and may be missing. */
export interface ReceivedError {
  readonly error?: unknown;
  readonly error_code?: unknown;
  readonly error_description?: unknown;
  readonly error_details?: unknown;
  readonly details?: unknown;
}

/** Names whose own text replaces the text of their number. */
const KIND_KEYS: Readonly<Partial<Record<ErrorName, string>>> = {
  captcha_invalid: 'errors.too_frequent',
  unreachable: 'errors.unreachable',
};

/** Whether the reader picks the text by name alone, so that a text of the sender would only stand in its way. */
export function hasKindText(name: ErrorName): boolean {
  return KIND_KEYS[name] !== undefined;
}

/** From this number on a code belongs to one failure; below it are the shared standard codes. */
const FIRST_OWN_CODE = 17;

function detailMessage(details: unknown): string | null {
  if (!Array.isArray(details)) return null;
  for (const entry of details as readonly unknown[]) {
    if (typeof entry !== 'object' || entry === null || !('message' in entry)) continue;
    if (typeof entry.message === 'string' && entry.message !== '') return entry.message;
  }
  return null;
}

function kindKey(error: ReceivedError): string | null {
  if (!isErrorName(error.error)) return null;
  const special = KIND_KEYS[error.error];
  if (special !== undefined) return special;
  const row = ERRORS[error.error];
  // A name such as file_space_not_enough shares its number with an earlier row, whose text says too little or something else.
  const isOwnName = errorNameByCode(row.code) !== error.error;
  return isOwnName ? row.messageKey : null;
}

/** Texts every page carries for errors: with these alone a person still reads a sentence of their language. */
export const BASE_ERROR_KEYS = ['errors.default', 'errors.too_frequent', 'errors.unreachable', 'errors.local'] as const;

/**
 * Details first, then the kind of error, then codes of 17 and above, else the default text with error and description in brackets.
 * @param translate  `translator.text`
 * @param defaultText  what the form says when nothing better is known
 * @param has  `translator.has`; a text it denies is passed over, so that a page may carry only BASE_ERROR_KEYS
 */
export function chooseMessage(
  error: ReceivedError,
  translate: (key: string) => string,
  defaultText: string = translate('errors.default'),
  has: (key: string) => boolean = () => true,
): string {
  const told = detailMessage(error.error_details) ?? detailMessage(error.details);
  if (told !== null) return told;
  const kind = kindKey(error);
  if (kind !== null && has(kind)) return translate(kind);
  const code = Number(error.error_code);
  const name = Number.isInteger(code) && code >= FIRST_OWN_CODE ? errorNameByCode(code) : null;
  if (name !== null && has(ERRORS[name].messageKey)) return translate(ERRORS[name].messageKey);
  const words = [error.error, error.error_description].filter((word) => typeof word === 'string' && word !== '');
  return words.length === 0 ? defaultText : `${defaultText} [${words.join(': ')}]`;
}
