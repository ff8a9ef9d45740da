/**
 * One server per state folder. The lock names the supervisor by pid and start time, so a lock left by `kill -9` is recognised
 * as stale. Its processes are noted in the same way: one that outlived its supervisor is killed before the state is opened.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, markOf, type ProcessMark } from '../process/processes.ts';

interface LockFile {
  /** The supervisor; the name is that of versions in which one process did everything. */
  front: ProcessMark;
  port: number;
}

/** The folder is in use; the message is for the person at the terminal. */
export class FolderInUse extends Error {}

/** `workerd` is the child of `runtime`. */
export type ProcessName = 'proxy' | 'runtime' | 'workerd';

/** The noted processes of a server, by name. */
export type ProcessMarks = Readonly<Partial<Record<ProcessName, ProcessMark>>>;

/** The lock this process holds. */
export interface Lock {
  /** File into which the runtime's launcher writes its pid. */
  runtimePidFile: string;
  /** The server before this one was killed. */
  wasKilled: boolean;
  /** Pid of the runtime that was launched last. */
  workerdPid(): number;
  /** Records running processes by name, so that the next start can tell them from strangers with the same pids. */
  recordProcesses(pids: Readonly<Partial<Record<ProcessName, number>>>): void;
  release(): void;
}

/** Longest time a killed process may take to end. */
const RUNTIME_END_MS = 5_000;

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

/** Writes beside the target and renames, so a reader never sees half a file. Flushes the first one: later ones do not outlive a power failure. */
function writeWhole(file: string, value: unknown): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flush: !existsSync(file) });
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

/** Moves a stale lock away. Two starts may get here at once: the one that moved another text than the stale one puts it back. */
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

async function endProcess(mark: ProcessMark | undefined): Promise<void> {
  if (mark === undefined || !isAlive(mark)) return;
  process.kill(mark.pid, 'SIGKILL');
  for (let waitedMs = 0; isAlive(mark); waitedMs += 50) {
    if (waitedMs >= RUNTIME_END_MS)
      throw new FolderInUse(`A process of an earlier server (pid ${mark.pid}) does not end.`);
    await delay(50);
  }
}

/** The processes that a state folder names, alive or not. */
export function notedProcesses(dataDir: string): ProcessMarks {
  return readJson<ProcessMarks>(path.join(dataDir, 'processes.json')) ?? {};
}

/** The process that a lock names. */
export interface LockHolder {
  readonly pid: number;
  /** It has the lock from a process before this one, and keeps it. */
  readonly isHolding: boolean;
}

/**
 * Takes the folder for this process, or for its supervisor.
 * @throws FolderInUse when a living server holds it
 */
export async function takeLock(
  dataDir: string,
  port: number,
  holder: LockHolder = { pid: process.pid, isHolding: false },
): Promise<Lock> {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'lock');
  const marksFile = path.join(dataDir, 'processes.json');
  /** Holds the mark of the runtime alone; versions before the supervisor wrote it. */
  const oldMarkFile = path.join(dataDir, 'runtime.json');
  const runtimePidFile = path.join(dataDir, 'runtime.pid');
  const front = markOf(holder.pid);
  if (front === undefined) throw new Error('cannot read the start time of the server');
  const body = JSON.stringify({ front, port } satisfies LockFile);
  while (!holder.isHolding && !tryCreate(file, body)) {
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
  const wasKilled = existsSync(marksFile) || existsSync(oldMarkFile);
  await endProcess(readJson<ProcessMark>(oldMarkFile));
  const { proxy, ...others } = notedProcesses(dataDir);
  let marks: ProcessMarks = holder.isHolding && proxy ? { proxy } : {};
  for (const mark of Object.values(others)) await endProcess(mark);
  if (!holder.isHolding) await endProcess(proxy);
  rmSync(oldMarkFile, { force: true });
  return {
    runtimePidFile,
    wasKilled,
    workerdPid: () => Number(readFileSync(runtimePidFile, 'utf8')),
    recordProcesses(pids) {
      const noted = Object.entries(pids).map(([name, pid]) => [name, markOf(pid)] as const);
      marks = { ...marks, ...Object.fromEntries(noted.filter(([, mark]) => mark !== undefined)) };
      writeWhole(marksFile, marks);
    },
    release() {
      for (const name of [marksFile, runtimePidFile]) rmSync(name, { force: true });
      if (readJson<LockFile>(file)?.front.startedAt === front.startedAt) rmSync(file, { force: true });
    },
  };
}
