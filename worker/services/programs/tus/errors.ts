/** Refusals in the form of tus: a status that its clients decide by, and one line of text. */

import type { AppError } from '#shared/errors.ts';
import { ERRORS, type ErrorName } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { TUS_ASK_AGAIN } from '#shared/programs/paths.ts';
import { sentenceOf } from '../dav/errors.ts';

/** By name, or by name and reason. */
const STATUS: Readonly<Partial<Record<ErrorName | `${ErrorName}/${string}`, number>>> = {
  'not_found/upload_gone': 410,
  'failed_precondition/offset': 409,
  'failed_precondition/upload_over': 409,
  failed_precondition: 409,
  'method_not_allowed/folder': 409,
  file_duplicated_name: 409,
  locked: 423,
  file_not_found: 404,
  file_in_recycle_bin: 404,
  file_too_large: 413,
  upload_checksum_mismatch: 460,
  file_space_not_enough: 507,
  file_count_limit: 507,
  storage_full: 507,
  deleted_space_not_free: 507,
  upload_day_limit: 429,
  traffic_not_enough: 507,
  resource_exhausted: 429,
  transfer_limit: 429,
  unavailable: 503,
  cancelled: 400,
  'invalid_argument/content_type': 415,
};

export function statusOf({ errorName, detail }: AppError): number {
  return STATUS[`${errorName}/${detail?.reason ?? ''}`] ?? STATUS[errorName] ?? ERRORS[errorName].httpStatus;
}

/** @param method  of the request: some refusals of HEAD would make clients begin again */
export function refusalResponse(
  error: AppError,
  method: string,
  locale: Locale,
  more: Readonly<Record<string, string>>,
): Response {
  const { detail } = error;
  const facts = [detail?.field, detail?.reason].filter((text) => text !== undefined && text !== '');
  const sentence = `${sentenceOf(error, locale)}${facts.length > 0 ? ` [${facts.join(': ')}]` : ''}\n`;
  const headers = new Headers({ ...more, 'content-type': 'text/plain; charset=utf-8' });
  if (detail?.retryInSeconds !== undefined) headers.set('retry-after', String(detail.retryInSeconds));
  const status = statusOf(error);
  const mayPass = status === 429 || status >= 500;
  return new Response(sentence, { status: method === 'HEAD' && mayPass ? TUS_ASK_AGAIN : status, headers });
}
