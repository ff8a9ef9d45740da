/**
 * The error boundary: the one place where a failure becomes a Response. APIs get the catalogue's body, pages a page.
 * 5xx bodies carry no detail; the log has it under the request id.
 */
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isApiPath } from '#shared/api-path.ts';
import { AppError, ERRORS, type ErrorName, errorBody, httpStatusOf, isAppError, toErrorData } from '#shared/errors.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { answerBeforeRest } from '#worker/platform/body/read.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { logError, logNote } from '#worker/platform/log.ts';
import { storageFailureOf } from '#worker/platform/storage/storage-failure.ts';

/** Thrown on purpose too, but only where something is broken. */
const FAULTS: ReadonlySet<ErrorName> = new Set(['internal', 'unknown', 'data_loss', 'server_error']);

/** A thrown value as an AppError: refusals of the framework become ours, all others are `internal`. */
export function asAppError(error: unknown): AppError {
  if (isAppError(error)) return error;
  if (error instanceof HTTPException && error.status < 500)
    return new AppError('invalid_argument', undefined, { cause: error });
  return new AppError(storageFailureOf(error) ?? 'internal', undefined, { cause: error });
}

export function errorResponse(error: unknown, c: Context<AppEnv>): Response {
  const appError = asAppError(error);
  const path = new URL(c.req.url).pathname;
  const errorHost = c.get('errorHost') ?? (path.startsWith('/drive/') ? 'drive' : 'user');
  const locale = c.get('locale') ?? DEFAULT_LOCALE;
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const status = httpStatusOf(appError.errorName, errorHost);
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  const retry = appError.detail?.retryInSeconds;
  if (retry !== undefined) headers.set('retry-after', String(retry));
  // A client that used Basic gets a Basic challenge (RFC 6749 section 5.2); no other answer makes a browser prompt.
  const isBasic = appError.errorName === 'invalid_client' && /^basic /i.test(c.req.header('authorization') ?? '');
  if (status === 401) headers.set('www-authenticate', isBasic ? 'Basic realm="magpie"' : 'Bearer');
  const formatBytes = (bytes: number): string => makeFormat(locale).bytes(bytes);
  const body = errorBody(appError, { host: errorHost, path, translate: translator.text, locale, formatBytes });
  return new Response(JSON.stringify(body), { status, headers });
}

/**
 * A sender that went away is no failure, nor is a refusal that our code decided on: neither needs a stack.
 * @param event  of a failure
 */
export function logFailure(error: unknown, c: Context<AppEnv>, event = 'request.failed'): void {
  const appError = asAppError(error);
  const { errorName, cause, detail } = appError;
  const fields = { requestId: c.get('requestId'), method: c.req.method };
  if (errorName === 'cancelled') logNote('request.aborted', fields);
  if (ERRORS[errorName].httpStatus < 500) return;
  const isRefusal = isAppError(error) && cause === undefined && !FAULTS.has(errorName);
  // The Node side of the machine has already logged a full disk and a damaged object, with a remedy.
  const isLogged =
    isAppError(error) && (errorName === 'storage_full' || (errorName === 'data_loss' && cause !== undefined));
  if (isLogged) return;
  if (isRefusal) logNote('request.refused', { ...fields, error: errorName, reason: detail?.reason });
  else logError(event, cause ?? error, { ...fields, error: toErrorData(appError).name });
}

/** @param renderPage  makes the page of an error for people */
export function makeErrorHandler(
  renderPage: (c: Context<AppEnv>, error: AppError, status: number) => Promise<Response>,
): ErrorHandler<AppEnv> {
  return async (error, c) => {
    const appError = asAppError(error);
    const row = ERRORS[appError.errorName];
    logFailure(error, c);
    const isCall = isApiPath(new URL(c.req.url).pathname) || c.get('errorHost');
    const answer = isCall ? errorResponse(appError, c) : await renderPage(c, appError, row.httpStatus);
    return appError.errorName === 'request_too_large' ? answerBeforeRest(c.req.raw, answer) : answer;
  };
}
