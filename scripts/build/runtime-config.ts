/**
 * Lets Miniflare make the configuration of workerd for the built Worker, without starting it: bindings, the simulators of KV, R2 and D1, and
 * where they keep their data. A server reads the result; Miniflare itself would hold 250 MiB in it and take half a second to start.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { outboundWorker } from '#scripts/start/runtime/outbound.ts';
import {
  BLOBS_PLACE,
  CLIENT_PLACE,
  CONFIG_FILE,
  FILE_CHARS,
  type LocalService,
  OUTBOUND,
  type RuntimeConfig,
  reachable,
  SERVICE_HEADER,
  SOCKET,
  STATE_PLACE,
  WORKER,
} from '#scripts/start/runtime/runtime-config.ts';
import { ROOT } from './ensure.ts';

export interface WorkerFiles {
  /** Folder of the built Worker's modules; index.js is the first. */
  readonly workerDir: string;
  /** The Worker's bindings as Miniflare options. */
  readonly bindingsFile: string;
  /** Replaced by the result. */
  readonly outDir: string;
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

/** Stands before the path of a data module in place of its bytes, of which Miniflare would write each as a property. */
const DATA_PLACE = '@data:';

const LOOPBACK_SECRET = /("MF-Loopback-Secret",\s*"value":\s*")[0-9a-f]{64}"/;

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

export function listModules(workerDir: string): { type: ModuleType; path: string }[] {
  const modules = [{ type: 'ESModule' as ModuleType, path: path.join(workerDir, 'index.js') }];
  for (const entry of readdirSync(workerDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const type = MODULE_TYPES[path.extname(entry.name)];
    if (entry.isFile() && type !== undefined && file !== modules[0]?.path) modules.push({ type, path: file });
  }
  // File systems list a folder in orders of their own.
  const [first, ...others] = modules;
  return [...(first ? [first] : []), ...others.toSorted((a, b) => (a.path < b.path ? -1 : 1))];
}

/** A process beside the runtime; a start puts its address in. */
function local(name: LocalService): NonNullable<V4WorkerOptions['serviceBindings']>[string] {
  return {
    external: { address: '127.0.0.1:1', http: { injectRequestHeaders: [{ name: SERVICE_HEADER, value: name }] } },
  };
}

function optionsOf({ workerDir, bindingsFile }: WorkerFiles, placesDir: string) {
  const worker = JSON.parse(readFileSync(bindingsFile, 'utf8')) as V4WorkerOptions;
  return convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new Log(LogLevel.NONE),
    telemetry: { enabled: false },
    unsafeLocalExplorer: false,
    unsafeObservability: false,
    resourcePersistencePath: path.join(placesDir, STATE_PLACE),
    handleStructuredLogs: () => undefined,
    workers: [
      outboundWorker(OUTBOUND, local('NODE')),
      {
        ...worker,
        name: WORKER,
        // The proxy serves the client; Miniflare's asset router would be passed by every request.
        modulesRoot: workerDir,
        modules: listModules(workerDir).map((module) =>
          module.type === 'Data'
            ? { ...module, contents: new TextEncoder().encode(`${DATA_PLACE}${module.path}`) }
            : module,
        ),
        durableObjects: keepOpen(worker.durableObjects),
        serviceBindings: {
          ...worker.serviceBindings,
          BLOBS_DISK: { disk: { path: path.join(placesDir, BLOBS_PLACE), writable: true } },
          ASSETS: { disk: { path: path.join(placesDir, CLIENT_PLACE) } },
          MACHINE: local('MACHINE'),
          HASHER: local('HASHER'),
          CODEC: local('CODEC'),
          DOWNLOADER: local('DOWNLOADER'),
        },
        outboundService: OUTBOUND,
        unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
        unsafeRegisterWorker: false,
      },
    ],
  });
}

