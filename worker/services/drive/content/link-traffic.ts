/**
 * Bytes that visitors of links were sent. Counted in shards outside the owner's drive and folded into it once an hour, so that a
 * download of a visitor costs the owner's drive no call. The shards know the sum at any time.
 */
import type { ShareId, UserId } from '#shared/ids.ts';
import { dayOf } from '#shared/membership/calendar.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeTally, type Tally, type TallyDeps } from '../tally/tally.ts';

/** Counter of these bytes (tally/tally.ts). */
export const TRAFFIC_KIND = 'traffic';

export interface LinkTraffic {
  /** Adds to what the links of a person sent today (UTC). */
  add(ownerId: UserId, sizeBytes: number): void;
  /** Sends what this isolate has counted. */
  flush(): Promise<void>;
  /** Bytes of one day, folded or not; what isolates counted in the last seconds is missing. @param day  as `2026-11-25` */
  usedOn(ownerId: UserId, day: string): Promise<number>;
  /** Brings the sums to the drive now: for owners who are near a limit. */
  fold(ownerId: UserId): Promise<void>;
}

/** Counts of one link for its owner's statistics; the link's own module provides them. */
export interface LinkCounts {
  /** A direct link was answered with bytes. */
  requested(shareId: ShareId, call: CallContext): void;
  /** Bytes that left for a visitor. */
  sent(shareId: ShareId, sizeBytes: number): void;
  /** A download of a visitor begins. @param what  of the link: one viewer starts it once in some minutes, retries count no more */
  started(shareId: ShareId, what: string, call: CallContext): void;
}

/** Elements that show what they load. */
const SHOWN_BY = new Set(['image', 'audio', 'video', 'track']);

/**
 * Whether a page reads the bytes to show them, as the viewer does. A download, a program and a browser without these headers do not say
 * so, and count as downloads.
 */
export function isReadByPage(header: (name: string) => string | null | undefined): boolean {
  return header('sec-fetch-mode') === 'cors' || SHOWN_BY.has(header('sec-fetch-dest') ?? '');
}

/** @returns null for a subject that is none of ours */
export function readSubject(subject: string): { ownerId: string; day: string } | null {
  const [ownerId = '', day = '', extra] = subject.split('.');
  return ownerId !== '' && /^\d{4}-\d{2}-\d{2}$/.test(day) && extra === undefined ? { ownerId, day } : null;
}

export function makeLinkTraffic(deps: TallyDeps): LinkTraffic {
  const tally: Tally = makeTally(deps, {
    kind: TRAFFIC_KIND,
    windowMs: 0,
    foldMs: HOUR_MS,
    keepMs: 3 * DAY_MS,
    // Operators see the sum of all links.
    hourly: true,
  });
  return {
    add: (ownerId, sizeBytes) => tally.add(`${ownerId}.${dayOf(deps.clock.nowMs())}`, sizeBytes),
    flush: () => tally.flush(),
    usedOn: (ownerId, day) => tally.total(`${ownerId}.${day}`),
    fold: (ownerId) => tally.fold(ownerId),
  };
}
