/** Which files get an image from this browser: those that the server has none of. Pure. */

import { kindOf, type PageFormat, pageFormatOf } from '#client/preview/kinds.rules.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { MIB } from '#shared/units.ts';

export type Source = 'film' | 'sound' | 'picture' | 'heic' | PageFormat;

/** 64 MiB: a larger picture would take a phone's memory. */
const MAX_PICTURE_BYTES = 64 * MIB;

/** 32 MiB: a larger document is read whole only when it is opened. Of a text the beginning is read. */
const MAX_DOCUMENT_BYTES = 32 * MIB;
export const TEXT_PAGES: readonly Source[] = ['text-page', 'code-page', 'markdown-page', 'csv-page'];

/**
 * The way to an image of a row, or null for a row that has one or cannot get one.
 * @param hasFailed  there is nothing behind the row's link
 */
export function sourceOf(row: DriveRow, hasFailed = false): Source | null {
  if ((row.image && !hasFailed) || row.folder || row.phase !== 'PHASE_TYPE_COMPLETE' || row.sizeBytes === 0)
    return null;
  if (row.category === 'VIDEO') return 'film';
  if (row.category === 'AUDIO') return 'sound';
  if (/^image\/hei[cf]$/.test(row.mime)) return row.sizeBytes <= MAX_PICTURE_BYTES ? 'heic' : null;
  if (row.category === 'IMAGE') return row.sizeBytes <= MAX_PICTURE_BYTES ? 'picture' : null;
  const page = pageFormatOf(kindOf(row));
  return page && (row.sizeBytes <= MAX_DOCUMENT_BYTES || TEXT_PAGES.includes(page)) ? page : null;
}
