/** RPC methods of DriveObject that may read all rows of a drive; `sweptRows` is the limit of such readings a minute. */
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveParts } from '../../drive-parts.ts';
import { foundWithPictures } from '../../pictures/pictured-rows.ts';
import { type LargestQuery, listHeavyFolders, listLargest, trashByKind } from '../usage/usage.store.ts';
import { listDuplicates, type SearchQuery, search, usageByKind } from './search.store.ts';

export const sweepMethods = {
  search({ core }: DriveParts, caller: CallerData, query: SearchQuery, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql, nowMs) =>
      foundWithPictures(sql, search({ ...core.tx(nowMs), sql }, query)),
    );
  },
  duplicates({ core }: DriveParts, caller: CallerData, pageToken: string, rows: number, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => listDuplicates(sql, pageToken, rows));
  },
  usageByKind({ core }: DriveParts, caller: CallerData, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, usageByKind);
  },
  trashByKind({ core }: DriveParts, caller: CallerData, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, trashByKind);
  },
  largest({ core }: DriveParts, caller: CallerData, query: LargestQuery, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => listLargest(sql, query));
  },
  heavyFolders({ core }: DriveParts, caller: CallerData, rows: number, sweptRows = Infinity) {
    return core.sweep(caller, sweptRows, (sql) => listHeavyFolders(sql, rows));
  },
};
