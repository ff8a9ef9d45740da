/** Which rows an album takes. Pure. */
import type { DriveRow } from '#shared/drive/rows.ts';

/** Whether all of these are pictures or films that an album takes. */
export function fitAlbums(rows: readonly DriveRow[]): boolean {
  return (
    rows.length > 0 &&
    rows.every(
      ({ folder, category, phase, trashedMs }) =>
        !folder &&
        trashedMs === null &&
        phase === 'PHASE_TYPE_COMPLETE' &&
        (category === 'IMAGE' || category === 'VIDEO'),
    )
  );
}
