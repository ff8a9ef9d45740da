/**
 * Bytes of the files below folders, for programs that show them. Nothing is stored of them: a folder is measured once for each of its tags,
 * which change with everything below it, and one look measures a bounded number of nodes. A folder with more of them has no size.
 */
import type { Tag } from '../acts/tags.store.ts';
import { isLargerThan, measure } from '../tree/batch.store.ts';

/** Nodes that one look measures: about 5 ms. */
const NODES_AT_ONCE = 5_000;
const MAX_KNOWN = 10_000;

export interface FolderSizes {
  /** By id; those that are too large are left out. @param tags  of the folders, by id */
  of(sql: SqlStorage, ids: readonly string[], tags: ReadonlyMap<string, Tag>): ReadonlyMap<string, number>;
}

export function makeFolderSizes(): FolderSizes {
  const known = new Map<string, Tag & { readonly bytes: number | null }>();

  function remember(id: string, size: Tag & { readonly bytes: number | null }): void {
    const [oldest] = known.keys();
    if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(id, size);
  }

  return {
    of(sql, ids, tags) {
      const sizes = new Map<string, number>();
      let left = NODES_AT_ONCE;
      for (const id of ids) {
        const { n, run } = tags.get(id) ?? { n: 0, run: 0 };
        let size = known.get(id);
        if (size?.n !== n || size.run !== run) {
          if (left === 0) continue;
          // A folder that is too large alone is not measured again; one that comes after others is, by a later look.
          const isTooLarge = isLargerThan(sql, [id], left);
          const isAlone = left === NODES_AT_ONCE;
          const held = isTooLarge ? null : measure(sql, [id]);
          // To find that it is too large took as many nodes.
          left -= held ? held.files + held.folders : left;
          if (isTooLarge && !isAlone) continue;
          size = { n, run, bytes: held?.bytes ?? null };
          remember(id, size);
        }
        if (size.bytes !== null) sizes.set(id, size.bytes);
      }
      return sizes;
    },
  };
}
