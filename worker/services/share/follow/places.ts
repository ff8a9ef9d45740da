/** Where new files of a followed share are, by the names of the folders above them. Pure. */
import type { SharedNode } from '#worker/services/drive/service.ts';

export interface FolderGroup {
  /** Names from the top of the share to the folder. */
  readonly path: readonly string[];
  readonly ids: readonly string[];
}

/** Groups files and folders by the folder that they are in; those at the top of the share are in none. */
export function byFolder(nodes: readonly SharedNode[], ids: readonly string[]): FolderGroup[] {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const parent = nodeOf.get(nodeOf.get(id)?.parentId ?? '');
    if (!parent) continue;
    const group = groups.get(parent.id);
    if (group) group.push(id);
    else groups.set(parent.id, [id]);
  }
  return Array.from(groups, ([folderId, inside]) => {
    const path: string[] = [];
    for (let at = nodeOf.get(folderId); at; at = nodeOf.get(at.parentId)) path.unshift(at.name);
    return { path, ids: inside };
  });
}
