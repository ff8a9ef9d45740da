/** Lines that the drive shows to its owner above the files, and the number at the bell. */
import type { Unread } from '../bell/unread.ts';
import { collectedNotes } from '../collect/arrivals.store.ts';
import { hasShared } from '../grants/sharing-marks.store.ts';
import { linkNotices } from '../sharing/evidence.store.ts';

export function ownerNotes(sql: SqlStorage, nowMs: number, unread: Unread) {
  return {
    linkNotices: linkNotices(sql, nowMs),
    collected: collectedNotes(sql, nowMs),
    hasShared: hasShared(sql),
    unread: unread.count(),
  };
}
