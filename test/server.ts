/** Starts a real `npm start` for tests that cross processes: its own state folder, its own port, and a way to kill it hard. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { builtInputs } from '#scripts/build/ensure.ts';
import { isAlive, markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { notedProcesses } from '#scripts/start/state/lock.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Includes a build when the sources changed since the last one. */
const READY_MS = 150_000;

/** Names the build that the first server of this process has found current; the others do not compare it with its sources again. */
let built: Record<string, string> = {};

export interface ServerOptions {
  /** Default: a free port. */
  port?: number;
  /** Default: a new folder, deleted by `stop`. A given folder is left in place. */
  dataDir?: string;
  /** Laid over the test process's environment. */
  env?: Record<string, string>;
  /** Makes its processes a group of their own, named by the supervisor. */
  isGroup?: boolean;
  /** Program and arguments that serve; default: `npm start` of this checkout. */
  program?: readonly string[];
}

/** One running server. */
export interface TestServer {
  /** As in `http://localhost:PORT`. */
  origin: string;
  /** As in `http://127.0.0.1:PORT`. */
  contentOrigin: string;
  port: number;
  dataDir: string;
  /** At the start: `supervisor` is `npm start` itself, `workerd` is the child of `runtime`. */
  pids: { supervisor: number; proxy: number; runtime: number; workerd: number };
  /** The secret of `/_internal/*`; those paths answer on the runtime's own port only. */
  internalToken: string;
  /** Everything the server has printed so far. */
  output(): string;
  /** SIGKILL to all processes at the same moment; resolves when they have ended. The state folder stays as it is. */
  kill9(): Promise<void>;
  /** Ends the server as an operator would and removes a folder that was made for it. */
  stop(): Promise<void>;
}

/** Below those that systems give to outgoing connections, which come and go while a server starts anew. */
const PORTS = [15_000, 32_000] as const;

/** @returns a port that was free a moment ago on 127.0.0.1 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

function waitUntilReady(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server was not ready in time:\n${output()}`)), READY_MS);
    const check = (): void => {
      if (!/^Magpie is ready at /m.test(output())) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on('data', check);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`the server ended before it was ready (${code ?? signal}):\n${output()}`));
    });
  });
}

async function untilGone(marks: readonly (ProcessMark | undefined)[]): Promise<void> {
  while (marks.some((mark) => mark !== undefined && isAlive(mark)))
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Starts a server and waits until it answers. @throws Error with its output when it does not */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'magpie-data-'));
  const { program } = options;
  const child = spawn(process.execPath, program ?? [path.join(ROOT, 'scripts/start/main.mjs')], {
    cwd: ROOT,
    detached: options.isGroup ?? false,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '',
      PORT: String(port),
      MAGPIE_SAMPLES: '0',
      MAGPIE_DATA: dataDir,
      ...(program ? {} : built),
      ...options.env,
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  try {
    await waitUntilReady(child, () => printed);
    if (!program) built = { MAGPIE_BUILT: builtInputs() };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const supervisor = markOf(child.pid ?? 0);
  const { proxy, runtime, workerd } = notedProcesses(dataDir);
  const pidOf = (mark: ProcessMark | undefined): number => mark?.pid ?? 0;
  /** A process that was started anew has another pid than at the start. Without its supervisor, the folder may be another server's. */
  const marksNow = () => [
    supervisor,
    proxy,
    runtime,
    workerd,
    ...(supervisor !== undefined && isAlive(supervisor) ? Object.values(notedProcesses(dataDir)) : []),
  ];
  let marks = marksNow();
  const secrets = JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as { INTERNAL_TOKEN: string };
  const gone = async (): Promise<void> => {
    await untilGone(marks);
    process.off('exit', killAtExit);
  };
  return {
    origin: `http://localhost:${port}`,
    contentOrigin: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    pids: { supervisor: pidOf(supervisor), proxy: pidOf(proxy), runtime: pidOf(runtime), workerd: pidOf(workerd) },
    internalToken: secrets.INTERNAL_TOKEN,
    output: () => printed,
    async kill9() {
      marks = marksNow();
      for (const mark of marks) if (mark !== undefined && isAlive(mark)) process.kill(mark.pid, 'SIGKILL');
      await gone();
    },
    async stop() {
      marks = marksNow();
      child.kill('SIGTERM');
      await gone();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A server for a whole file of tests, from the file's top level: it ends after the last test. Options as {@link startServer}'s. */
export async function serverOfFile(options: ServerOptions = {}): Promise<TestServer> {
  let server: TestServer | undefined;
  afterAll(() => server?.stop());
  server = await startServer(options);
  return server;
}
