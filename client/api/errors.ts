/** The error of a failed call in the browser: name and number of the catalogue, and its message for the user. */
import { ERRORS, type ErrorName, isErrorName, ownErrorName } from '#shared/error-catalogue.ts';
import type { ReceivedError } from '#shared/error-message.ts';

/** The name of an error body: its own, else that of its number. */
function nameOf(received: ReceivedError): ErrorName {
  if (isErrorName(received.error)) return received.error;
  return ownErrorName(received.error_code) ?? 'unknown';
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
