/** Starts the servers a bench measures, each as processes of its own: the product as `npm start` runs it, or another Worker behind the same front. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { notedProcesses } from '#scripts/start/state/lock.ts';
import { type ServerPids, upstreamPort } from './processes.ts';

/** Includes a build when the sources changed since the last one. */
const READY_MS = 180_000;
const PROBES = 6;

/** A running server. */
export interface BenchServer {
  /** As in `http://localhost:PORT`. */
  origin: string;
  port: number;
  pids: ServerPids;
  /** The runtime's own loopback address, past the front; it wants the front's `Host`. */
  directOrigin: string;
  stop(): Promise<void>;
}

/** Folder for everything a bench writes; MAGPIE_BENCH_DIR says where, for disks larger than the system's own. */
export function makeScratch(): { dir: string; remove: () => void } {
  const parent = process.env['MAGPIE_BENCH_DIR'] || os.tmpdir();
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(path.join(parent, 'magpie-bench-'));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  return { dir, remove };
}

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

function probe(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get(url, (answer) => {
        answer.resume();
        answer.once('end', resolve);
      })
      .once('error', reject);
  });
}

/** Several requests at once leave the front with several kept connections, which name the port. */
async function findDirect(origin: string, pids: ServerPids): Promise<string> {
  await Promise.all(Array.from({ length: PROBES }, () => probe(`${origin}/drive/v1/about`)));
  const port = upstreamPort(pids);
  if (port === undefined) throw new Error('the front holds no connection to its runtime');
  return `http://127.0.0.1:${port}`;
}

async function start(
  command: readonly string[],
  port: number,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<BenchServer> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', HOST: '', PORT: String(port), MAGPIE_DATA: dataDir, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const killAtExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killAtExit);
  try {
    await untilReady(child, () => printed);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const origin = `http://localhost:${port}`;
  const { proxy, runtime, workerd } = notedProcesses(dataDir);
  const top = child.pid ?? 0;
  const front = proxy?.pid ?? top;
  const others = [top, runtime?.pid ?? 0].filter((pid) => pid !== 0 && pid !== front);
  const pids = { front, runtime: workerd?.pid ?? 0, others };
  return {
    origin,
    port,
    pids,
    directOrigin: await findDirect(origin, pids),
    async stop() {
      process.off('exit', killAtExit);
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/**
 * The product, as `npm start` runs it.
 * @param env  laid over this process's own
 * @param root  another checkout with its packages
 */
export function startProduct(
  port: number,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<BenchServer> {
  return start([path.join(root, 'scripts/start/main.ts')], port, dataDir, env, root);
}

/** Another Worker in the product's runtime and behind its front; see serve.ts for the folder. */
export function startWorker(port: number, dataDir: string, workerDir: string): Promise<BenchServer> {
  return start([path.join(import.meta.dirname, '../main.ts'), 'serve', workerDir], port, dataDir);
}
