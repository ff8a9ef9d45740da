/** The part of pictures by their time: a job reads those whose sender did not say it. Calls about taking are for the job. */
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import { requireAlbum } from '../albums/albums.store.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done } from '../core/transact.ts';
import { withPictures } from '../images/pictured-rows.ts';
import { hasUnread } from '../tree/taken.store.ts';
import { type DayCount, type PhotoQuery, photoDays, photoPage } from './days.store.ts';
import { PHOTO_TABLES } from './tables.ts';
import { fillTaken, leaseTaken, type ReadPicture, storeTaken, takenState, unreadSlice } from './unread.store.ts';

/** A run that says nothing for so long has died. */
const LEASE_MS = MINUTE_MS;
/** Between two runs. */
const REST_MS = 2 * SECOND_MS;

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
  readonly photoCache: PhotoCache;
}

/** Days of the drive as it was counted last. */
export interface PhotoCache {
  counted: { readonly revision: number; readonly days: DayCount[] } | null;
  /** The running job has found a file with a time of its own. */
  hasFound: boolean;
}

/** Counting 100,000 takes 20 ms: once for each state of the drive. */
function countedDays(sql: SqlStorage, cache: PhotoCache): DayCount[] {
  const { revision } = sql.exec<{ revision: number }>('SELECT revision FROM space').one();
  if (cache.counted?.revision !== revision) cache.counted = { revision, days: photoDays(sql) };
  return cache.counted.days;
}

/** Whether rows of an older drive lack their times, or files are to be read. */
const isBehind = (sql: SqlStorage): boolean => (takenState(sql)?.fill_after ?? null) !== null || hasUnread(sql);

export const photosPart = {
  tables: PHOTO_TABLES,
  make({ core }: Pick<Parts, 'core'>): { readonly photoCache: PhotoCache } {
    core.addHooks({
      endLeases({ sql, nowMs, wakeAt }) {
        sql.exec('UPDATE taken_state SET lease_ms = 0 WHERE lease_ms > 0');
        if (isBehind(sql)) wakeAt(nowMs);
      },
    });
    return { photoCache: { counted: null, hasFound: false } };
  },
  calls: {
    /** @param withDays  how many pictures each day has, too. @param sweptRows  limit of readings of the whole drive a minute */
    photos(
      { core, photoCache }: Parts,
      caller: CallerData,
      query: PhotoQuery,
      withDays: boolean,
      sweptRows = Infinity,
    ) {
      return core.sweep(caller, sweptRows, (sql, nowMs) => {
        const album = query.albumId === '' ? null : requireAlbum(sql, query.albumId);
        // A drive that nothing has changed since an older version.
        if (withDays && isBehind(sql)) core.object.wakeAt(nowMs + REST_MS);
        return {
          rows: withPictures(sql, photoPage(sql, query)),
          days: withDays ? (query.albumId === '' ? countedDays(sql, photoCache) : photoDays(sql, query.albumId)) : null,
          albumName: album?.name ?? null,
        };
      });
    },
    takenNext: ({ core }: Parts) =>
      core.transact((tx) => {
        leaseTaken(tx.sql, tx.nowMs + LEASE_MS);
        return unreadSlice(tx.sql);
      }),
    /** @returns those that are next */
    takenStore: ({ core, photoCache }: Parts, pictures: readonly ReadPicture[]) =>
      core.transact((tx) => {
        leaseTaken(tx.sql, tx.nowMs + LEASE_MS);
        if (storeTaken(tx, pictures)) {
          photoCache.counted = null;
          photoCache.hasFound = true;
        }
        return unreadSlice(tx.sql);
      }),
    /** The run has ended: open windows show what it found. */
    takenRest: ({ core, photoCache }: Parts) =>
      done(core, (tx) => {
        leaseTaken(tx.sql, tx.nowMs + REST_MS);
        if (photoCache.hasFound) tx.changed();
        photoCache.hasFound = false;
        if (hasUnread(tx.sql)) tx.wakeAt(tx.nowMs + REST_MS);
      }),
  },
  alarm({ core }: Parts, nowMs: number): number | null {
    const { sql } = core;
    if (takenState(sql)?.fill_after != null && core.object.transaction(() => fillTaken(sql))) return nowMs;
    if (!hasUnread(sql)) return null;
    const leaseMs = takenState(sql)?.lease_ms ?? 0;
    if (leaseMs > nowMs) return leaseMs;
    core.object.transaction(() => leaseTaken(sql, nowMs + LEASE_MS));
    core.startRun('TakenJob', '');
    return core.lookAtMs(nowMs + LEASE_MS, nowMs);
  },
} satisfies DrivePart;
