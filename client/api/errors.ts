/** The error of a failed call in the browser: name and number of the catalogue, and its message for the user. */
import {
  chooseMessage,
  ERRORS,
  type ErrorName,
  errorNameByCode,
  isErrorName,
  type ReceivedError,
} from '#shared/errors.ts';

/** From this number on a code belongs to one failure (spec section 8). */
const FIRST_OWN_CODE = 17;

/** The name of an error body: its own, else that of its number. */
function nameOf(received: ReceivedError): ErrorName {
  if (isErrorName(received.error)) return received.error;
  const code = Number(received.error_code);
  return (code >= FIRST_OWN_CODE ? errorNameByCode(code) : null) ?? 'unknown';
}

export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly code: number;
  /** Path of the call, as the spec's `error_uri`. */
  readonly errorUri: string;
  readonly received: ReceivedError;

  constructor(received: ReceivedError, errorUri: string, options?: { cause?: unknown }) {
    const errorName = nameOf(received);
    super(typeof received.error_description === 'string' ? received.error_description : errorName, options);
    this.name = 'ApiError';
    this.errorName = errorName;
    this.code = Number(received.error_code ?? ERRORS[errorName].code);
    this.errorUri = errorUri;
    this.received = received;
  }
}

/** A network failure: nothing came back (spec 7.5). */
export function unreachable(errorUri: string, cause?: unknown): ApiError {
  return new ApiError({ error: 'unreachable', error_code: ERRORS.unreachable.code }, errorUri, { cause });
}

/** The message of any thrown value for the user; order of `chooseMessage`. */
export function sentenceOf(error: unknown, translate: (key: string) => string): string {
  return error instanceof ApiError ? chooseMessage(error.received, translate) : translate('errors.default');
}