/** Miniflare writes its configuration for debugging; the program that it then starts ends at once. */
async function captured(files: WorkerFiles, placesDir: string): Promise<RuntimeConfig> {
  const captureFile = path.join(placesDir, 'captured.json');
  const settings = { MINIFLARE_WORKERD_CONFIG_DEBUG: captureFile, MINIFLARE_WORKERD_PATH: 'false' };
  Object.assign(process.env, settings);
  try {
    const miniflare = new Miniflare(optionsOf(files, placesDir));
    // It cannot start: what it would have started is all that is wanted.
    await miniflare.ready.catch(() => undefined);
    await miniflare.dispose().catch(() => undefined);
  } finally {
    for (const name of Object.keys(settings)) delete process.env[name];
  }
  const text = readFileSync(captureFile, 'utf8').replaceAll(`${placesDir}/`, '');
  // The same in every folder and each time: names of modules are below the root, and no server asks for Miniflare's own secret.
  const placed = text.replaceAll(`sourceURL=file://${ROOT}/`, 'sourceURL=file:///');
  return JSON.parse(placed.replace(LOOPBACK_SECRET, '$1"')) as RuntimeConfig;
}

/**
 * The Worker's calls to the internet go to ours. Miniflare puts a Worker of its own before each one, which names a zone and resizes images,
 * and gives ours a cache: three runtimes of JavaScript, 6 MiB.
 * @throws Error where the configuration is another
 */
export function withoutWrappers(services: RuntimeConfig['services']): RuntimeConfig['services'] {
  return services.map((service) => {
    if (service.name === `core:user:${WORKER}`)
      return { ...service, worker: { ...service.worker, globalOutbound: { name: `core:user:${OUTBOUND}` } } };
    if (service.name !== `core:user:${OUTBOUND}`) return service;
    const node = service.worker?.bindings?.find(({ name }) => name === 'NODE')?.['service'];
    if (node === undefined) throw new Error('the Worker before the internet has no way to the machine');
    const { cacheApiOutbound: _cache, ...worker } = service.worker ?? {};
    return { ...service, worker: { ...worker, globalOutbound: node } };
  });
}

interface Extension {
  readonly modules: readonly { readonly name: string; readonly esModule: string }[];
}

/** Modules that the services import by name. */
function importedExtensions(extensions: readonly Extension[], services: unknown): Extension[] {
  const code = JSON.stringify([services, extensions]);
  return extensions
    .map(({ modules }) => ({ modules: modules.filter(({ name }) => code.includes(`from \\"${name}\\"`)) }))
    .filter(({ modules }) => modules.length > 0);
}

function isBytes(value: object): value is Record<string, number> {
  return '0' in value && Object.values(value).every((one) => typeof one === 'number');
}

function wholeBytes(bytes: Buffer): Buffer {
  const text = bytes.toString();
  return text.startsWith(DATA_PLACE) ? readFileSync(text.slice(DATA_PLACE.length)) : bytes;
}

/** Long texts and bytes become files. @throws Error for a value that JSON has lost */
function withFiles(value: unknown, write: (bytes: string | Uint8Array) => string): unknown {
  if (typeof value === 'string') return value.length < FILE_CHARS ? value : { embed: write(value) };
  if (Array.isArray(value)) return value.map((one: unknown) => withFiles(one, write));
  if (typeof value !== 'object' || value === null) return value;
  if (isBytes(value)) return { embed: write(wholeBytes(Buffer.from(Object.values(value)))) };
  const { containerEngine: _engine, capnpConnectHost: _host, ...fields } = value as Record<string, unknown>;
  for (const [name, field] of Object.entries(fields)) {
    const isLost =
      typeof field === 'object' && field !== null && Object.keys(field).length === 0 && !Array.isArray(field);
    if (isLost && name !== 'http') throw new Error(`the runtime's configuration has a "${name}" that JSON cannot hold`);
  }
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, withFiles(one, write)]));
}

/** Writes `config.json` and its files into `outDir`. */
export async function writeRuntimeConfig(files: WorkerFiles): Promise<void> {
  const { outDir } = files;
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  const placesDir = mkdtempSync(path.join(os.tmpdir(), 'magpie-config-'));
  try {
    const config = await captured(files, placesDir);
    // Miniflare has more services, for tools.
    const services = reachable(withoutWrappers(config.services));
    const selected = {
      services,
      sockets: config.sockets.filter((socket) => socket['name'] === SOCKET),
      extensions: importedExtensions(config['extensions'] as readonly Extension[], services),
      structuredLogging: config['structuredLogging'],
      autogates: config['autogates'],
    };
    const whole = withFiles(selected, (bytes) => {
      const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
      writeFileSync(path.join(outDir, name), bytes);
      return name;
    });
    writeFileSync(path.join(outDir, CONFIG_FILE), JSON.stringify(whole));
  } finally {
    rmSync(placesDir, { recursive: true, force: true });
  }
}
