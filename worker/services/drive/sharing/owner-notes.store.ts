/** Lines that the drive shows to its owner above the files. */
import { collectedNotes } from '../collect/arrivals.store.ts';
import { linkNotices } from './evidence.store.ts';

export function ownerNotes(sql: SqlStorage, nowMs: number) {
  return { linkNotices: linkNotices(sql, nowMs), collected: collectedNotes(sql, nowMs) };
}
