/** The real `npm start` as the crash test starts and kills it: its processes are one process group, SIGKILL. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '#scripts/build/ensure.ts';
import { isAlive, markOf } from '#scripts/start/process/processes.ts';
import { notedProcesses } from '#scripts/start/state/lock.ts';

/** A running server. */
export interface Server {
  origin: string;
  /** Process group of front and runtime. */
  group: number;
  /** From the start of the process until it answered, ms. */
  startMs: number;
  /** Kills all its processes at once and waits until they are gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServerSettings {
  port: number;
  dataDir: string;
  store: 'disk' | 'r2';
  /** Heap of the runtime, MiB; absent: the default of `npm start`. */
  heapMb?: number;
}

/** Includes a build when the sources changed. */
const READY_MS = 180_000;
/** Small parts, so that multi-part uploads are cheap enough to be frequent. */
const LIMITS = { partBytes: 65_536 };

function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server was not ready in time:\n${output()}`)), READY_MS);
    child.stdout?.on('data', () => {
      if (!/^Magpie is ready at /m.test(output())) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the server ended before it was ready (${code ?? signal}):\n${output()}`));
    });
  });
}

/** Starts a server and waits until it answers. @param onOutput  hears what it prints to stderr */
export async function startServer(settings: ServerSettings, onOutput: (text: string) => void): Promise<Server> {
  const beganMs = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/start/main.ts')], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '',
      PORT: String(settings.port),
      MAGPIE_DATA: settings.dataDir,
      BLOB_STORE: settings.store,
      ...(settings.heapMb === undefined ? {} : { MAGPIE_HEAP_MB: String(settings.heapMb) }),
      LIMITS: JSON.stringify(LIMITS),
    },
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    onOutput(text);
  });
  const pid = child.pid ?? 0;
  const killGroup = (): void => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  };
  process.once('exit', killGroup);
  try {
    await untilReady(child, () => printed);
  } catch (error) {
    killGroup();
    throw error;
  }
  const marks = [markOf(pid), ...Object.values(notedProcesses(settings.dataDir))];
  const gone = async (): Promise<void> => {
    while (marks.some((mark) => mark !== undefined && isAlive(mark))) await delay(5);
    process.off('exit', killGroup);
  };
  return {
    origin: `http://localhost:${settings.port}`,
    group: pid,
    startMs: performance.now() - beganMs,
    async kill() {
      killGroup();
      await gone();
    },
    async stop() {
      child.kill('SIGTERM');
      await gone();
    },
  };
}
