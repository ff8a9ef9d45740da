/** Rules of share links: pure decisions on a link. No I/O, no clock: `nowMs` is passed in. */
import type { ShareStatus } from '#shared/share/model.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';

/** Statuses stored in the row of a link; EXPIRED, MAX_RESTORE_COUNT and the passcode ones follow from other facts. */
export const STORED_STATUSES = [
  'OK',
  'DELETED',
  'SENSITIVE_RESOURCE',
  'SENSITIVE_WORD',
  'AUDITING',
  'PROHIBITED',
] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

export interface ShareFacts {
  readonly status: StoredStatus;
  /** Stopped by its owner for now. */
  readonly paused: boolean;
  /** Operators blocked its owner. */
  readonly ownerBlocked: boolean;
  /** null: never. The link is live while nowMs < expiresAtMs. */
  readonly expiresAtMs: number | null;
  /** null: any number. */
  readonly restoreLimit: number | null;
  readonly restoreCount: number;
  readonly locked: boolean;
  /** Raised with every change of the passcode; an access token is valid for one version. */
  readonly passVersion: number;
}

/** Status of the link without regard to the visitor. */
export function statusOf(facts: ShareFacts, nowMs: number): ShareStatus {
  if (facts.status !== 'OK') return facts.status;
  if (facts.ownerBlocked) return 'PROHIBITED';
  if (facts.paused) return 'DELETED';
  if (facts.expiresAtMs !== null && nowMs >= facts.expiresAtMs) return 'EXPIRED';
  if (facts.restoreLimit !== null && facts.restoreCount >= facts.restoreLimit) return 'MAX_RESTORE_COUNT';
  return 'OK';
}

/** @param passVersion  of the visitor's verified access token, or null */
export function isUnlocked(facts: ShareFacts, passVersion: number | null): boolean {
  return !facts.locked || passVersion === facts.passVersion;
}

/** Status of the link for one visitor. */
export function statusFor(facts: ShareFacts, passVersion: number | null, nowMs: number): ShareStatus {
  const status = statusOf(facts, nowMs);
  return status === 'OK' && !isUnlocked(facts, passVersion) ? 'PASS_CODE_EMPTY' : status;
}

/** Status for a visitor who saves files. The number of saves is checked separately: a known claim needs no free one. */
export function statusForRestore(facts: ShareFacts, passVersion: number | null, nowMs: number): ShareStatus {
  return statusFor({ ...facts, restoreLimit: null }, passVersion, nowMs);
}

/** Days as the wire counts them: -1 for never, else rounded up. */
export function daysLeft(expiresAtMs: number | null, nowMs: number): number {
  return expiresAtMs === null ? -1 : Math.max(0, Math.ceil((expiresAtMs - nowMs) / DAY_MS));
}

/** -1 for never, else whole seconds. */
export function secondsLeft(expiresAtMs: number | null, nowMs: number): number {
  return expiresAtMs === null ? -1 : Math.max(0, Math.floor((expiresAtMs - nowMs) / SECOND_MS));
}

/** @param days  -1 or 0 never, else 1 to 365. @returns undefined when out of bounds */
export function expiryOf(days: number, nowMs: number): number | null | undefined {
  if (days === -1 || days === 0) return null;
  return Number.isSafeInteger(days) && days >= 1 && days <= 365 ? nowMs + days * DAY_MS : undefined;
}

const MAX_RESTORES = 1_000_000;

/** -1 for any number of saves, else at least one. */
export function isRestoreLimit(count: number): boolean {
  return count === -1 || (Number.isSafeInteger(count) && count >= 1 && count <= MAX_RESTORES);
}

const CRAWLER =
  /bot|crawl|spider|slurp|preview|fetcher|scrape|facebookexternalhit|whatsapp|telegram|discord|embedly|headless|curl|wget|python-|go-http|httpx?\/|axios|node-fetch/i;

/** Whether a user agent names a program: such visits are not counted. An empty one counts; its address bounds it. */
export function isCrawler(userAgent: string): boolean {
  return CRAWLER.test(userAgent);
}
