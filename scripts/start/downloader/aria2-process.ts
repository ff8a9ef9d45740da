/**
 * The aria2c of this server: started with a random secret in a file of its own, ended with this process, started again when it
 * ends. Its work is in the folder of downloads; after a restart each download is begun again from there.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '#scripts/start/process/loopback.ts';
import { programEnvironment } from '../process/environment.ts';
import { isAlive, markOf, type ProcessMark } from '../process/processes.ts';
import { DOWNLOAD_OPTIONS } from './aria2-downloads.ts';

export interface Aria2Process {
  /** Address of the RPC. */
  readonly url: () => string;
  stop(): void;
}

export interface Aria2ProcessOptions {
  /** Folder of downloads. */
  readonly folder: string;
  readonly secret: string;
  readonly proxy: { readonly port: number; readonly user: string; readonly password: string };
  /** Ports for peers, such as 6881-6999. */
  readonly peerPorts: string;
  readonly log: (line: string) => void;
  /** Between an end and the next start, ms; doubled up to a minute while it does not stay. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;
/** One that ran so long has started well. */
const STEADY_MS = 30_000;

export function hasAria2(): boolean {
  try {
    execFileSync('aria2c', ['--version'], { stdio: 'ignore', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

function configOf({ folder, secret, proxy, peerPorts }: Aria2ProcessOptions, rpcPort: number): string {
  const options = {
    ...DOWNLOAD_OPTIONS,
    dir: folder,
    'enable-rpc': true,
    'rpc-listen-all': false,
    'rpc-listen-port': rpcPort,
    'rpc-secret': secret,
    'rpc-max-request-size': '16M',
    'all-proxy': `http://127.0.0.1:${proxy.port}`,
    'all-proxy-user': proxy.user,
    'all-proxy-passwd': proxy.password,
    'no-netrc': true,
    // Peers come from trackers alone, through the gateway, which lets only public addresses pass.
    'enable-dht': false,
    'enable-dht6': false,
    'enable-peer-exchange': false,
    'bt-enable-lpd': false,
    'listen-port': peerPorts,
    'max-upload-limit': '256K',
    'bt-tracker-connect-timeout': 20,
    'bt-tracker-timeout': 30,
    'auto-save-interval': 5,
    'max-concurrent-downloads': 100,
    'max-download-result': 1_000,
    'max-tries': 3,
    'rpc-save-upload-metadata': false,
    'stop-with-process': process.pid,
    quiet: true,
  };
  return Object.entries(options)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/**
 * Variables of aria2c. Proxies of the environment go before those of its configuration, and names in `no_proxy` need none: both
 * would lead around the gateway.
 */
export function environmentOf(env: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  return { ...programEnvironment(env), HOME: folder };
}

/** Ends the aria2c of a server that was killed: two on one folder would damage it. */
function endFormer(markFile: string): void {
  try {
    const mark = JSON.parse(readFileSync(markFile, 'utf8')) as ProcessMark;
    if (isAlive(mark)) process.kill(mark.pid, 'SIGKILL');
  } catch {
    // None was noted, or it ended by itself.
  }
}

export async function startAria2(options: Aria2ProcessOptions): Promise<Aria2Process> {
  const { folder, log } = options;
  const firstPauseMs = options.pauseMs ?? PAUSE_MS;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [configFile, markFile] = [path.join(folder, 'aria2.conf'), path.join(folder, 'aria2.json')];
  endFormer(markFile);
  let child: ChildProcess | undefined;
  let rpcPort = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = firstPauseMs;

  async function start(): Promise<void> {
    rpcPort = await freePort();
    if (isStopped) return;
    // In a file that only this user reads: every user sees the arguments of a process.
    writeFileSync(configFile, configOf(options, rpcPort), { mode: 0o600 });
    const startedMs = performance.now();
    const env = environmentOf(process.env, folder);
    const started = spawn('aria2c', [`--conf-path=${configFile}`], { stdio: 'ignore', cwd: folder, env });
    child = started;
    let hasEnded = false;
    const onEnd = (reason: string): void => {
      if (hasEnded || isStopped) return;
      hasEnded = true;
      pauseMs = performance.now() - startedMs > STEADY_MS ? firstPauseMs : Math.min(MAX_PAUSE_MS, pauseMs * 2);
      log(`error: aria2c ended (${reason}) and starts again in ${pauseMs / 1_000} s`);
      timer = setTimeout(again, pauseMs);
    };
    started.on('error', (error) => onEnd((error as NodeJS.ErrnoException).code ?? 'error'));
    started.on('exit', (code, signal) => onEnd(signal === null ? `exit code ${code}` : `signal ${signal}`));
    const mark = started.pid === undefined ? undefined : markOf(started.pid);
    try {
      if (mark) writeFileSync(markFile, JSON.stringify(mark), { mode: 0o600 });
    } catch {
      // Without its mark the next server could not end it. It starts again after a pause.
      started.kill('SIGKILL');
    }
  }

  function again(): void {
    start().catch((error: unknown) => {
      log(`error: aria2c does not start: ${String(error)}`);
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
      // A full disk passes.
      if (!isStopped) timer = setTimeout(again, pauseMs);
    });
  }

  await start();
  return {
    url: () => `http://127.0.0.1:${rpcPort}/jsonrpc`,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      // Everything is on the disk: nothing is left to say to its peers.
      child?.kill('SIGKILL');
      for (const file of [configFile, markFile]) rmSync(file, { force: true });
    },
  };
}
