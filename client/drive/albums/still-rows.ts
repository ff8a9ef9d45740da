/** Rows of a page that has none of its own, or whose album is being deleted: a refresh of the list reads no pictures. */
import type { PhotoRows } from '../browser-model.ts';

/** @param onRefresh  the drive has changed */
export function stillRows(onRefresh: () => Promise<void>): PhotoRows {
  return {
    count: 0,
    replace: () => undefined,
    async first() {
      await onRefresh();
      return { rows: [], nextPageToken: '' };
    },
    idAt: () => undefined,
    near: () => undefined,
  };
}
