/** Runs the built Worker on workerd through Miniflare as a library. The only file with Miniflare's options of a server. */
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import type { RunningDownloader } from '../downloader/start.ts';
import { ENDING_SIGNALS } from '../process/ending-signals.ts';
import type { Settings } from '../settings.ts';
import type { Secrets } from '../state/secrets.ts';
import { bindingsOf } from './bindings.ts';
import { makeHasher } from './hasher.ts';
import { type Messaging, smtpNetwork } from './messaging.ts';
import { outboundWorker, resolveBySystem } from './outbound.ts';
import { makePictureCodecService } from './picture-codec.ts';

/** The running Worker. */
export interface Runtime {
  /** Loopback address of the Worker itself, without Miniflare's own routes in between. */
  origin: URL;
  /** Calls the Worker's `scheduled` handler. */
  runScheduled(cron: string): Promise<void>;
  stop(): Promise<void>;
}

export interface RuntimeOptions {
  settings: Settings;
  secrets: Secrets;
  /** Folder of the built Worker's modules; index.js is the first. */
  workerDir: string;
  /** The Worker's bindings as Miniflare options, written by the build. */
  bindingsFile: string;
  /** Folder of the built client, readable by the Worker as `ASSETS`. */
  clientDir: string;
  runtimePidFile: string;
  /** Answers the Worker's calls to this process (machine-service.ts). */
  machine: NonNullable<V4WorkerOptions['serviceBindings']>[string] | undefined;
  /** Absent: the defaults of the mode. */
  messaging?: Messaging;
  /** Answers the Worker's calls to the downloader; absent without one. */
  downloader?: RunningDownloader['answer'] | undefined;
  /** Called at each start of workerd. */
  onStarted?: () => void;
}

/** Path of the workerd binary that Miniflare would start by itself. */
function findWorkerd(): string {
  const loadBesideMiniflare = createRequire(import.meta.resolve('miniflare'));
  return (loadBesideMiniflare('workerd') as { default: string }).default;
}

type ModuleType = 'ESModule' | 'CompiledWasm' | 'Text' | 'Data';
const MODULE_TYPES: Readonly<Record<string, ModuleType>> = {
  '.js': 'ESModule',
  '.mjs': 'ESModule',
  '.wasm': 'CompiledWasm',
  '.txt': 'Text',
  '.html': 'Text',
  '.bin': 'Data',
};

/** Objects that stay in memory once opened: they are few, and opening one costs more than a call. */
const RESIDENT_OBJECTS = new Set(['BlobIndexObject']);

function keepOpen(objects: V4WorkerOptions['durableObjects']): NonNullable<V4WorkerOptions['durableObjects']> {
  return Object.fromEntries(
    Object.entries(objects ?? {}).map(([name, object]) => {
      const isResident = typeof object === 'object' && 'className' in object && RESIDENT_OBJECTS.has(object.className);
      return [name, isResident ? { ...object, unsafePreventEviction: true } : object];
    }),
  );
}

