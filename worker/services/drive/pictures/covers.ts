/** Marks of the images of some files, by id, inside one drive. */

import { imageMarkOf } from '../images/link.ts';
import { withPictures } from '../images/pictured-rows.ts';
import { isLive, nodeById } from '../tree/tree.store.ts';

/** Marks of the contents of live files that have an image, or may have one; others are left out. */
export function coverMarks(sql: SqlStorage, ids: readonly string[]): readonly (readonly [string, string])[] {
  const rows = ids.flatMap((id) => {
    const row = nodeById(sql, id);
    return row?.is_file === 1 && isLive(sql, id) ? [row] : [];
  });
  return withPictures(sql, rows).flatMap((row) => {
    const mark = imageMarkOf(row);
    return mark === '' ? [] : [[row.id, mark] as const];
  });
}
