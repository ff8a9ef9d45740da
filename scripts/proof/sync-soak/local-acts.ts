/** Acts of people and their programs in a folder of this machine, drawn at random. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isConflict, STILL, type SyncFolder } from './sync-folder.ts';

const WEIGHTS = {
  create: 26,
  save: 16,
  edit: 8,
  rename: 10,
  move: 12,
  delete: 8,
  'make-folder': 6,
  'rename-folder': 3,
  'move-folder': 3,
  'delete-folder': 1,
  twin: 3,
  large: 1,
} as const;
export type LocalAct = keyof typeof WEIGHTS;
const ACTS = Object.keys(WEIGHTS) as LocalAct[];
const WHOLE = ACTS.reduce((sum, act) => sum + WEIGHTS[act], 0);

/** Kinds of names that systems and people give. */
const STEMS = ['note', 'Übersicht', 'レポート', 'año & más', 'a b  c', '100% #1', 'été', "d'accord", '🙂 list', 'Файл'];
/** More than one part of the client's. */
const LARGE_BYTES = 11_000_000;
const MOST_BYTES = 3_000;

/** Draws of one lane, and contents that no other act writes. */
export interface Draw {
  readonly random: () => number;
  /** Bytes of their own, below a length. */
  readonly bytes: (most?: number) => Uint8Array;
  /** A name that no other act gives. */
  readonly name: (extension: string) => string;
}

/** @param written  called with the bytes of each file */
export function makeDraw(random: () => number, lane: string, written: (bytes: Uint8Array) => void): Draw {
  let count = 0;
  return {
    random,
    bytes(most = MOST_BYTES) {
      count += 1;
      const head = Buffer.from(`${lane} ${count} ${random()}\n`);
      const made = Buffer.concat([head, Buffer.alloc(Math.floor(random() * most), `${lane}${count}`)]);
      written(made);
      return made;
    },
    name(extension) {
      count += 1;
      return `${STEMS[Math.floor(random() * STEMS.length)]} ${lane}${count}${extension}`;
    },
  };
}

export function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)];
}

export function pickAct(random: () => number): LocalAct {
  let left = random() * WHOLE;
  for (const act of ACTS) {
    left -= WEIGHTS[act];
    if (left < 0) return act;
  }
  return 'create';
}

/** A path that differs in case or in the form of accents alone; the same path where neither makes another. */
function twinOf(file: string): string {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  const other = name.normalize('NFD') === name ? name.toUpperCase() : name.normalize('NFD');
  return path.join(folder, other);
}

const mayAct = (entry: string): boolean => !isConflict(entry) && entry !== STILL;

const isBelow = (file: string, folder: string): boolean => `${file}/`.startsWith(`${folder}/`);

/** Writes a temporary file and puts it in the place of the document, as editors do. */
function saveByTemporary(file: string, bytes: Uint8Array): void {
  const temporary = path.join(path.dirname(file), `.~${path.basename(file)}.saving`);
  writeFileSync(temporary, bytes);
  renameSync(temporary, file);
}

/** Does one act in a folder; one that finds nothing to act on makes a file. */
export function actIn(folder: SyncFolder, { random, bytes, name }: Draw, act: LocalAct): void {
  const at = (place: string): string => path.join(folder.top, place);
  const entries = folder.entries().filter(mayAct);
  const files = entries.filter((entry) => !entry.endsWith('/'));
  const folders = entries.filter((entry) => entry.endsWith('/')).map((entry) => entry.slice(0, -1));
  const [file, place, to] = [pick(files, random), pick(folders, random), pick(['', ...folders], random) ?? ''];
  const create = (): void => writeFileSync(at(path.join(to, name('.txt'))), bytes());
  const moveTo = (from: string, target: string): void => {
    if (!existsSync(at(target)) && !isBelow(target, from)) renameSync(at(from), at(target));
  };
  const onFile = (work: (found: string) => void): void => (file === undefined ? create() : work(file));
  const onFolder = (work: (found: string) => void): void => (place === undefined ? create() : work(place));
  const acts: Readonly<Record<LocalAct, () => void>> = {
    create,
    save: () => onFile((found) => saveByTemporary(at(found), bytes())),
    edit: () => onFile((found) => writeFileSync(at(found), bytes())),
    rename: () => onFile((found) => moveTo(found, path.join(path.dirname(found), name('.md')))),
    move: () => onFile((found) => moveTo(found, path.join(to, path.basename(found)))),
    delete: () => onFile((found) => rmSync(at(found))),
    'make-folder': () => mkdirSync(at(path.join(to.split('/').length > 4 ? '' : to, name('')))),
    'rename-folder': () => onFolder((found) => moveTo(found, path.join(path.dirname(found), name('')))),
    'move-folder': () => onFolder((found) => moveTo(found, path.join(to, path.basename(found)))),
    'delete-folder': () => onFolder((found) => rmSync(at(found), { recursive: true })),
    twin: () => onFile((found) => writeFileSync(at(twinOf(found)), bytes())),
    large: () => writeFileSync(at(path.join(to, name('.bin'))), bytes(LARGE_BYTES)),
  };
  acts[act]();
}

/** The same file is written in two folders before either is in step. */
export function makeConflict(one: SyncFolder, two: SyncFolder, { random, bytes }: Draw): void {
  const others = new Set(two.entries());
  const both = one.entries().filter((file) => !file.endsWith('/') && others.has(file) && mayAct(file));
  const file = pick(both, random);
  if (file === undefined) return;
  for (const { top } of [one, two]) writeFileSync(path.join(top, file), bytes());
}

/** Many files come at once, as from a camera or an archive. */
export function makeMany({ top }: SyncFolder, { bytes, name }: Draw, count: number): void {
  const place = path.join(top, name(''));
  mkdirSync(place);
  for (let at = 0; at < count; at += 1) writeFileSync(path.join(place, `picture ${at}.jpg`), bytes(500));
}
