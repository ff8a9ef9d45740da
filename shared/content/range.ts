/**
 * Range and conditional requests for content, as RFC 9110 sections 13 and 14 decide them. Pure: header values in,
 * decision out; the caller makes the response. One range only; several are answered with the whole content.
 */
import { parseHttpDate } from './http-date.ts';

export type RangeDecision =
  | { kind: 'none' }
  | { kind: 'unsatisfiable' }
  | { kind: 'range'; start: number; end: number };

/**
 * Reads a Range header for content of `sizeBytes`.
 * `none` = answer whole: absent, another unit, malformed, or several ranges.
 * @returns `start` the first byte, `end` the byte after the last
 */
export function parseRange(header: string | null | undefined, sizeBytes: number): RangeDecision {
  const set = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1];
  const items = set?.split(',').map((item) => item.trim());
  const wanted = items?.filter((item) => item !== '');
  const match = wanted?.length === 1 ? /^(\d*)-(\d*)$/.exec(wanted[0] ?? '') : null;
  if (!match) return { kind: 'none' };
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return { kind: 'none' };
    if (Number(last) === 0) return { kind: 'unsatisfiable' };
    // A suffix of empty content is all of it, which Content-Range cannot express.
    if (sizeBytes === 0) return { kind: 'none' };
    return { kind: 'range', start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return { kind: 'none' };
  if (start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'range', start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}

/** The Content-Range value of a 206; without a span, that of a 416. */
export function contentRange(sizeBytes: number, span?: { start: number; end: number }): string {
  return span ? `bytes ${span.start}-${span.end - 1}/${sizeBytes}` : `bytes */${sizeBytes}`;
}

/** The header values that decide, as received; absent ones null or undefined. */
export interface ConditionalHeaders {
  range?: string | null;
  ifMatch?: string | null;
  ifNoneMatch?: string | null;
  ifModifiedSince?: string | null;
  ifUnmodifiedSince?: string | null;
  ifRange?: string | null;
}

/** The content to be served. */
export interface Representation {
  sizeBytes: number;
  /** With its quotes, strong: `"1-ab..."`. */
  etag: string;
  /** Epoch ms, read as whole seconds. */
  lastModifiedMs?: number;
}

export type ConditionalDecision =
  | { status: 200; start: number; end: number }
  | { status: 206; start: number; end: number }
  | { status: 304 | 412 | 416 };

const NOT_MODIFIED: ConditionalDecision = { status: 304 };
const FAILED: ConditionalDecision = { status: 412 };

/**
 * Which answer a GET or HEAD deserves, in the order of RFC 9110 section 13.2.2.
 * A HEAD has no range: it answers 200, 304 or 412.
 * @returns the span to send for 200 and 206
 */
export function conditional(
  method: 'GET' | 'HEAD',
  headers: ConditionalHeaders,
  content: Representation,
): ConditionalDecision {
  const modifiedMs = content.lastModifiedMs === undefined ? undefined : wholeSeconds(content.lastModifiedMs);
  if (headers.ifMatch != null) {
    if (!matchesAny(headers.ifMatch, content.etag, 'strong')) return FAILED;
  } else if (headers.ifUnmodifiedSince != null && modifiedMs !== undefined) {
    const sinceMs = parseHttpDate(headers.ifUnmodifiedSince);
    if (sinceMs !== undefined && modifiedMs > sinceMs) return FAILED;
  }
  if (headers.ifNoneMatch != null) {
    if (matchesAny(headers.ifNoneMatch, content.etag, 'weak')) return NOT_MODIFIED;
  } else if (headers.ifModifiedSince != null && modifiedMs !== undefined) {
    const sinceMs = parseHttpDate(headers.ifModifiedSince);
    if (sinceMs !== undefined && modifiedMs <= sinceMs) return NOT_MODIFIED;
  }
  const whole: ConditionalDecision = { status: 200, start: 0, end: content.sizeBytes };
  if (method !== 'GET' || !rangeStands(headers.ifRange, content.etag, modifiedMs)) return whole;
  const range = parseRange(headers.range, content.sizeBytes);
  if (range.kind === 'none') return whole;
  if (range.kind === 'unsatisfiable') return { status: 416 };
  return { status: 206, start: range.start, end: range.end };
}

function wholeSeconds(epochMs: number): number {
  return Math.floor(epochMs / 1000) * 1000;
}

/** Whether the copy that If-Range speaks of is the one we hold; a date must be exactly ours. */
function rangeStands(ifRange: string | null | undefined, etag: string, modifiedMs: number | undefined): boolean {
  if (ifRange == null) return true;
  const validator = ifRange.trim();
  if (/^(W\/)?"/.test(validator)) return validator === etag && !etag.startsWith('W/');
  return modifiedMs !== undefined && parseHttpDate(validator) === modifiedMs;
}

/** Compares a list of entity tags; `*` is any content. Weak comparison forgets the `W/` marks. */
function matchesAny(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags: readonly string[] = list.match(/(W\/)?"[^"]*"/g) ?? [];
  if (comparison === 'strong') return !etag.startsWith('W/') && tags.includes(etag);
  return tags.some((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
