/** Which files get an image from this browser: those that the server has none of. Pure. */

import type { DriveRow } from '#shared/drive/rows.ts';
import { MIB } from '#shared/units.ts';

export type Source = 'film' | 'sound' | 'picture' | 'pdf' | 'heic';

/** 64 MiB: a larger picture would take a phone's memory. */
const MAX_PICTURE_BYTES = 64 * MIB;

/** 32 MiB: a larger document is read whole only when it is opened. */
const MAX_PDF_BYTES = 32 * MIB;

/**
 * The way to an image of a row, or null for a row that has one or cannot get one.
 * @param hasFailed  there is nothing behind the row's link
 */
export function sourceOf(row: DriveRow, hasFailed = false): Source | null {
  if ((row.image && !hasFailed) || row.folder || row.phase !== 'PHASE_TYPE_COMPLETE' || row.sizeBytes === 0)
    return null;
  if (row.category === 'VIDEO') return 'film';
  if (row.category === 'AUDIO') return 'sound';
  if (row.mime === 'application/pdf') return row.sizeBytes <= MAX_PDF_BYTES ? 'pdf' : null;
  if (/^image\/hei[cf]$/.test(row.mime)) return row.sizeBytes <= MAX_PICTURE_BYTES ? 'heic' : null;
  return row.category === 'IMAGE' && row.sizeBytes <= MAX_PICTURE_BYTES ? 'picture' : null;
}
