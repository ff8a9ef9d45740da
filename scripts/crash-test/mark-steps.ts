/** Steps that mark and find: stars, many names at once, events of viewed files, searches and sums. */
import type { Body, Outcome } from './calls.ts';
import { type Lane, pick, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import { type Entry, NOTES, nameOf, parentOf } from './tree.ts';
import { batch } from './tree-steps.ts';

const STARRED_AT_ONCE = 3;
const RENAMED_AT_ONCE = 5;

/** Some neighbours of a list, from a place on. */
function several<T>(list: readonly T[], at: number, count: number): T[] {
  const start = Math.floor(at * list.length);
  return list.slice(start, start + count);
}

function star(lane: Lane, at: number, on: number): Promise<StepEnd> {
  const paths = several(
    lane.paths(() => true),
    at,
    STARRED_AT_ONCE,
  );
  if (paths.length === 0) return Promise.resolve('done');
  const ids = paths.map((path) => lane.idOf(path));
  const starred = on < 0.6;
  return batch(lane, starred ? 'star' : 'unstar', paths.join(' '), { ids }, (tree) =>
    tree.mark(({ id }) => ids.includes(id), { starred }),
  );
}

/** New names for some, or two neighbours of one folder swap theirs. */
function renameMany(lane: Lane, at: number, way: number): Promise<StepEnd> {
  const whole = lane.paths((entry) => !entry.isPending);
  const names = new Map<string, string>();
  const [first = '', second = ''] = several(whole, at, 2);
  if (way < 0.4 && second !== '' && parentOf(first) === parentOf(second))
    names.set(first, nameOf(second)).set(second, nameOf(first));
  else for (const path of several(whole, at, RENAMED_AT_ONCE)) names.set(path, lane.newName('.many'));
  if (names.size === 0) return Promise.resolve('done');
  const items = [...names].map(([path, name]) => ({ id: lane.idOf(path), name }));
  return batch(lane, 'batchRename', '', { items }, (tree) => tree.renameAll(names));
}

/** The kind of note that this lane makes: clearing one kind is the person's, so each lane has its own. */
function noteOf(lane: Lane): (typeof NOTES)[number] {
  return NOTES[lane.usesTrash ? 0 : 1];
}

async function note(lane: Lane, at: number): Promise<StepEnd> {
  const path = lane.pick(at, (entry) => !entry.isPending);
  if (path === undefined) return 'done';
  const fileId = lane.idOf(path);
  return lane.step({
    label: `note ${path}`,
    change: (tree) => tree.mark(({ id }) => id === fileId, { noted: true }),
    send: () => lane.call('POST', '/drive/v1/events', { body: { event: { type: noteOf(lane), file_id: fileId } } }),
  });
}

function readNotes(lane: Lane): Promise<Outcome> {
  const filters = JSON.stringify({ type: { eq: noteOf(lane) } });
  return lane.call('GET', '/drive/v1/events', { query: { limit: '5', filters } });
}

/** Forgets the newest notes one by one, or all. */
async function forgetNotes(lane: Lane, way: number): Promise<StepEnd> {
  if (way < 0.3) {
    return lane.step({
      label: 'clear notes',
      change: (tree) => tree.mark(() => true, { noted: false }),
      send: () => lane.call('POST', '/drive/v1/events:clear', { body: { types: [noteOf(lane)] } }),
    });
  }
  const read = await readNotes(lane);
  if (read.kind !== 'ok') return 'stop';
  const events: Body[] = read.body.events;
  if (events.length === 0) return 'done';
  const fileIds = events.map((event) => event.file_id);
  return lane.step({
    label: `forget notes of ${fileIds.join(' ')}`,
    change: (tree) => tree.mark(({ id }) => fileIds.includes(id), { noted: false }),
    send: () => lane.call('POST', '/drive/v1/events:delete', { body: { ids: events.map((event) => event.id) } }),
  });
}

/** Only this lane changes its folder, so a search must return exactly its entries. */
async function find(lane: Lane, at: number): Promise<StepEnd> {
  // Saved copies share their names with other lanes.
  const own = [...lane.tree.entries.keys()].filter((path) => nameOf(path).startsWith(`${lane.name}-`));
  const word = nameOf(pick(own, at) ?? '').split('\0')[0] ?? '';
  if (word === '') return 'done';
  const has = ([path, entry]: [string, Entry]) => !entry.isPending && nameOf(path).includes(word);
  const expected = [...lane.tree.entries].filter(has).map(([path]) => nameOf(path));
  const found = await lane.call('GET', '/drive/v1/files:search', { query: { q: word, limit: '1000' } });
  if (found.kind !== 'ok') return 'stop';
  const names: string[] = found.body.files.map((file: Body) => file.name);
  if (JSON.stringify(names.toSorted()) !== JSON.stringify(expected.toSorted()))
    lane.tally.violations.push(`${lane.name}: a search for ${word} found ${names}, expected ${expected}`);
  const size = await lane.call('GET', `/drive/v1/files/${lane.folderId}/size`);
  if (size.kind !== 'ok') return 'stop';
  const whole = [...lane.tree.entries.values()].filter((entry) => !entry.isPending);
  const sums = [
    whole.reduce((sum, entry) => sum + entry.sizeBytes, 0),
    whole.filter((entry) => entry.isFile).length,
    whole.filter((entry) => !entry.isFile).length,
  ];
  const told = [size.body.size, size.body.file_count, size.body.folder_count].map(Number);
  if (JSON.stringify(told) !== JSON.stringify(sums))
    lane.tally.violations.push(`${lane.name}: its folder is told to hold ${told}, expected ${sums}`);
  return 'done';
}

export const MARK_STEPS = {
  star: (lane, [at, on]) => star(lane, at, on),
  'rename-many': (lane, [at, way]) => renameMany(lane, at, way),
  note: (lane, [at]) => note(lane, at),
  'forget-notes': (lane, [, way]) => forgetNotes(lane, way),
  find: (lane, [at]) => find(lane, at),
} as const satisfies Partial<Record<StepKind, Step>>;
