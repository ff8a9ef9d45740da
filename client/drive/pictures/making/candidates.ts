/** Which files get an image from this browser: those that the server has none of. Pure. */

import type { DriveRow } from '#shared/drive/rows.ts';
import { MIB } from '#shared/units.ts';

export type Source = 'film' | 'sound' | 'picture';

/** 64 MiB: a larger picture would take a phone's memory. */
const MAX_PICTURE_BYTES = 64 * MIB;

/** The way to an image of a row, or null for a row that has one or cannot get one. */
export function sourceOf(row: DriveRow): Source | null {
  if (row.image || row.folder || row.phase !== 'PHASE_TYPE_COMPLETE' || row.sizeBytes === 0) return null;
  if (row.category === 'VIDEO') return 'film';
  if (row.category === 'AUDIO') return 'sound';
  return row.category === 'IMAGE' && row.sizeBytes <= MAX_PICTURE_BYTES ? 'picture' : null;
}
