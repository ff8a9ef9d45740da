/**
 * Which files of a followed share are new: those whose mark was not there before. A mark is of a file with its content, so a file that
 * was moved in or changed is new, and one that was renamed is not. Pure.
 */
import { createHash } from 'node:crypto';
import type { SharedNode } from '#worker/services/drive/service.ts';

/** 8 bytes: among fifty thousand files two are taken for one with a chance of one in 10^10. */
const MARK_BYTES = 8;
/** Files and folders of one fetch. */
const MAX_IDS = 1_000;

/** A node with its mark as base64; '' for a folder. */
export interface MarkedNode extends SharedNode {
  readonly mark: string;
}

const isFile = ({ contentKey }: SharedNode) => contentKey !== '';

function markOf({ id, contentKey }: SharedNode): string {
  return createHash('sha256').update(`${id}\n${contentKey}`).digest().toString('base64', 0, MARK_BYTES);
}

export function withMarks(nodes: readonly SharedNode[]): MarkedNode[] {
  return nodes.map((node) => ({ ...node, mark: isFile(node) ? markOf(node) : '' }));
}

/** Marks of all files, to be stored. */
export function marksOf(nodes: readonly MarkedNode[]): Uint8Array {
  return new Uint8Array(Buffer.concat(nodes.filter(isFile).map(({ mark }) => Buffer.from(mark, 'base64'))));
}

export interface NewFiles {
  /** Folders of which all files are new, and the other new files: what a save names. */
  readonly ids: readonly string[];
  readonly files: readonly MarkedNode[];
  /** Marks once these are fetched. */
  readonly seen: Uint8Array;
}

function knownMarks(seen: Uint8Array): Set<string> {
  const all = Buffer.from(seen);
  return new Set(
    Array.from({ length: Math.floor(all.length / MARK_BYTES) }, (_, at) =>
      all.toString('base64', at * MARK_BYTES, (at + 1) * MARK_BYTES),
    ),
  );
}

/** New files of a node, what names them in a save, and whether others are beside them. */
interface Below {
  readonly files: MarkedNode[];
  readonly tops: string[];
  readonly hasOld: boolean;
}

/** @param seen  marks of before */
export function newFiles(nodes: readonly MarkedNode[], seen: Uint8Array): NewFiles {
  const known = knownMarks(seen);
  const isNew = new Set(nodes.filter((node) => isFile(node) && !known.has(node.mark)));
  const children = new Map<string, MarkedNode[]>();
  for (const node of nodes) {
    const siblings = children.get(node.parentId);
    if (siblings) siblings.push(node);
    else children.set(node.parentId, [node]);
  }
  const ids: string[] = [];
  const files: MarkedNode[] = [];
  const below = (node: MarkedNode): Below => {
    if (isFile(node))
      return isNew.has(node)
        ? { files: [node], tops: [node.id], hasOld: false }
        : { files: [], tops: [], hasOld: true };
    const parts = (children.get(node.id) ?? []).map(below);
    const found = parts.flatMap((part) => part.files);
    const hasOld = parts.some((part) => part.hasOld);
    return { files: found, tops: found.length > 0 && !hasOld ? [node.id] : parts.flatMap(({ tops }) => tops), hasOld };
  };
  const inside = new Set(nodes.map(({ id }) => id));
  for (const root of nodes.filter(({ parentId }) => !inside.has(parentId))) {
    const found = below(root);
    ids.push(...found.tops);
    files.push(...found.files);
  }
  if (ids.length <= MAX_IDS) return { ids, files, seen: marksOf(nodes) };
  const taken = new Set(ids.slice(0, MAX_IDS));
  // The rest is new at the next fetch.
  const lineOf = new Map(nodes.map((node) => [node.id, node]));
  const isTaken = (node: MarkedNode): boolean => {
    for (let at: MarkedNode | undefined = node; at; at = lineOf.get(at.parentId)) if (taken.has(at.id)) return true;
    return false;
  };
  const fetched = files.filter(isTaken);
  const old = nodes.filter((node) => isFile(node) && !isNew.has(node));
  return { ids: [...taken], files: fetched, seen: marksOf([...old, ...fetched]) };
}
