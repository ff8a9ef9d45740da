/** Base of the parts of one link: its row, the memory cache of its drive, and its leases. */
import type { Result } from '#shared/errors.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { sleep } from '#worker/platform/clock.ts';
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { type LoadCache, makeLoadCache } from './cache.ts';
import { makeLeases } from './leases.ts';
import * as store from './store.ts';

/** 200 pages and 16 MiB: a share that many people browse, in an object of 128 MB. */
const PAGE_CACHE = { entries: 200, bytes: 16 * 1024 * 1024, concurrentLoads: 6 } as const;
const FILE_CACHE = { entries: 500, bytes: 4 * 1024 * 1024, concurrentLoads: 6 } as const;

export interface LinkCore extends Pick<ObjectCore, 'sql' | 'command' | 'nowMs' | 'publishEvent'> {
  readonly pages: LoadCache;
  readonly files: LoadCache;
  /** null for a link that was never made. */
  row(): store.ShareRow | null;
  /** A write that clears the cache. */
  change<T>(work: (nowMs: number) => T): Result<T>;
  /** A write that takes something from visitors: answered when no isolate serves the earlier state. */
  takeAway<T>(work: (nowMs: number) => T): Promise<Result<T>>;
  /** A lease on an answer that the caller is about to get, in ms; 0 for none. @param isOneOfMany  as of `Leases` */
  lease(status: ShareStatus, isOneOfMany?: boolean): number;
  /** Ms until the last lease ends. */
  leasesEndInMs(): number;
}

export function makeLinkCore(core: ObjectCore): LinkCore {
  const { sql, command, nowMs, publishEvent } = core;
  const pages = makeLoadCache(PAGE_CACHE);
  const files = makeLoadCache(FILE_CACHE);
  const row = (): store.ShareRow | null => (core.exists() ? store.shareRow(sql) : null);
  const leases = makeLeases(row()?.leases_until_ms ?? 0, nowMs());

  function change<T>(work: (atMs: number) => T): Result<T> {
    const result = command(work);
    pages.clear();
    files.clear();
    return result;
  }

  return {
    sql,
    command,
    nowMs,
    publishEvent,
    pages,
    files,
    row,
    change,
    async takeAway(work) {
      const result = change(work);
      const leftMs = leases.left(nowMs());
      if (leftMs > 0) await sleep(leftMs);
      return result;
    },
    lease(status, isOneOfMany) {
      const open = status === 'OK' ? row() : null;
      const keep = (untilMs: number): boolean => command(() => store.setLeasesUntil(sql, untilMs)).ok;
      return !open ? 0 : leases.grant(store.factsOf(open), nowMs(), keep, isOneOfMany);
    },
    leasesEndInMs: () => leases.left(nowMs()),
  };
}
