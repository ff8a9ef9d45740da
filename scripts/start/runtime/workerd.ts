/** The Workers runtime as a child process: its start, the port it listens on, and its log. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isRelease, ROOT } from '../root.ts';

export interface Workerd {
  /** Port of a socket of the configuration, by name. */
  readonly port: number;
  /** Ends it and waits for its end. */
  stop(): Promise<void>;
}

export interface WorkerdOptions {
  readonly configFile: string;
  /** Name of the socket whose port is wanted. */
  readonly socket: string;
  readonly log: (line: string) => void;
  /** Called when it ends before `stop`. */
  readonly onEnd: (reason: string) => void;
}

const MEMORY_DIR = '/dev/shm';
/** Enough for the journals of the largest transactions. */
const MEMORY_BYTES = 2 ** 30;
/** Notes its pid and ties its life to this process. */
const LAUNCHER = path.join(ROOT, 'scripts/start/runtime/runtime.sh');

/** Path of the workerd binary of the version that Miniflare is made for. */
function findWorkerd(): string {
  // A release holds this one version of it, and no Miniflare.
  const load = createRequire(isRelease() ? import.meta.url : import.meta.resolve('miniflare'));
  return (load('workerd') as { default: string }).default;
}

/**
 * Folder of SQLite's rollback journals: unnamed files that exist during a transaction. In memory where there is enough of it:
 * creating one on a disk takes a tenth of the time of a small write.
 */
function journalDir(otherwise: string): string {
  try {
    accessSync(MEMORY_DIR, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_DIR);
    return bavail * bsize >= MEMORY_BYTES ? MEMORY_DIR : otherwise;
  } catch {
    return otherwise;
  }
}

/** The scratch folder is in the state folder and emptied here, so a killed server leaves nothing elsewhere. */
export function makeScratch(dataDir: string): string {
  const folder = path.join(dataDir, 'tmp');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Variables that workerd and its launcher read. */
export function workerdEnvironment(scratch: string, runtimePidFile: string): Readonly<Record<string, string>> {
  return {
    TZ: 'UTC',
    TMPDIR: scratch,
    SQLITE_TMPDIR: journalDir(scratch),
    MAGPIE_RUNTIME: findWorkerd(),
    MAGPIE_RUNTIME_PID_FILE: runtimePidFile,
  };
}

/** One line of the runtime's log: JSON with level and message, or what the runtime itself says. */
export function logLine(line: string): string {
  try {
    const { level, message } = JSON.parse(line) as { level?: unknown; message?: unknown };
    // Addresses inside the runtime's binary do not help an operator.
    if (typeof level === 'string' && typeof message === 'string')
      return `${level}: ${message.replace(/\nstack: .*$/s, '')}`;
  } catch {
    // Not of the Worker.
  }
  return `runtime: ${line}`;
}

/** Waits for the message that names the port. @returns undefined when the runtime closes the pipe before */
async function portOf(pipe: Readable, socket: string): Promise<number | undefined> {
  for await (const line of createInterface(pipe)) {
    const message = JSON.parse(line) as { event: string; socket?: string; port?: number };
    if (message.event === 'listen' && message.socket === socket) return message.port;
  }
  return undefined;
}

function start(options: WorkerdOptions, environment: Readonly<Record<string, string>>): ChildProcess {
  const args = ['serve', '--experimental', '--control-fd=3', '--import-path=/', options.configFile];
  return spawn(LAUNCHER, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
}

/** Starts workerd and waits until it listens. @throws Error with its own words when it does not */
export async function startWorkerd(
  options: WorkerdOptions,
  environment: Readonly<Record<string, string>>,
): Promise<Workerd> {
  const child = start(options, environment);
  let isStopping = false;
  let firstLines = '';
  let isReady = false;
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface(stream).on('line', (line) => {
      if (line === '') return;
      if (!isReady) firstLines = `${firstLines}${line}\n`.slice(-4_096);
      options.log(logLine(line));
    });
  }
  const ended = once(child, 'exit');
  ended.then(
    ([code, signal]: (string | number | null)[]) => {
      if (isReady && !isStopping) options.onEnd(`(pid ${child.pid}) ended: ${signal ?? `exit code ${code}`}`);
    },
    () => undefined,
  );
  const port = await Promise.race([portOf(child.stdio[3] as Readable, options.socket), ended.then(() => undefined)]);
  if (port === undefined) throw new Error(`the Workers runtime did not start:\n${firstLines.trim()}`);
  isReady = true;
  return {
    port,
    async stop() {
      isStopping = true;
      child.kill('SIGKILL');
      await ended;
    },
  };
}
