/**
 * The built Worker as Cloudflare runs it, in a runtime of Miniflare: R2, KV and D1 of simulators, no process beside it, and ids of objects
 * that differ from those of `npm start`. It can be closed and opened as `npm run deploy` does.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { listModules } from '#scripts/build/runtime-config.ts';
import type { Secrets } from '#scripts/start/state/secrets.ts';
import { freePort } from './server.ts';

/** Of the script: part of the ids of its objects. */
export const SCRIPT = 'cloud';

export interface EdgeOptions {
  /** Where the simulators store everything. */
  readonly folder: string;
  readonly secrets: Secrets;
  readonly isClosed?: boolean;
}

export interface Edge {
  readonly origin: string;
  /** Ids of the objects of each class that have storage, as Cloudflare's API lists them. */
  objects(): Map<string, string[]>;
  /** A deployment that closes or opens it. */
  setClosed(isClosed: boolean): Promise<void>;
  stop(): Promise<void>;
}

const builtOptions = (): V4WorkerOptions =>
  JSON.parse(readFileSync(path.join(ROOT, 'dist/miniflare.json'), 'utf8')) as V4WorkerOptions;

/** Binding -> class of stored objects. */
export function boundObjects(): Map<string, string> {
  return new Map(
    Object.entries(builtOptions().durableObjects ?? {}).map(([name, object]) => [
      name,
      typeof object === 'object' && 'className' in object ? object.className : '',
    ]),
  );
}

export async function startEdge({ folder, secrets, isClosed = false }: EdgeOptions): Promise<Edge> {
  await ensureBuild();
  const port = await freePort();
  const worker = builtOptions();
  const workerDir = path.join(ROOT, 'dist/magpie');
  const origin = `http://localhost:${port}`;
  const optionsOf = (closed: boolean) =>
    convertV4MiniflareOptions({
      host: 'localhost',
      port,
      cf: false,
      log: new Log(LogLevel.ERROR),
      telemetry: { enabled: false },
      unsafeLocalExplorer: false,
      unsafeObservability: false,
      resourcePersistencePath: folder,
      handleStructuredLogs: () => undefined,
      workers: [
        {
          ...worker,
          name: SCRIPT,
          modulesRoot: workerDir,
          modules: listModules(workerDir),
          bindings: {
            ...worker.bindings,
            ...secrets,
            APP_ORIGIN: origin,
            CONTENT_ORIGIN: `http://127.0.0.1:${port}`,
            MAGPIE_MODE: 'demo',
            BLOB_STORE: 'r2',
            SHIELD_MODE: 'never',
            ...(closed ? { RECOVERY: 'on' } : {}),
          },
          serviceBindings: {
            ASSETS: { disk: { path: path.join(ROOT, 'dist/client') } },
          },
        },
      ],
    });
  const runtime = new Miniflare(optionsOf(isClosed));
  await runtime.ready;
  return {
    origin,
    objects() {
      const root = path.join(folder, 'do');
      const classes = existsSync(root) ? readdirSync(root).filter((name) => name.startsWith(`${SCRIPT}-`)) : [];
      return new Map(
        classes.map((name) => {
          const ids = readdirSync(path.join(root, name))
            .filter((file) => /^[0-9a-f]{64}\.sqlite$/.test(file))
            .map((file) => file.slice(0, -'.sqlite'.length));
          return [name.slice(SCRIPT.length + 1), ids];
        }),
      );
    },
    setClosed: async (closed) => runtime.setOptions(optionsOf(closed)),
    stop: () => runtime.dispose(),
  };
}
