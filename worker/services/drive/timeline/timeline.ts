/** Recent acts for the page of them. */
import { rowOf } from '#shared/drive/rows.ts';
import type { TimelinePage } from '#shared/drive/timeline/timeline.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { ownImageLinks } from '../content/image-links.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import { toFileObject } from '../tree/wire.ts';
import type { timelinePart } from './part.ts';

/** @param before  as an earlier page returned it; 0 for the newest */
export async function timeline(deps: DriveDeps, caller: Caller, before: number): Promise<TimelinePage> {
  const { userId } = caller;
  const [page, imageLinks] = await Promise.all([
    driveOf<typeof timelinePart>(deps, userId).timeline(callerData(caller), before),
    ownImageLinks(deps, caller),
  ]);
  const { entries, before: next } = unwrap(page);
  return {
    entries: entries.map((entry) => ({
      ...entry,
      items: entry.items.map(({ row, isTrashed }) => ({
        row: rowOf(toFileObject(row, { userId, imageLinks })),
        isTrashed,
      })),
    })),
    before: next,
  };
}
