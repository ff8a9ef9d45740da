/**
 * Refusals as WebDAV answers them: a status, the condition that failed (RFC 4918 section 16), and the sentence of the catalogue, which sync
 * clients show.
 */
import { type AppError, ERRORS, httpStatusOf } from '#shared/errors.ts';
import { makeFormat } from '#shared/locale/format.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { davContract } from '#shared/programs/dav.contract.ts';
import { methodsOf } from '#shared/programs/row.ts';
import { hrefOf, writable } from './address.ts';
import type { Mount } from './visit.ts';
import { errorDocument, XML_TYPE } from './xml-write.ts';

const ALLOWED = methodsOf(davContract);

/** Methods of a mount, as the header `Allow` lists them. */
export function allowedAt({ methods = {}, isClosed }: Pick<Mount, 'methods' | 'isClosed'>): string {
  const own = Object.keys(methods);
  const all = isClosed ? ['OPTIONS', ...own] : [...ALLOWED.split(', '), ...own];
  return [...new Set(all)].join(', ');
}

/** By name and reason, else by name; what is not named has the status of the catalogue. */
const STATUSES: Readonly<Record<string, number>> = {
  'file_not_found/no_parent': 409,
  'already_exists/taken': 405,
  'failed_precondition/no_such_lock': 409,
  'invalid_argument/too_deep': 403,
  'invalid_argument/other_server': 502,
  'invalid_argument/length_required': 411,
  file_in_recycle_bin: 404,
  file_duplicated_name: 409,
  file_name_empty: 403,
  file_name_invalid: 403,
  file_uncompleted: 503,
  file_rename_uncompleted: 503,
  file_space_not_enough: 507,
  file_count_limit: 507,
  file_too_large: 413,
  upload_day_limit: 507,
  deleted_space_not_free: 507,
  traffic_not_enough: 403,
  task_sub_task_num_limit: 507,
};

/** Conditions by name and reason: a name of RFC 4918 or RFC 4331. */
const CONDITIONS: Readonly<Record<string, string>> = {
  'failed_precondition/no_such_lock': '<d:lock-token-matches-request-uri/>',
  'permission_denied/infinite_depth': '<d:propfind-finite-depth/>',
  'precondition_failed/no_such_lock': '<d:lock-token-matches-request-uri/>',
  'invalid_argument/doctype': '<d:no-external-entities/>',
  file_space_not_enough: '<d:quota-not-exceeded/>',
  storage_full: '<d:sufficient-disk-space/>',
};

function keysOf({ errorName, detail }: AppError): readonly string[] {
  return [`${errorName}/${detail?.reason ?? ''}`, errorName];
}

export function statusOf(error: AppError): number {
  for (const key of keysOf(error)) if (STATUSES[key] !== undefined) return STATUSES[key];
  return httpStatusOf(error.errorName, 'drive');
}

/** Address of the locked thing that refuses a change; the path of its metadata is that of the credential. */
function lockedHref(error: AppError, base: string, path: string): string {
  const text = error.detail?.metadata?.['path'];
  return text === undefined ? writable(path) : hrefOf(base, JSON.parse(text) as string[], false);
}

function conditionOf(error: AppError, base: string, path: string): string {
  if (error.errorName === 'locked')
    return `<d:lock-token-submitted><d:href>${lockedHref(error, base, path)}</d:href></d:lock-token-submitted>`;
  for (const key of keysOf(error)) if (CONDITIONS[key] !== undefined) return CONDITIONS[key];
  return '';
}

export function sentenceOf({ errorName, detail }: AppError, locale: Locale): string {
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const format = makeFormat(locale);
  const bytes = Object.entries(detail?.messageBytes ?? {}).map(([name, size]) => [name, format.bytes(size)] as const);
  const params = { ...detail?.messageParams, ...Object.fromEntries(bytes) };
  return translator.text(detail?.messageKey ?? ERRORS[errorName].messageKey, params);
}

export interface RefusedAt {
  /** Of the mount. */
  readonly base: string;
  /** Of the request, as written. */
  readonly pathname: string;
  /** Methods of the mount. */
  readonly allow: string;
}

export function refusalResponse(error: AppError, at: RefusedAt, locale: Locale): Response {
  const status = statusOf(error);
  const headers = new Headers({ 'content-type': XML_TYPE, 'cache-control': 'no-store' });
  const retry = error.detail?.retryInSeconds ?? (status === 429 || status === 503 ? 5 : undefined);
  if (retry !== undefined) headers.set('retry-after', String(retry));
  if (status === 405) headers.set('allow', at.allow);
  const condition = conditionOf(error, at.base, at.pathname);
  const body = errorDocument({ condition, sentence: sentenceOf(error, locale), name: error.errorName });
  return new Response(body, { status, headers });
}
