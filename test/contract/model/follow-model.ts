/** Which files of a followed share are new, and where a fetch puts them, over models of both drives. Written from the contract. */
import type { ModelDrive } from './drive-model.ts';
import { keyOf, type ModelNode } from './nodes.ts';

export interface ModelFollow {
  readonly shareId: string;
  readonly rootId: string;
  /** Files with their contents that are not new. */
  seen: Set<string>;
  /** Null before the first fetch. */
  parentId: string | null;
  /** Folders of the share and what became of them. */
  readonly copies: Map<string, string>;
}

const markOf = ({ id, sizeBytes }: ModelNode) => `${id} ${sizeBytes}`;

/** Complete files and folders of a share. */
function nodesOf(owner: ModelDrive, rootId: string): ModelNode[] {
  return owner.standing(rootId) === 'live' ? owner.below(rootId).filter(({ isFile, whole }) => !isFile || whole) : [];
}

export function seenNow(owner: ModelDrive, rootId: string): Set<string> {
  return new Set(
    nodesOf(owner, rootId)
      .filter(({ isFile }) => isFile)
      .map(markOf),
  );
}

/** Nodes that a fetch saves: folders of which all files are new, and the other new files. */
export function freshTops(owner: ModelDrive, { rootId, seen }: ModelFollow): ModelNode[] {
  const fresh = (node: ModelNode): { tops: ModelNode[]; hasOld: boolean } => {
    if (node.isFile) return seen.has(markOf(node)) ? { tops: [], hasOld: true } : { tops: [node], hasOld: false };
    const inside = nodesOf(owner, node.id)
      .filter(({ parentId }) => parentId === node.id)
      .map(fresh);
    const tops = inside.flatMap((each) => each.tops);
    const hasOld = inside.some((each) => each.hasOld);
    return { tops: tops.length > 0 && !hasOld ? [node] : tops, hasOld };
  };
  return nodesOf(owner, rootId)
    .filter(({ id }) => id === rootId)
    .flatMap((root) => fresh(root).tops);
}

/** Folders that names lead to: several folders of one folder may have the same name. */
function along(drive: ModelDrive, from: string, path: readonly string[]): string[] {
  return path.reduce(
    (found: readonly string[], name) =>
      found.flatMap((id) =>
        drive
          .childrenOf(id)
          .filter((node) => !node.isFile && keyOf(node.name) === keyOf(name))
          .map((node) => node.id),
      ),
    [from],
  ) as string[];
}

/** Folders that a fetch may put this into; one, unless names lead to several. */
export function placesFor(
  { owner, own }: { owner: ModelDrive; own: ModelDrive },
  { rootId, copies }: ModelFollow,
  node: ModelNode,
  baseId: string,
): string[] {
  const copy = copies.get(node.parentId);
  if (node.id === rootId) return [baseId];
  if (copy !== undefined && own.standing(copy) === 'live' && own.nodes.get(copy)?.isFile === false) return [copy];
  if (own.standing(baseId) !== 'live') return [baseId];
  const line = owner.lineOf(node.parentId);
  const path = line.slice(0, line.findIndex(({ id }) => id === rootId) + 1).map(({ name }) => name);
  const full = path.toReversed();
  const found = [full, full.slice(1)].map((names) => along(own, baseId, names));
  if (found.some((each) => each.length > 1)) return [...new Set([...found.flat(), baseId])];
  return [found[0]?.[0] ?? found[1]?.[0] ?? baseId];
}
