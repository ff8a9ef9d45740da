/** The part of searches. Each search may read all names of a drive; `sweptRows` is the limit of such readings a minute. */
import { parseQuery } from '#shared/find/query.ts';
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { foundWithPictures } from '../images/pictured-rows.ts';
import { search } from '../tree/search/search.store.ts';
import { wordHits } from '../words/hits.store.ts';
import { everSharedIds, narrowingOf } from './narrowing.store.ts';
import { searchNear } from './near.store.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

export interface TextQuery {
  /** As the person wrote it. */
  readonly text: string;
  /** `FOLDER` and values of `file_category`; empty: all. */
  readonly kinds: readonly string[];
  /** Rows, 1 or more. */
  readonly rows: number;
  /** In which days begin; UTC where it is left out. */
  readonly timeZone?: string;
  /** Nodes that links and people see now; asked for by `is:shared` alone. */
  readonly sharedIds?: readonly string[];
}

function readQuery(sql: SqlStorage, { text, timeZone = DEFAULT_TIME_ZONE, sharedIds = [] }: TextQuery) {
  const { terms, filters } = parseQuery(text);
  return { terms, narrowing: narrowingOf(sql, filters, { timeZone, sharedIds: filters.isShared ? sharedIds : null }) };
}

export const searchPart = {
  calls: {
    search({ core }: Parts, caller: CallerData, query: TextQuery & { pageToken: string }, sweptRows = Infinity) {
      return core.sweep(caller, sweptRows, (sql, nowMs, charge) => {
        const { terms, narrowing } = readQuery(sql, query);
        const asked = { ...query, terms: terms.map(({ text }) => text), narrowing };
        return foundWithPictures(sql, search({ ...core.tx(nowMs), sql, charge }, asked));
      });
    },
    /** Names that hold the words but for an error. @param from  where the slice begins; '' for the first */
    searchNear({ core }: Parts, caller: CallerData, query: TextQuery & { from: string }, sweptRows = Infinity) {
      return core.sweep(caller, sweptRows, (sql, _nowMs, charge) => {
        const { found, next } = searchNear(sql, { ...query, ...readQuery(sql, query) }, charge);
        return { ...foundWithPictures(sql, { found, nextPageToken: '' }), next };
      });
    },
    /** Files that hold the words inside. */
    searchInside({ core }: Parts, caller: CallerData, query: TextQuery, sweptRows = Infinity) {
      return core.sweep(caller, sweptRows, (sql, _nowMs, charge) => {
        const hits = wordHits(sql, { ...query, ...readQuery(sql, query) }, charge);
        const manifests = hits.map(({ manifest }) => manifest);
        return { ...foundWithPictures(sql, { found: hits, nextPageToken: '' }), manifests };
      });
    },
    everSharedIds: ({ core }: Parts, caller: CallerData) => core.read(caller, everSharedIds),
  },
} satisfies DrivePart;