function listModules(workerDir: string): { type: ModuleType; path: string }[] {
  const modules = [{ type: 'ESModule' as ModuleType, path: path.join(workerDir, 'index.js') }];
  for (const entry of readdirSync(workerDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const type = MODULE_TYPES[path.extname(entry.name)];
    if (entry.isFile() && type !== undefined && file !== modules[0]?.path) modules.push({ type, path: file });
  }
  return modules;
}

/** Miniflare's scratch folder is in the state folder and emptied here, so a killed server leaves nothing elsewhere. */
function makeScratch(dataDir: string): string {
  const folder = path.join(dataDir, 'tmp');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

const MEMORY_DIR = '/dev/shm';
/** Enough for the journals of the largest transactions. */
const MEMORY_BYTES = 2 ** 30;

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

/** Variables Miniflare and workerd read from this process; they must be set before the first call. */
export function prepareEnvironment(options: { dataDir: string; heapMebibytes: number; runtimePidFile: string }): void {
  const scratch = makeScratch(options.dataDir);
  Object.assign(process.env, {
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    TMPDIR: scratch,
    SQLITE_TMPDIR: journalDir(scratch),
    MINIFLARE_WORKERD_PATH: path.join(import.meta.dirname, 'runtime.sh'),
    MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${options.heapMebibytes}`,
    MAGPIE_RUNTIME: findWorkerd(),
    MAGPIE_RUNTIME_PID_FILE: options.runtimePidFile,
  });
}

/**
 * Runs `make` and removes the signal listeners it added: those of Miniflare end the process at once, during requests and
 * without releasing the lock. Its listener for `exit`, which kills the runtime, stays.
 */
export function keepSignals<T>(make: () => T): T {
  const before = new Map(ENDING_SIGNALS.map((signal) => [signal, process.listeners(signal)]));
  const made = make();
  for (const [signal, known] of before) {
    for (const listener of process.listeners(signal)) {
      if (!known.includes(listener)) process.removeListener(signal, listener);
    }
  }
  return made;
}

/** Name of the Worker before the Node side. */
const OUTBOUND = 'outbound';

/** Exceptions of the Node side: it lets through only public addresses on the default ports. */
export function outboundRules(settings: Settings): { allowed: ReadonlySet<string>; ports: ReadonlySet<string> } {
  return {
    allowed: new Set(settings.outboundAllow.split(/\s+/).filter(Boolean)),
    ports: new Set(settings.outboundPorts.split(',').filter(Boolean)),
  };
}

/** Starts workerd and waits until the Worker answers. */
export async function startRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { settings, secrets, workerDir } = options;
  prepareEnvironment({ ...settings, runtimePidFile: options.runtimePidFile });
  const blobsDir = path.join(settings.dataDir, 'blobs');
  mkdirSync(blobsDir, { recursive: true });
  const network = options.messaging ? await smtpNetwork(options.messaging, resolveBySystem) : {};
  const codec = makePictureCodecService();
  const worker = JSON.parse(readFileSync(options.bindingsFile, 'utf8')) as V4WorkerOptions;
  const miniflareOptions = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    telemetry: { enabled: false },
    unsafeHandleRuntimeRestart: options.onStarted,
    unsafeLocalExplorer: false,
    unsafeObservability: false,
    resourcePersistencePath: path.join(settings.dataDir, 'state'),
    handleStructuredLogs: ({ level, message }) => {
      // Addresses inside the runtime's binary do not help an operator.
      process.stderr.write(`${level}: ${message.replace(/\nstack: .*$/s, '')}\n`);
    },
    workers: [
      outboundWorker(OUTBOUND, { resolve: resolveBySystem, ...outboundRules(settings) }),
      {
        ...worker,
        name: 'magpie',
        // The proxy serves the client; Miniflare's asset router would be passed by every request.
        modulesRoot: workerDir,
        modules: listModules(workerDir),
        durableObjects: keepOpen(worker.durableObjects),
        bindings: {
          ...worker.bindings,
          ...secrets,
          ...bindingsOf(settings, options.messaging),
        },
        serviceBindings: {
          ...worker.serviceBindings,
          BLOBS_DISK: { disk: { path: blobsDir, writable: true } },
          ...(options.machine ? { MACHINE: options.machine } : {}),
          ASSETS: { disk: { path: options.clientDir } },
          HASHER: makeHasher(),
          CODEC: codec.answer,
          ...(options.downloader ? { DOWNLOADER: { node: options.downloader } } : {}),
          ...network,
        },
        outboundService: OUTBOUND,
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        unsafeRegisterWorker: false,
      },
    ],
  });
  const runtime = keepSignals(() => new Miniflare(miniflareOptions));
  await runtime.ready;
  options.onStarted?.();
  return {
    origin: await runtime.unsafeGetDirectURL('magpie'),
    async runScheduled(cron) {
      const worker = await runtime.getWorker('magpie');
      await worker.scheduled({ cron });
    },
    async stop() {
      codec.stop();
      await runtime.dispose();
    },
  };
}
