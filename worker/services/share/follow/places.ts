/** Which folders new files of a followed share are in, and which copies a fetch makes of folders. Pure. */
import { copyIdOf, type SharedNode } from '#worker/services/drive/service.ts';
import type { FolderCopy } from '../registry/follows.store.ts';

export interface FolderGroup {
  readonly folderId: string;
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
    return { folderId, path, ids: inside };
  });
}

/** Folders that are copied by saves, with those below them. @param saves  ids that each of them copies, by its task */
export function copiedFolders(
  nodes: readonly SharedNode[],
  saves: readonly { readonly taskId: string; readonly ids: readonly string[] }[],
): FolderCopy[] {
  const taskOf = new Map(saves.flatMap(({ taskId, ids }) => ids.map((id) => [id, taskId] as const)));
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  return nodes.flatMap((node): FolderCopy[] => {
    if (node.contentKey !== '') return [];
    let at: SharedNode | undefined = node;
    while (at && !taskOf.has(at.id)) at = nodeOf.get(at.parentId);
    const taskId = at && taskOf.get(at.id);
    return taskId === undefined ? [] : [[node.id, copyIdOf(taskId, node.id)]];
  });
}
