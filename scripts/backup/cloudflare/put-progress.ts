/**
 * Restores into an installation that have not ended: the folder of backups has a file for each, with the ids of objects that are done.
 * An installation has one at most, or it would get objects of two moments.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { namespaceIds } from '#scripts/deploy/closed.ts';
import type { Installation } from '#scripts/deploy/installation.ts';
import { PUTTING_PREFIX } from '../layout.ts';

export interface Progress {
  /** An earlier run has begun to put this backup back. */
  readonly began: boolean;
  /** An earlier run has sent objects, or was about to: before, others may have used the installation. */
  readonly hasObjects: boolean;
  readonly done: ReadonlySet<string>;
  begin(): void;
  beginObjects(): void;
  note(ids: readonly string[]): void;
  end(): void;
}

const TARGET_CHARS = 16;
/** Line before the ids. */
const OBJECTS = 'objects';

const fileOf = (folder: string, backup: string, target: string): string =>
  path.join(folder, `${PUTTING_PREFIX}${backup}.${target.slice(0, TARGET_CHARS)}.txt`);

/** @param target  digest of the installation */
export function openProgress(folder: string, backup: string, target: string): Progress {
  const file = fileOf(folder, backup, target);
  const began = existsSync(file);
  const lines = (began ? readFileSync(file, 'utf8').split('\n') : []).filter((line) => line !== '');
  const write = (added: readonly string[]): void =>
    appendFileSync(file, added.map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  return {
    began,
    hasObjects: lines.length > 0,
    done: new Set(lines.filter((line) => line !== OBJECTS)),
    begin: () => write([]),
    beginObjects: () => write([OBJECTS]),
    note: write,
    end: () => rmSync(file, { force: true }),
  };
}

/** Digest of the ids of its objects: an installation of the same name that is made anew has others. */
export async function targetOf(installation: Installation): Promise<string> {
  return createHash('sha256')
    .update((await namespaceIds(installation)).join())
    .digest('hex');
}

/** Names of the backups that runs have begun to put back into this installation. */
export function begunBackups(folder: string, target: string): string[] {
  const ending = `.${target.slice(0, TARGET_CHARS)}.txt`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(PUTTING_PREFIX) && name.endsWith(ending))
    .map((name) => name.slice(PUTTING_PREFIX.length, -ending.length))
    .sort();
}
