/**
 * One server per state folder. The lock names the front and its runtime by pid and start time, so a lock left by
 * `kill -9` is recognised as stale, and a runtime that outlived its front is ended before the state is opened again.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, markOf, type ProcessMark } from './processes.ts';

interface LockFile {
  front: ProcessMark;
  port: number;
}

/** The folder is in use; the message is for the person at the terminal. */
export class FolderInUse extends Error {}

/** The lock this process holds. */
export interface Lock {
  /** File into which the runtime's launcher writes its pid. */
  runtimePidFile: string;
  /** The server before this one did not end in order. */
  wasKilled: boolean;
  /** Records the runtime now running, so that the next start can tell it from a stranger with the same pid. */
  noteRuntime(): void;
  release(): void;
}

/** How long a killed runtime may take to be gone. */
const RUNTIME_END_MS = 5_000;

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Writes beside the target and renames, so a reader never sees half a file. */
function writeWhole(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function tryCreate(file: string, body: string): boolean {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, body, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a stale lock away. Two starters may meet here: whoever moved something else than the stale text puts it back. */
function removeStale(file: string, staleText: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== staleText) linkSync(aside, file);
  rmSync(aside, { force: true });
}

async function endLeftRuntime(markFile: string): Promise<void> {
  const mark = readJson<ProcessMark>(markFile);
  if (mark === undefined || !isAlive(mark)) return;
  process.kill(mark.pid, 'SIGKILL');
  for (let waitedMs = 0; isAlive(mark); waitedMs += 50) {
    if (waitedMs >= RUNTIME_END_MS)
      throw new FolderInUse(`The runtime of an earlier server (pid ${mark.pid}) does not end.`);
    await delay(50);
  }
}

/**
 * Takes the folder for this process.
 * @throws FolderInUse when a living server holds it
 */
export async function takeLock(dataDir: string, port: number): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'lock');
  const markFile = path.join(dataDir, 'runtime.json');
  const runtimePidFile = path.join(dataDir, 'runtime.pid');
  const front = markOf(process.pid);
  if (front === undefined) throw new Error('cannot read the start time of this process');
  const body = JSON.stringify({ front, port } satisfies LockFile);
  while (!tryCreate(file, body)) {
    let text: string;
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      continue;
    }
    const held = readJson<LockFile>(file);
    if (held?.front !== undefined && isAlive(held.front)) {
      throw new FolderInUse(
        `${dataDir} is in use by another Magpie server (pid ${held.front.pid}, port ${held.port}). ` +
          'Stop it first, or set MAGPIE_DATA to another folder.',
      );
    }
    removeStale(file, text);
  }
  const wasKilled = existsSync(markFile);
  await endLeftRuntime(markFile);
  return {
    runtimePidFile,
    wasKilled,
    noteRuntime() {
      const mark = markOf(Number(readFileSync(runtimePidFile, 'utf8')));
      if (mark !== undefined) writeWhole(markFile, mark);
    },
    release() {
      for (const name of [markFile, runtimePidFile]) rmSync(name, { force: true });
      if (readJson<LockFile>(file)?.front.startedAt === front.startedAt) rmSync(file, { force: true });
    },
  };
}
