/**
 * Rules of uploads: part sizes, whether a part fits, whether an upload is whole. Pure; no I/O, no clock.
 * Used by both protocols.
 */
import { MAX_MANIFEST_PARTS } from '#shared/content/manifest.ts';
import { windowCount } from '#shared/content/window.ts';
import { HOUR_MS, MIB, MINUTE_MS, SECOND_MS } from '#shared/units.ts';

/** Files up to this size are hashed inside the call that completes them: four windows, about 60 ms of CPU. */
export const INLINE_HASH_BYTES = 32 * MIB;
/**
 * A window whose digest did not come back in this time is given out again, and a crash is noticed. Four windows take 0.1 s on
 * a disk; a store that gives less than 2 MB/s has them read twice, which changes nothing.
 */
export const WINDOW_LEASE_MS = 20 * SECOND_MS;
/** The same for a file that is hashed inside the completing call. */
const INLINE_LEASE_MS = 5 * SECOND_MS;
/** Windows one lease takes: one call to the drive for each 32 MiB. */
export const LEASED_WINDOWS = 4;
/** Lifetime of upload credentials; wire-contract.md section 9 has the same. */
export const CREDENTIALS_TTL_MS = 12 * HOUR_MS;
/** An object whose bytes were announced and never confirmed is swept after this long; no part takes longer to send. */
export const PART_TTL_MS = 24 * HOUR_MS;
/**
 * The same for a small file. It is kept for the people who send many until an hour is left, and claimed at the index until
 * ten minutes are: a later claim might lose its bytes to the sweep.
 */
export const PUT_LEASE_MS = 3 * HOUR_MS;
/** Series of open promises of a drive: the broken uploads of three hours, far above what people send. */
export const MAX_PUT_SERIES = 1_000;
export const PUT_RESERVE_MS = HOUR_MS;
export const PUT_CLAIM_MS = 10 * MINUTE_MS;
/** Parts of large files: at most this many, so that retries and re-sent parts stay below the 10,000 of every protocol. */
const WANTED_PARTS = 9_000;

/** How long the caller that seals an upload may take until hashing shows progress. */
export function sealLeaseMs(sizeBytes: number): number {
  return sizeBytes <= INLINE_HASH_BYTES ? INLINE_LEASE_MS : WINDOW_LEASE_MS;
}

/** Part size of our own protocol. Whole MiB for large files. @param smallestBytes  from the limits */
export function partBytesOf(sizeBytes: number, smallestBytes: number): number {
  const neededBytes = sizeBytes / WANTED_PARTS;
  return neededBytes <= smallestBytes ? smallestBytes : Math.ceil(neededBytes / MIB) * MIB;
}

export function partCount(sizeBytes: number, partBytes: number): number {
  return Math.ceil(sizeBytes / partBytes);
}

/** Exact size of one part of our own protocol, or null when there is no such part. @param part  from 1 */
export function ownPartBytes(sizeBytes: number, partBytes: number, part: number): number | null {
  if (!Number.isInteger(part) || part < 1 || part > partCount(sizeBytes, partBytes)) return null;
  return Math.min(partBytes, sizeBytes - (part - 1) * partBytes);
}

/**
 * Where a part is expected in the content. At the S3-style endpoint parts have the size of the first, but for the last; when they have
 * not, digests of their windows are of no use.
 * @param firstBytes  size of the stored part 1, if there is one
 */
export function partOffset(
  upload: { readonly protocol: 'own' | 's3'; readonly sizeBytes: number; readonly partBytes: number },
  { part, sizeBytes }: StoredPart,
  firstBytes: number | null,
): number {
  if (upload.protocol === 'own') return (part - 1) * upload.partBytes;
  const offset = (part - 1) * (firstBytes ?? sizeBytes);
  return part > 1 && (firstBytes ?? 0) > sizeBytes ? upload.sizeBytes - sizeBytes : offset;
}

/** Windows that a caller may read and digest by itself. */
const INLINE_WINDOWS = windowCount(INLINE_HASH_BYTES);

/** Whether the caller that sealed an upload digests the rest, rather than the job. */
export function isHashedInline(sizeBytes: number, digested: number): boolean {
  return windowCount(sizeBytes) - digested <= INLINE_WINDOWS;
}

export interface StoredPart {
  readonly part: number;
  readonly sizeBytes: number;
}

export type PartDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'part_number' | 'part_size' | 'sum_over_size' };

/**
 * Whether a part may be taken.
 * @param otherBytes  sum of the stored parts with other numbers
 */
export function partFits(
  upload: { readonly protocol: 'own' | 's3'; readonly sizeBytes: number; readonly partBytes: number },
  given: StoredPart,
  otherBytes: number,
): PartDecision {
  const { part, sizeBytes } = given;
  if (!Number.isInteger(part) || part < 1 || part > MAX_MANIFEST_PARTS) return { ok: false, reason: 'part_number' };
  if (upload.protocol === 'own') {
    const exact = ownPartBytes(upload.sizeBytes, upload.partBytes, part);
    if (exact === null) return { ok: false, reason: 'part_number' };
    if (exact !== sizeBytes) return { ok: false, reason: 'part_size' };
  }
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1) return { ok: false, reason: 'part_size' };
  return otherBytes + sizeBytes <= upload.sizeBytes ? { ok: true } : { ok: false, reason: 'sum_over_size' };
}

/** Numbers that our own protocol still lacks. */
export function missingParts(sizeBytes: number, partBytes: number, stored: readonly StoredPart[]): number[] {
  const there = new Set(stored.map(({ part }) => part));
  return Array.from({ length: partCount(sizeBytes, partBytes) }, (_, index) => index + 1).filter(
    (part) => !there.has(part),
  );
}

export interface ListedPart {
  readonly part: number;
  /** Without quotes. */
  readonly etag: string;
}

export type ListDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'part_order' | 'part_unknown' | 'incomplete' };

/** Whether a list that a client ends its upload with is in order, names stored parts, and adds up to the size. */
export function listFits(
  sizeBytes: number,
  listed: readonly ListedPart[],
  stored: ReadonlyMap<number, { readonly etag: string; readonly sizeBytes: number }>,
): ListDecision {
  let sum = 0;
  let before = 0;
  for (const { part, etag } of listed) {
    if (part <= before) return { ok: false, reason: 'part_order' };
    const found = stored.get(part);
    if (!found || found.etag !== etag) return { ok: false, reason: 'part_unknown' };
    sum += found.sizeBytes;
    before = part;
  }
  return sum === sizeBytes ? { ok: true } : { ok: false, reason: 'incomplete' };
}

/** Whole percent of the windows that are digested; 100 is kept for the end. */
export function hashProgress(sizeBytes: number, digested: number): number {
  const all = windowCount(sizeBytes);
  return all === 0 ? 0 : Math.min(99, Math.floor((digested * 100) / all));
}
