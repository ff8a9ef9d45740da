/** The file that undoes a go-back: a line for each object that was told, and a last one when all have gone. */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { Stop } from './stop.ts';

/** One line of the file. */
export interface Undo {
  readonly binding: string;
  readonly id: string;
  readonly bookmark: string;
}

/** After this line the file is of a run that has ended: the next one has a file of its own. */
const END = '{"ended":true}';

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
export function mendUndo(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  truncateSync(file, bytes.lastIndexOf('\n') + 1);
}

export function noteUndo(file: string, all: readonly Undo[]): void {
  append(
    file,
    all.map((each) => JSON.stringify(each)),
  );
}

export function endUndo(file: string): void {
  append(file, [END]);
}

/** @throws Stop without such a file */
export function readUndo(file: string): Undo[] {
  if (!existsSync(file)) throw new Stop(`${file} is not there`, 'Name the file that go-back has printed.');
  return linesOf(file)
    .filter((line) => line !== END)
    .map((line) => JSON.parse(line) as Undo);
}
