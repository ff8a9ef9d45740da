/**
 * The file that undoes a go-back: a line for each armed object, one when a run begins, one when all objects of the run are armed, and
 * a last one when all have gone.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './stop.ts';

/** One line of the file. */
export interface Undo {
  readonly binding: string;
  readonly id: string;
  readonly bookmark: string;
}

/** Between this line and the next, objects may be armed that the file lacks: their answer was lost. */
const BEGUN = '{"begun":true}';
/** Every object of the run was armed, or refused: the file leads each back. */
const TOLD = '{"told":true}';
/** After this line the file is of a run that has ended: the next one has a file of its own. */
const END = '{"ended":true}';
const MARKS = [BEGUN, TOLD, END];

function append(file: string, lines: readonly string[]): void {
  appendFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
}

/** Whole lines: a run that was cut off may leave the beginning of one. */
function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1).filter(Boolean);
}

/**
 * The files for going back to a moment: those of a run to the same moment which did not end, as its bookmarks are from before anything
 * changed; else new ones.
 */
export function filesOfRun(folder: string, environment: string, atMs: number): { undoFile: string; actsFile: string } {
  const moment = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  const nameOf = (kind: string, run: number) =>
    path.join(folder, `magpie.${kind}.${environment}.${moment}.${run}.jsonl`);
  let run = 1;
  while (existsSync(nameOf('undo', run)) && linesOf(nameOf('undo', run)).at(-1) === END) run += 1;
  return { undoFile: nameOf('undo', run), actsFile: nameOf('acts', run) };
}

/** Cuts off what is no whole line, so that the next line begins one. */
function mend(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
}

/** Before the first object of a run is armed. */
export function beginUndo(file: string): void {
  mend(file);
  append(file, [BEGUN]);
}

export function recordUndo(file: string, all: readonly Undo[]): void {
  append(
    file,
    all.map((each) => JSON.stringify(each)),
  );
}

/** Every object was asked, and has answered. */
export function recordAllDone(file: string): void {
  append(file, [TOLD]);
}

export function endUndo(file: string): void {
  mend(file);
  append(file, [END]);
}

/** @throws Stop without such a file, and for one that may lack an armed object */
export function readUndo(file: string): Undo[] {
  if (!existsSync(file)) throw new Stop(`${file} is not there`, 'Name the file that go-back has printed.');
  const lines = linesOf(file);
  const mark = lines.findLast((line) => MARKS.includes(line));
  if (mark !== TOLD && mark !== END)
    throw new Stop(
      `${file} is of a run that was cut off while objects were told where to go, and may lack some of them`,
      'Run the same command with --at as before, until it ends or names objects that cannot go back. Then undo it. Until then leave the installation closed.',
    );
  return lines.filter((line) => !MARKS.includes(line)).map((line) => JSON.parse(line) as Undo);
}
