/** Steps that change the tree: folders, moves, copies, names, the trash, deletions. */
import { type Body, call } from './calls.ts';
import { pick } from './file-steps.ts';
import type { Lane, Step, StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import { nameOf, parentOf } from './tree.ts';

/** Beyond this a lane makes nothing more and deletes. */
const MAX_ENTRIES = 220;
const TASK_TRIES = 400;

/** Waits until a task that was acknowledged has ended. */
export async function untilEnded(lane: Lane, taskId: string): Promise<StepEnd> {
  for (let tries = 0; tries < TASK_TRIES; tries++) {
    const asked = await call(lane.wire, 'GET', `/drive/v1/tasks/${taskId}`, { token: lane.person.token });
    if (asked.kind === 'unknown') return 'stop';
    const phase: string = asked.kind === 'ok' ? asked.body.phase : asked.error;
    if (phase === 'PHASE_TYPE_COMPLETE') return 'done';
    if (phase !== 'PHASE_TYPE_RUNNING' && phase !== 'PHASE_TYPE_PENDING') {
      lane.tally.violations.push(`${lane.name}: task ${taskId} ended as ${phase}`);
      return 'done';
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  lane.tally.violations.push(`${lane.name}: task ${taskId} did not end`);
  return 'done';
}

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
  await lane.attempt({
    label: `folder ${path}`,
    change: (tree) => tree.add(path, { id: '', isFile: false, sizeBytes: 0, isPending: false, sha256: '' }),
    send: (key) => call(lane.wire, 'POST', '/drive/v1/files', { token: lane.person.token, key, body }),
    onOk: (answer) => {
      const made = lane.tree.entries.get(path);
      if (made) lane.tree.add(path, { ...made, id: answer.file.id });
    },
  });
  return 'done';
}

/** A call for a batch, whose answer names a task. */
export async function batch(
  lane: Lane,
  operation: string,
  path: string,
  body: object,
  change: (tree: Lane['tree']) => void,
): Promise<StepEnd> {
  let taskId = '';
  const end = await lane.attempt({
    label: `${operation} ${path} ${JSON.stringify(body)}`,
    change,
    send: (key) => call(lane.wire, 'POST', `/drive/v1/files:${operation}`, { token: lane.person.token, key, body }),
    onOk: (answer: Body) => {
      taskId = answer.task_id;
    },
  });
  return end === 'ok' ? untilEnded(lane, taskId) : 'done';
}

function move(lane: Lane, at: number, to: number): Promise<StepEnd> {
  const from = pick(
    lane.paths(() => true),
    at,
  );
  if (from === undefined) return Promise.resolve('done');
  const folder = pick(placesFor(lane, nameOf(from), from), to);
  if (folder === undefined) return Promise.resolve('done');
  const body = { ids: [lane.idOf(from)], to: { parent_id: lane.idOf(folder) } };
  return batch(lane, 'batchMove', `${from} -> ${folder}/`, body, (tree) =>
    tree.move(from, `${folder}/${nameOf(from)}`),
  );
}

function copy(lane: Lane, at: number, to: number): Promise<StepEnd> {
  const from = pick(
    lane.paths((entry) => !entry.isPending),
    at,
  );
  if (from === undefined || lane.tree.below(from).size > MAX_ENTRIES / 4) return Promise.resolve('done');
  const folder = pick(placesFor(lane, nameOf(from), from), to);
  if (folder === undefined) return Promise.resolve('done');
  const body = { ids: [lane.idOf(from)], to: { parent_id: lane.idOf(folder) } };
  return batch(lane, 'batchCopy', `${from} -> ${folder}/`, body, (tree) =>
    tree.copy(from, `${folder}/${nameOf(from)}`),
  );
}

async function rename(lane: Lane, at: number): Promise<StepEnd> {
  const path = pick(
    lane.paths((entry) => !entry.isPending),
    at,
  );
  if (path === undefined) return 'done';
  const id = lane.idOf(path);
  const name = lane.newName('.renamed');
  await lane.attempt({
    label: `rename ${path} to ${name}`,
    change: (tree) => tree.move(path, `${parentOf(path)}/${name}`),
    send: (key) =>
      call(lane.wire, 'PATCH', `/drive/v1/files/${id}`, {
        token: lane.person.token,
        key,
        body: { name },
      }),
  });
  return 'done';
}

/** Uploads of files that are no longer in place are not gone on with. */
export function forgetUploads(lane: Lane, path: string): void {
  for (const entry of [lane.tree.entries.get(path), ...lane.tree.below(path).values()])
    if (entry) lane.open.delete(entry.id);
}

function trash(lane: Lane, at: number): Promise<StepEnd> {
  const path = lane.usesTrash
    ? pick(
        lane.paths(() => true),
        at,
      )
    : undefined;
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
  const path = pick(
    lane.paths(() => true),
    at,
  );
  if (path === undefined) return Promise.resolve('done');
  forgetUploads(lane, path);
  return batch(lane, 'batchDelete', path, { ids: [lane.idOf(path)] }, (tree) => tree.remove(path));
}

async function emptyTrash(lane: Lane): Promise<StepEnd> {
  if (!lane.usesTrash) return 'done';
  let taskId = '';
  const end = await lane.attempt({
    label: 'empty the trash',
    change: (tree) => tree.trash.clear(),
    send: (key) => call(lane.wire, 'PATCH', '/drive/v1/files/trash:empty', { token: lane.person.token, key, body: {} }),
    onOk: (answer: Body) => {
      taskId = answer.task_id;
    },
  });
  return end === 'ok' ? untilEnded(lane, taskId) : 'done';
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
