/**
 * The uploads that a page lists, in groups by phase and with running sums: one change costs the same with ten uploads and with ten
 * thousand. A change makes a new item of one upload and leaves the others, so that a view draws the lines whose item is another.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react';
import { isActive, isSettled, type UploadItem, type UploadPhase } from './upload-item.ts';

/** Sums over the listed uploads. */
export interface UploadTotals {
  readonly phases: Readonly<Record<UploadPhase, number>>;
  /** Done, with nothing to read about it. */
  readonly settled: number;
  /** Unfinished, and the browser can open the file. */
  readonly reopenable: number;
  /** Unfinished, and inside a folder. */
  readonly foldered: number;
  /** Failed for lack of space. */
  readonly spaceless: number;
  /** Failed because the user was signed out. */
  readonly signedOut: number;
  /** Of uploads that are neither cancelled nor unfinished. */
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** Of uploads under way. */
  readonly activeBytes: number;
  readonly activeSentBytes: number;
}

export interface UploadList {
  /** Another number after each change of any upload. */
  readonly version: ReadonlySignal<number>;
  readonly count: number;
  get(id: string): UploadItem | undefined;
  /** All, in the order in which they were added. */
  all(): UploadItem[];
  /** Uploads of these phases, phase by phase, each in the order in which it came to its phase. */
  in(...phases: readonly UploadPhase[]): UploadItem[];
  /** Uploads of one phase, without a copy of the list; the phase may change while they are read. */
  each(phase: UploadPhase): Iterable<UploadItem>;
  /** Their ids. @param phases  `settled`: done, with nothing to read; `done` leaves those out */
  ids(...phases: readonly (UploadPhase | 'settled')[]): string[];
  countIn(phase: UploadPhase): number;
  totals(): UploadTotals;
  add(items: readonly UploadItem[]): void;
  /** Before all others. */
  addFirst(items: readonly UploadItem[]): void;
  set(id: string, change: Partial<UploadItem>): void;
  remove(ids: readonly string[]): void;
  /** Several changes as one. */
  together(work: () => void): void;
}

type Group = UploadPhase | 'settled';
type Sums = { -readonly [key in Exclude<keyof UploadTotals, 'phases' | 'settled'>]: number };

const groupOf = (item: UploadItem): Group => (isSettled(item) ? 'settled' : item.phase);

/** Adds what an upload counts for, or takes it off. @param sign  1 or -1 */
function weigh(sums: Sums, item: UploadItem, sign: 1 | -1): void {
  const { phase, problem, sizeBytes, sentBytes } = item;
  if (phase === 'unfinished') {
    if (item.canReopen) sums.reopenable += sign;
    if (item.name.includes('/')) sums.foldered += sign;
    return;
  }
  if (phase === 'cancelled') return;
  if (phase === 'failed' && problem === 'space') sums.spaceless += sign;
  if (problem === 'signed_out') sums.signedOut += sign;
  sums.sizeBytes += sign * sizeBytes;
  sums.sentBytes += sign * sentBytes;
  if (!isActive(item)) return;
  sums.activeBytes += sign * sizeBytes;
  sums.activeSentBytes += sign * sentBytes;
}

function noSums(): Sums {
  return {
    reopenable: 0,
    foldered: 0,
    spaceless: 0,
    signedOut: 0,
    sizeBytes: 0,
    sentBytes: 0,
    activeBytes: 0,
    activeSentBytes: 0,
  };
}

function noGroups(): Record<Group, Set<string>> {
  return {
    waiting: new Set(),
    sending: new Set(),
    checking: new Set(),
    offline: new Set(),
    paused: new Set(),
    unfinished: new Set(),
    done: new Set(),
    failed: new Set(),
    cancelled: new Set(),
    settled: new Set(),
  };
}

export function makeUploadListState(): UploadList {
  const version = signal(0);
  const groups = noGroups();
  const sums = noSums();
  let items = new Map<string, UploadItem>();

  const bump = () => {
    version.value = version.peek() + 1;
  };
  const idsOf = (wanted: readonly Group[]) => wanted.flatMap((group) => [...groups[group]]);
  const itemsOf = (ids: Iterable<string>) =>
    Array.from(ids, (id) => items.get(id)).filter((item) => item !== undefined);

  function* each(phase: UploadPhase): Generator<UploadItem> {
    for (const id of groups[phase]) {
      const item = items.get(id);
      if (item) yield item;
    }
  }

  function enter(item: UploadItem): void {
    groups[groupOf(item)].add(item.id);
    weigh(sums, item, 1);
  }

  function set(id: string, change: Partial<UploadItem>): void {
    const before = items.get(id);
    if (!before) return;
    const after = { ...before, ...change };
    const keys = Object.keys(change) as (keyof UploadItem)[];
    if (keys.every((key) => before[key] === after[key])) return;
    weigh(sums, before, -1);
    weigh(sums, after, 1);
    if (groupOf(before) !== groupOf(after)) {
      groups[groupOf(before)].delete(id);
      groups[groupOf(after)].add(id);
    }
    items.set(id, after);
    bump();
  }

  return {
    version,
    get count() {
      return items.size;
    },
    get: (id) => items.get(id),
    all: () => itemsOf(items.keys()),
    in: (...phases) => itemsOf(idsOf(phases.flatMap((phase) => (phase === 'done' ? ['done', 'settled'] : [phase])))),
    each,
    ids: (...phases) => idsOf(phases),
    countIn: (phase) => groups[phase].size + (phase === 'done' ? groups.settled.size : 0),
    totals() {
      const { settled, ...rest } = groups;
      const phases = Object.fromEntries(Object.entries(rest).map(([phase, { size }]) => [phase, size]));
      phases['done'] = rest.done.size + settled.size;
      return { ...sums, phases: phases as UploadTotals['phases'], settled: settled.size };
    },
    add(added) {
      for (const item of added) {
        items.set(item.id, item);
        enter(item);
      }
      bump();
    },
    addFirst(added) {
      items = new Map([...added.map((item) => [item.id, item] as const), ...items]);
      for (const item of added) enter(item);
      bump();
    },
    set,
    remove(ids) {
      for (const id of ids) {
        const item = items.get(id);
        if (!item) continue;
        items.delete(id);
        groups[groupOf(item)].delete(id);
        weigh(sums, item, -1);
      }
      bump();
    },
    together: batch,
  };
}
