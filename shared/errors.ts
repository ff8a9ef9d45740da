/**
 * The one error of the product: thrown as AppError, carried between services as plain ErrorData, sent by `errorBody`.
 * Rows live in error-catalogue.ts. No I/O; the HTTP Response is made in worker/edge/errors alone.
 */
import { ERRORS, type ErrorName, isErrorName, textByName } from './error-catalogue.ts';
import type { MessageKey } from './locale/keys.gen.ts';
import { DEFAULT_LOCALE, type Locale } from './locale/tags.ts';
import type { Params } from './locale/translator.ts';

export { ERROR_NAMES, ERRORS, type ErrorName, errorNameByCode, isErrorName } from './error-catalogue.ts';

/** Details of one failure beyond its definition. Plain data; never a secret: everything here reaches the caller unless the status is 5xx. */
export interface ErrorDetail {
  /** Machine word for the exact cause, e.g. `too_short`. */
  readonly reason?: string;
  /** Request field at fault, in wire spelling. */
  readonly field?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  /** Whole seconds to wait before trying again; also sent as Retry-After. */
  readonly retryInSeconds?: number;
  /** English sentence for developers; people read the row's text, or `messageKey`'s. */
  readonly message?: string;
  /** Text shown in place of the row's own. */
  readonly messageKey?: MessageKey;
  readonly messageParams?: Params;
  /** Numbers of bytes among the parameters of `messageKey`: shown in the units and the language of the reader. */
  readonly messageBytes?: Readonly<Record<string, number>>;
}

/** An error as it crosses a service binding or a Durable Object call. */
export interface ErrorData {
  readonly name: ErrorName;
  readonly detail?: ErrorDetail;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData };

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly errorName: ErrorName;
  readonly detail: ErrorDetail | undefined;

  constructor(errorName: ErrorName, detail?: ErrorDetail, options?: { cause?: unknown }) {
    super(detail?.message ?? errorName, options);
    this.errorName = errorName;
    this.detail = detail;
  }
}

export function isAppError(value: unknown): value is AppError {
  return value instanceof AppError;
}

/** Plain data of an error. Anything that is not an AppError becomes a bare `internal`: its words may hold secrets. */
export function toErrorData(err: unknown): ErrorData {
  if (!isAppError(err)) return { name: 'internal' };
  return err.detail === undefined ? { name: err.errorName } : { name: err.errorName, detail: err.detail };
}

/** Back to a throwable. A name this build does not know (a newer service answered) becomes `unknown`. */
export function fromErrorData(data: ErrorData): AppError {
  return isErrorName(data.name)
    ? new AppError(data.name, data.detail)
    : new AppError('unknown', { message: `unknown error name: ${String(data.name)}` });
}

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function fail(name: ErrorName, detail?: ErrorDetail): { readonly ok: false; readonly error: ErrorData } {
  return { ok: false, error: detail === undefined ? { name } : { name, detail } };
}

/** @throws AppError the failure a result carries */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw fromErrorData(result.error);
  return result.value;
}

/** Which of the two error bodies and numberings a path uses. */
export type ErrorHost = 'user' | 'drive';

export function errorCodeOf(name: ErrorName, host: ErrorHost): number {
  const row = ERRORS[name];
  return host === 'drive' ? (row.driveCode ?? row.code) : row.code;
}

export function httpStatusOf(name: ErrorName, host: ErrorHost): number {
  const row = ERRORS[name];
  return host === 'drive' ? (row.driveHttpStatus ?? row.httpStatus) : row.httpStatus;
}

const TYPE_PREFIX = 'type.googleapis.com/google.rpc.';

export type ErrorBodyEntry =
  | { readonly '@type': string; readonly stack_entries: readonly string[]; readonly detail: string }
  | {
      readonly '@type': string;
      readonly reason: string;
      readonly domain: string;
      readonly metadata: Readonly<Record<string, string>>;
      readonly retry_in?: number;
    }
  | { readonly '@type': string; readonly locale: string; readonly message: string };

/** The body of both hosts in one: readers of either find the names they look for. */
export interface ErrorBody {
  readonly error: ErrorName;
  readonly error_code: number;
  readonly error_url: string;
  readonly error_uri: string;
  readonly error_description: string;
  readonly error_details: readonly ErrorBodyEntry[];
  readonly details: readonly ErrorBodyEntry[];
}

export interface ErrorBodyContext {
  readonly host: ErrorHost;
  /** Path of the request, without query: it may hold a passcode. */
  readonly path: string;
  /** `translator.text` of the caller's language. */
  readonly translate: (key: string, params?: Params) => string;
  readonly locale?: Locale;
  /** Sizes in that language; absent: plain numbers. */
  readonly formatBytes?: (bytes: number) => string;
}

/** Parameters of `messageKey` as they are shown. */
function paramsOf({ detail }: ErrorData, { formatBytes = String }: ErrorBodyContext): Params | undefined {
  if (detail?.messageBytes === undefined) return detail?.messageParams;
  const sizes = Object.entries(detail.messageBytes).map(([name, bytes]) => [name, formatBytes(bytes)] as const);
  return { ...detail.messageParams, ...Object.fromEntries(sizes) };
}

function entriesOf({ name, detail }: ErrorData, message: string, context: ErrorBodyContext): ErrorBodyEntry[] {
  const entries: ErrorBodyEntry[] = [];
  if (detail?.message !== undefined) {
    entries.push({ '@type': `${TYPE_PREFIX}DebugInfo`, stack_entries: [], detail: detail.message });
  }
  const metadata: Record<string, string> = { ...detail?.metadata };
  if (detail?.field !== undefined) metadata.field = detail.field;
  if (detail?.retryInSeconds !== undefined) metadata.retry_in = String(detail.retryInSeconds);
  entries.push({
    '@type': `${TYPE_PREFIX}ErrorInfo`,
    reason: detail?.reason ?? name,
    domain: context.host,
    metadata,
    ...(detail?.retryInSeconds === undefined ? {} : { retry_in: detail.retryInSeconds }),
  });
  if (textByName(name) === null) {
    entries.push({ '@type': `${TYPE_PREFIX}LocalizedMessage`, locale: context.locale ?? DEFAULT_LOCALE, message });
  }
  return entries;
}

/**
 * The JSON body of a refusal.
 * @param err  an AppError or its data; anything else answers as a bare `internal`
 * @source wire-contract.md section 0, "Error body"
 */
export function errorBody(err: unknown, context: ErrorBodyContext): ErrorBody {
  const data = isErrorData(err) ? err : toErrorData(err);
  const hidden = httpStatusOf(data.name, context.host) >= 500;
  // A failure says nothing but its sentence, or the one that was written for the person: what is the matter, and whom to ask.
  const key = data.detail?.messageKey ?? ERRORS[data.name].messageKey;
  const message = context.translate(key, hidden ? undefined : paramsOf(data, context));
  const entries = hidden ? [] : entriesOf(data, message, context);
  return {
    error: data.name,
    error_code: errorCodeOf(data.name, context.host),
    error_url: '',
    error_uri: context.path,
    error_description: message,
    error_details: entries,
    details: entries,
  };
}

function isErrorData(value: unknown): value is ErrorData {
  return (
    !(value instanceof Error) &&
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    isErrorName(value.name)
  );
}
