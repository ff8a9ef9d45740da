/** RPC methods of DriveObject that may read all rows of a drive; `sweptRows` is the limit of such readings a minute. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../../core/drive-core.ts';
import { foundWithPictures } from '../../images/pictured-rows.ts';
import { type LargestQuery, listHeavyFolders, listLargest, trashByKind } from '../usage/usage.store.ts';
import { listDuplicates, type SearchQuery, search, usageByKind } from './search.store.ts';

/** The parts of a drive that these methods use. */
interface Parts {
  readonly core: DriveCore;
}

export const sweepMethods = {
  search({ core }: Parts, caller: CallerData, query: SearchQuery, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql, nowMs) =>
      foundWithPictures(sql, search({ ...core.tx(nowMs), sql }, query)),
    );
  },
  duplicates({ core }: Parts, caller: CallerData, pageToken: string, rows: number, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => listDuplicates(sql, pageToken, rows));
  },
  usageByKind({ core }: Parts, caller: CallerData, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, usageByKind);
  },
  trashByKind({ core }: Parts, caller: CallerData, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, trashByKind);
  },
  largest({ core }: Parts, caller: CallerData, query: LargestQuery, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => listLargest(sql, query));
  },
  heavyFolders({ core }: Parts, caller: CallerData, rows: number, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => listHeavyFolders(sql, rows));
  },
};
