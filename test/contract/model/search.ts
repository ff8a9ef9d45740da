/** Answers of the model about its contents: sums, kinds, equal files, stars, recent events. */
import type { EventType, SortOrder } from '#shared/drive/model.ts';
import type { ModelDrive } from './drive-model.ts';
import type { ModelEvent } from './history.ts';
import { compare, keyOf, type ModelNode, refuse } from './nodes.ts';

/** Enough for the names that the tests use. */
const CATEGORIES: Readonly<Record<string, string>> = { txt: 'DOCUMENT', jpg: 'IMAGE' };

function categoryOf(name: string): string {
  return CATEGORIES[/\.([a-z]+)$/.exec(name.toLowerCase())?.[1] ?? ''] ?? 'OTHER';
}

function inPlace(model: ModelDrive): ModelNode[] {
  return [...model.nodes.values()].filter((node) => node.whole && model.standing(node.id) === 'live');
}

export interface ModelSize {
  readonly size: string;
  readonly file_count: string;
  readonly folder_count: string;
  /** Ids from the root to its folder. */
  readonly path: readonly string[];
}

export function sizeOf(model: ModelDrive, id: string): ModelSize {
  const [asked] = model.requireAll([id], 'refuse');
  const below = model.below(id).filter((node) => node.whole);
  const folders = below.filter((node) => !node.isFile && node !== asked);
  return {
    size: String(model.bytesOf(below)),
    file_count: String(below.filter((node) => node.isFile).length),
    folder_count: String(folders.length),
    path: model
      .lineOf(asked?.parentId ?? '')
      .map((node) => node.id)
      .reverse(),
  };
}

/** Of files and of what they held before. */
function bytesEver(model: ModelDrive, nodes: readonly ModelNode[]): number {
  const former = nodes.flatMap(({ versions }) => versions);
  return model.bytesOf(nodes) + former.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

/** The trash is counted, on its own; what files held before counts with their kind. */
export function kindsOf(model: ModelDrive): Record<string, string>[] {
  const kinds = new Map<string, ModelNode[]>();
  for (const node of model.nodes.values()) {
    if (!node.isFile || !node.whole) continue;
    const kind = categoryOf(node.name);
    kinds.set(kind, [...(kinds.get(kind) ?? []), node]);
  }
  return [...kinds]
    .map(([kind, nodes]) => ({ kind, nodes, bytes: bytesEver(model, nodes) }))
    .sort((left, right) => right.bytes - left.bytes || compare(left.kind, right.kind))
    .map(({ kind, nodes, bytes }) => {
      const thrown = nodes.filter((node) => model.standing(node.id) === 'trashed');
      return {
        file_category: kind,
        file_count: String(nodes.length),
        size: String(bytes),
        file_count_in_trash: String(thrown.length),
        size_in_trash: String(bytesEver(model, thrown)),
      };
    });
}

/** Ids of files in place that have the same bytes, largest first. In the model the size says which bytes. */
export function duplicatesOf(model: ModelDrive): { size: string; ids: string[] }[] {
  const groups = new Map<number, string[]>();
  for (const { isFile, sizeBytes, id } of inPlace(model))
    if (isFile && sizeBytes > 0) groups.set(sizeBytes, [...(groups.get(sizeBytes) ?? []), id]);
  return [...groups]
    .filter(([, ids]) => ids.length > 1)
    .sort(([left], [right]) => right - left)
    .map(([size, ids]) => ({ size: String(size), ids: ids.sort() }));
}

/** Files in place that hold something, largest first. */
export function largestOf(model: ModelDrive): ModelNode[] {
  return inPlace(model)
    .filter(({ isFile, sizeBytes }) => isFile && sizeBytes > 0)
    .sort((left, right) => right.sizeBytes - left.sizeBytes || compare(right.id, left.id));
}

/** Ids that may go because the one that stays has the same bytes. */
export function copiesIn(
  model: ModelDrive,
  { keep, ids }: { keep: string; ids: readonly string[] },
): readonly string[] {
  const [original, ...copies] = model.requireAll([keep, ...ids], 'refuse');
  const isSure = original?.isFile && original.whole && !ids.includes(keep);
  if (!isSure || copies.some((node) => !node.isFile || !node.whole || node.sizeBytes !== original.sizeBytes))
    refuse('failed_precondition');
  return ids;
}

/** Ids of what has a star. */
export function starredOf(model: ModelDrive): string[] {
  return inPlace(model)
    .filter((node) => node.starred)
    .map((node) => node.id)
    .sort();
}

/** Newest first. @param types  empty: all but played files */
export function recentOf(model: ModelDrive, types: readonly EventType[]): ModelEvent[] {
  const shown = new Set(inPlace(model).map((node) => node.id));
  return model.events.all
    .filter(({ type }) => (types.length === 0 ? type !== 'TYPE_PLAY' : types.includes(type)))
    .filter(({ nodeId }) => shown.has(nodeId))
    .sort((left, right) => right.at - left.at);
}

/** Uploads that wait for bytes, with the file each will become. @param except  those of visitors */
export function openUploadsOf(model: ModelDrive, except: ReadonlySet<string>): { id: string; node: ModelNode }[] {
  return [...model.uploads].flatMap(([id, { open, nodeId }]) => {
    const node = model.nodes.get(nodeId);
    return open && node && !except.has(id) ? [{ id, node }] : [];
  });
}

export interface ModelListing {
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly only: 'folders' | 'files' | 'all';
}

/** Where a name is in a list: accents beside their letter. */
function placeOf(name: string): string {
  return keyOf(name)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '');
}

/** @param modifiedOf  times as the real drive says them */
export function listOf(
  model: ModelDrive,
  id: string,
  asked: ModelListing,
  modifiedOf: (node: ModelNode) => string,
): ModelNode[] {
  if (model.standing(id) !== 'live') return [];
  const sign = asked.order.endsWith('_asc') ? 1 : -1;
  const value = (node: ModelNode): string | number =>
    asked.order.startsWith('name')
      ? placeOf(node.name)
      : asked.order.startsWith('mod')
        ? modifiedOf(node)
        : node.sizeBytes;
  const rank = (node: ModelNode): number => (asked.foldersFirst && node.isFile ? 1 : 0);
  return model
    .childrenOf(id)
    .filter((node) => node.whole && (asked.only === 'all' || node.isFile === (asked.only === 'files')))
    .sort(
      (left, right) =>
        rank(left) - rank(right) || sign * (compare(value(left), value(right)) || compare(left.id, right.id)),
    );
}

/** Every file in place, by id. */
export function everywhereOf(model: ModelDrive): ModelNode[] {
  return inPlace(model)
    .filter((node) => node.isFile)
    .sort((left, right) => compare(left.id, right.id));
}

/** Whole things in place whose names hold all words, by id. */
export function searchOf(model: ModelDrive, text: string): ModelNode[] {
  const parts = keyOf(text).split(' ');
  return inPlace(model)
    .filter((node) => parts.every((word) => keyOf(node.name).includes(word)))
    .sort((left, right) => compare(left.id, right.id));
}

/** The nodes with these names in a folder: the file, and folders, of which the oldest is meant. */
export function conflictsOf(
  model: ModelDrive,
  parentId: string,
  names: readonly string[],
): { name: string; isFile: boolean; ids: string[] }[] {
  model.requireFolder(parentId);
  return [...new Set(names)].flatMap((name) =>
    [true, false].flatMap((isFile) => {
      const ids = model.holdersOf(parentId, name).flatMap((node) => (node.isFile === isFile ? [node.id] : []));
      return ids.length > 0 ? [{ name, isFile, ids }] : [];
    }),
  );
}
