import { type Lane, pick, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import { FOLDER, nameOf, parentOf } from './tree.ts';

/** Beyond this a lane makes nothing more and deletes. */
const MAX_ENTRIES = 220;

/** Folders that can take this entry from elsewhere under its own name. */
export function placesFor(lane: Lane, name: string, exceptBelow: string | null): string[] {
  return lane
    .folders()
    .filter((folder) => !lane.tree.entries.has(`${folder}/${name}`))
    .filter((folder) => exceptBelow === null || (folder !== exceptBelow && !folder.startsWith(`${exceptBelow}/`)));
}

async function makeFolder(lane: Lane, at: number): Promise<StepEnd> {
  const path = `${pick(lane.folders(), at) ?? ''}/${lane.newName()}`;
  const body = { kind: 'drive#folder', name: nameOf(path), parent_id: lane.idOf(parentOf(path)) };
  return lane.step({
    label: `folder ${path}`,
    change: (tree) => tree.add(path, FOLDER),
    send: (key) => lane.call('POST', '/drive/v1/files', { key, body }),
    onOk: (answer) => {
      const made = lane.tree.entries.get(path);
      if (made) lane.tree.add(path, { ...made, id: answer.file.id });
    },
  });
}

/** A call for a batch, whose answer names a task. */
export async function batch(
  lane: Lane,
  operation: string,
  path: string,
  body: object,
  change: (tree: Lane['tree']) => void,
): Promise<StepEnd> {
  return lane.step({
    label: `${operation} ${path} ${JSON.stringify(body)}`,
    change,
    send: (key) => lane.call('POST', `/drive/v1/files:${operation}`, { key, body }),
    taskOf: (answer) => answer.task_id,
  });
}

function move(lane: Lane, at: number, to: number): Promise<StepEnd> {
  const from = lane.pick(at);
  if (from === undefined) return Promise.resolve('done');
  const folder = pick(placesFor(lane, nameOf(from), from), to);
  if (folder === undefined) return Promise.resolve('done');
  const body = { ids: [lane.idOf(from)], to: { parent_id: lane.idOf(folder) } };
  return batch(lane, 'batchMove', `${from} -> ${folder}/`, body, (tree) =>
    tree.move(from, `${folder}/${nameOf(from)}`),
  );
}

function copy(lane: Lane, at: number, to: number): Promise<StepEnd> {
  const from = lane.pick(at, (entry) => !entry.isPending);
  if (from === undefined || lane.tree.below(from).size > MAX_ENTRIES / 4) return Promise.resolve('done');
  const folder = pick(placesFor(lane, nameOf(from), from), to);
  if (folder === undefined) return Promise.resolve('done');
  const body = { ids: [lane.idOf(from)], to: { parent_id: lane.idOf(folder) } };
  return batch(lane, 'batchCopy', `${from} -> ${folder}/`, body, (tree) =>
    tree.copy(from, `${folder}/${nameOf(from)}`),
  );
}

async function rename(lane: Lane, at: number): Promise<StepEnd> {
  const path = lane.pick(at, (entry) => !entry.isPending);
  if (path === undefined) return 'done';
  const id = lane.idOf(path);
  const name = lane.newName('.renamed');
  return lane.step({
    label: `rename ${path} to ${name}`,
    change: (tree) => tree.move(path, `${parentOf(path)}/${name}`),
    send: (key) => lane.call('PATCH', `/drive/v1/files/${id}`, { key, body: { name } }),
  });
}

/** Uploads of files that are no longer in place are not gone on with. */
export function forgetUploads(lane: Lane, path: string): void {
  for (const entry of [lane.tree.entries.get(path), ...lane.tree.below(path).values()])
    if (entry) lane.open.delete(entry.id);
}

function trash(lane: Lane, at: number): Promise<StepEnd> {
  const path = lane.usesTrash ? lane.pick(at) : undefined;
  if (path === undefined) return Promise.resolve('done');
  forgetUploads(lane, path);
  const parentId = lane.idOf(parentOf(path));
  return batch(lane, 'batchTrash', path, { ids: [lane.idOf(path)] }, (tree) => tree.moveToTrash(path, parentId));
}

function untrash(lane: Lane, at: number): Promise<StepEnd> {
  const homes = new Map(lane.folders().map((folder) => [lane.idOf(folder), folder]));
  const able = [...lane.tree.trash].filter(([, { parentId, name }]) => {
    const home = homes.get(parentId);
    return home !== undefined && !lane.tree.entries.has(`${home}/${name}`);
  });
  const found = pick(able, at);
  if (!found) return Promise.resolve('done');
  const [id, { name, parentId, root, below }] = found;
  return batch(lane, 'batchUntrash', name, { ids: [id] }, (tree) => {
    tree.trash.delete(id);
    tree.graft(`${homes.get(parentId) ?? ''}/${name}`, root, below);
  });
}

function remove(lane: Lane, at: number, from: number): Promise<StepEnd> {
  const trashed = pick([...lane.tree.trash.keys()], at);
  if (trashed !== undefined && from < 0.3)
    return batch(
      lane,
      'batchDelete',
      `trashed ${trashed}`,
      { ids: [trashed] },
      (tree) => void tree.trash.delete(trashed),
    );
  const path = lane.pick(at);
  if (path === undefined) return Promise.resolve('done');
  forgetUploads(lane, path);
  return batch(lane, 'batchDelete', path, { ids: [lane.idOf(path)] }, (tree) => tree.remove(path));
}

async function emptyTrash(lane: Lane): Promise<StepEnd> {
  if (!lane.usesTrash) return 'done';
  return lane.step({
    label: 'empty the trash',
    change: (tree) => tree.trash.clear(),
    send: (key) => lane.call('PATCH', '/drive/v1/files/trash:empty', { key, body: {} }),
    taskOf: (answer) => answer.task_id,
  });
}

export function isFull(lane: Lane): boolean {
  return lane.tree.entries.size > MAX_ENTRIES;
}

export const TREE_STEPS = {
  folder: (lane, [at]) => makeFolder(lane, at),
  move: (lane, [at, to]) => move(lane, at, to),
  copy: (lane, [at, to]) => copy(lane, at, to),
  rename: (lane, [at]) => rename(lane, at),
  trash: (lane, [at]) => trash(lane, at),
  untrash: (lane, [at]) => untrash(lane, at),
  delete: (lane, [at, from]) => remove(lane, at, from),
  'empty-trash': emptyTrash,
} as const satisfies Partial<Record<StepKind, Step>>;
