/** Everything under what was asked for, folder by folder, a page at a time: ten thousand files never stand in memory together. */
import type { RemoteThing } from './download.api.ts';

export interface Found {
  readonly thing: RemoteThing;
  /** The folders above it that are saved with it, from the top. */
  readonly above: readonly RemoteThing[];
}

/** Of one folder; null where it cannot be read: nothing of it comes. */
export type ListPage = { readonly things: readonly RemoteThing[]; readonly next: string } | null;

/** Folders come before what lies in them. */
export async function* walkThings(
  roots: readonly RemoteThing[],
  list: (folder: Found, pageToken: string) => Promise<ListPage>,
): AsyncGenerator<Found, undefined> {
  const folders: Found[] = [];
  for (const thing of roots) {
    yield { thing, above: [] };
    if (thing.isFolder) folders.push({ thing, above: [] });
  }
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    const above = [...folder.above, folder.thing];
    for (let token: string | null = ''; token !== null; ) {
      const page: ListPage = await list(folder, token);
      for (const thing of page?.things ?? []) {
        yield { thing, above };
        if (thing.isFolder) folders.push({ thing, above });
      }
      token = page && page.next !== '' ? page.next : null;
    }
  }
  return undefined;
}
