/**
 * The error a call ends with in the browser: the catalogue's name and number, the sentence for the person.
 */
import { chooseMessage, ERRORS, type ErrorName, isErrorName, type ReceivedError } from '#shared/errors.ts';

export class ApiError extends Error {
  readonly errorName: ErrorName;
  readonly code: number;
  /** Path of the call, as the spec's `error_uri`. */
  readonly errorUri: string;
  readonly received: ReceivedError;

  constructor(received: ReceivedError, errorUri: string, options?: { cause?: unknown }) {
    const errorName = isErrorName(received.error) ? received.error : 'unknown';
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

/** The sentence a person reads for anything that was thrown. */
export function sentenceOf(error: unknown, translate: (key: string) => string): string {
  if (!(error instanceof ApiError)) return translate('errors.default');
  const { error_description: described } = error.received;
  // The server chose the sentence in the person's language already; only kinds without words are chosen here.
  if (typeof described === 'string' && described !== '' && error.errorName !== 'unreachable') return described;
  return chooseMessage(error.received, translate);
}
