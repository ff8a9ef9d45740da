/**
 * Restores into an installation that have not ended: the folder of backups has a file for each, with the ids of objects that are done.
 * An installation has one at most, or it would get objects of two moments.
 */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

export interface Progress {
  /** An earlier run has begun to put this backup back. */
  readonly began: boolean;
  readonly done: ReadonlySet<string>;
  note(ids: readonly string[]): void;
  end(): void;
}

const TARGET_CHARS = 16;

const fileOf = (folder: string, backup: string, target: string): string =>
  path.join(folder, `putting.${backup}.${target.slice(0, TARGET_CHARS)}.txt`);

/** @param target  digest of the installation */
export function openProgress(folder: string, backup: string, target: string): Progress {
  const file = fileOf(folder, backup, target);
  const began = existsSync(file);
  const lines = began ? readFileSync(file, 'utf8').split('\n') : [];
  return {
    began,
    done: new Set(lines.filter((line) => line !== '')),
    note: (ids) => appendFileSync(file, ids.map((id) => `${id}\n`).join(''), { mode: 0o600, flush: true }),
    end: () => rmSync(file, { force: true }),
  };
}

/** Names of the backups that runs have begun to put back into this installation. */
export function begunBackups(folder: string, target: string): string[] {
  const ending = `.${target.slice(0, TARGET_CHARS)}.txt`;
  return readdirSync(folder)
    .filter((name) => name.startsWith('putting.') && name.endsWith(ending))
    .map((name) => name.slice('putting.'.length, -ending.length))
    .sort();
}
