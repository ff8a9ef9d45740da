/** Walks the selected nodes folder by folder, one page at a time: thousands of files are never in memory together. */
import type { RemoteNode } from './download.api.ts';

export interface WalkEntry {
  readonly node: RemoteNode;
  /** The folders above it that are saved with it, from the top. */
  readonly above: readonly RemoteNode[];
}

/** One page of a folder; null for a folder that cannot be read. */
export type ListPage = { readonly nodes: readonly RemoteNode[]; readonly next: string } | null;

/** Yields a folder before its content. */
export async function* walkNodes(
  roots: readonly RemoteNode[],
  list: (folder: WalkEntry, pageToken: string) => Promise<ListPage>,
): AsyncGenerator<WalkEntry, undefined> {
  const folders: WalkEntry[] = [];
  for (const node of roots) {
    yield { node, above: [] };
    if (node.isFolder) folders.push({ node, above: [] });
  }
  for (let folder = folders.shift(); folder; folder = folders.shift()) {
    const above = [...folder.above, folder.node];
    for (let token: string | null = ''; token !== null; ) {
      const page: ListPage = await list(folder, token);
      for (const node of page?.nodes ?? []) {
        yield { node, above };
        if (node.isFolder) folders.push({ node, above });
      }
      token = page && page.next !== '' ? page.next : null;
    }
  }
  return undefined;
}
