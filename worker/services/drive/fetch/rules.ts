/**
 * Rules of fetches by link: what the head of an answer says, what ends a fetch, when it is tried again. Pure; no I/O, no clock.
 */
import { parseCount } from '#shared/count.ts';
import { fetchName } from '#shared/drive/fetch/fetch-name.ts';
import type { FetchReason } from '#shared/drive/fetch/fetch-reason.ts';
import { SECOND_MS } from '#shared/units.ts';
import { MAX_WAIT_MS, MOVED_SLACK_BYTES, MOVED_TIMES, RETRY_WAITS_MS } from './keys.ts';

export interface AnswerHead {
  readonly status: number;
  readonly headers: Headers;
  readonly url: URL;
}

export interface FetchHead {
  /** First byte of the body. */
  readonly offset: number;
  /** Null: the server does not say. */
  readonly sizeBytes: number | null;
  /** Strong ETag or Last-Modified; '' for none. */
  readonly validator: string;
  /** A broken transfer can be continued. */
  readonly hasRanges: boolean;
  readonly name: string;
}

export interface FetchRefusal {
  readonly reason: FetchReason;
  /** Wait that the server asks for. */
  readonly waitMs: number | null;
}

export type HeadDecision = { readonly ok: true; readonly head: FetchHead } | ({ readonly ok: false } & FetchRefusal);

const RETRIED: readonly FetchReason[] = [
  'unreachable',
  'lookup_failed',
  'slow',
  'stalled',
  'server_error',
  'incomplete',
  'changed',
  'storage_full',
  'internal',
];

/** Whether another try may succeed. */
export function isRetried(reason: FetchReason): boolean {
  return RETRIED.includes(reason);
}

/** @param tries  failed tries so far, without progress; from 1 */
export function retryWaitMs(tries: number, askedMs: number | null): number {
  const own = RETRY_WAITS_MS[Math.min(tries, RETRY_WAITS_MS.length) - 1] ?? 0;
  return Math.min(MAX_WAIT_MS, Math.max(own, askedMs ?? 0));
}

/** Strong validators only: a weak ETag names contents that may differ in their bytes. */
function validatorOf(headers: Headers): string {
  const etag = headers.get('etag') ?? '';
  if (/^"[\x21\x23-\x7e]{1,200}"$/.test(etag)) return etag;
  const modified = headers.get('last-modified') ?? '';
  return /^[\w,: +-]{10,60}$/.test(modified) ? modified : '';
}

function lengthOf(headers: Headers): number | null {
  return parseCount(headers.get('content-length') ?? '');
}

/** Start and total of `Content-Range`; total null for `*`. */
function rangeOf(headers: Headers): { start: number; total: number | null } | null {
  // Some servers write a sign of equality, or leave out the unit.
  const found = /^(?:bytes)?[ =]*(\d{1,16})-\d{1,16}\/(\d{1,16}|\*)$/i.exec(headers.get('content-range')?.trim() ?? '');
  if (!found) return null;
  return { start: Number(found[1]), total: found[2] === '*' ? null : Number(found[2]) };
}

function refusalOf({ status, headers }: AnswerHead): FetchRefusal {
  const waited = parseCount(headers.get('retry-after') ?? '');
  const waitMs = waited === null ? null : waited * SECOND_MS;
  if (status === 404 || status === 410) return { reason: 'not_found', waitMs: null };
  if (status === 429 || status >= 500) return { reason: 'server_error', waitMs };
  return { reason: 'refused', waitMs: null };
}

const PACKED = /\b(?:gzip|compress|deflate|br|zstd)\b/i;

/** @param asked  first byte of the range that was asked for */
export function readHead(answer: AnswerHead, asked: number): HeadDecision {
  const { status, headers, url } = answer;
  const isEmpty = status === 416 && asked === 0 && /^bytes \*\/0$/.test(headers.get('content-range') ?? '');
  if (status !== 200 && status !== 206 && !isEmpty)
    // A range that is not there any more: the file has changed.
    return status === 416 ? { ok: false, reason: 'changed', waitMs: null } : { ok: false, ...refusalOf(answer) };
  // A body that the server packed has another length when it arrives, and ranges of the packed bytes do not fit.
  // `utf-8`, `none` and other words that some servers write pack nothing.
  const isPacked = PACKED.test(headers.get('content-encoding') ?? '');
  const range = status === 206 ? rangeOf(headers) : null;
  // A part that does not say which is the whole where the whole was asked for; how long it is, it does not say.
  const isUnnamed = status === 206 && !range;
  if (isUnnamed && asked > 0) return { ok: false, reason: 'server_error', waitMs: null };
  const sizeBytes = isEmpty ? 0 : isPacked || isUnnamed ? null : range ? range.total : lengthOf(headers);
  const validator = validatorOf(headers);
  const hasRanges =
    !isPacked && sizeBytes !== null && validator !== '' && (range !== null || headers.get('accept-ranges') === 'bytes');
  const head = { offset: range?.start ?? 0, sizeBytes, validator, hasRanges };
  return { ok: true, head: { ...head, name: fetchName(headers, url) } };
}

/** Whether the runs of a fetch stored far more bytes than its file has: its server makes them begin anew. */
export function isSpent(row: { readonly moved_bytes: number }, sizeBytes: number): boolean {
  return row.moved_bytes > MOVED_TIMES * sizeBytes + MOVED_SLACK_BYTES;
}

/** Whole percent; 100 is reserved for the end. */
export function fetchProgress(doneBytes: number, sizeBytes: number): number {
  return sizeBytes === 0 ? 0 : Math.min(99, Math.floor((doneBytes * 100) / sizeBytes));
}
