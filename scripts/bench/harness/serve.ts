/** One server process of a bench: a given Worker with the product's own runtime settings and front, until told to stop. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { writeRuntimeConfig } from '#scripts/build/runtime-config.ts';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';
import { readTrustedProxies } from '#scripts/start/proxy/clients.ts';
import { startProxy } from '#scripts/start/proxy/proxy-server.ts';
import { descriptorLimit, readServerLimits } from '#scripts/start/proxy/server-limits.ts';
import { startRuntime } from '#scripts/start/runtime/runtime.ts';
import { readSettings } from '#scripts/start/settings.ts';
import { takeLock } from '#scripts/start/state/lock.ts';
import { loadSecrets } from '#scripts/start/state/secrets.ts';
import { seedDemo } from '#scripts/start/state/seed.ts';

/** File beside the modules of a Worker that names its bindings. */
export const BINDINGS_FILE = 'bindings.json';

/** @param folder  holds `worker/index.js` with its modules, and {@link BINDINGS_FILE}; objects with state get their demo people */
export async function serveWorker(folder: string): Promise<void> {
  const settings = readSettings(process.env);
  const lock = await takeLock(settings.dataDir, settings.port);
  const secrets = loadSecrets(settings.dataDir);
  const bindingsFile = path.join(folder, BINDINGS_FILE);
  const clientDir = path.join(folder, 'client');
  const configDir = path.join(settings.dataDir, 'runtime');
  await writeRuntimeConfig({ workerDir: path.join(folder, 'worker'), bindingsFile, outDir: configDir });
  const runtime = await startRuntime({
    machine: undefined,
    settings,
    secrets,
    configDir,
    clientDir: existsSync(clientDir) ? clientDir : path.join(ROOT, 'dist/client'),
    runtimePidFile: lock.runtimePidFile,
    onEnd: (reason) => {
      throw new Error(`workerd ${reason}`);
    },
  });
  lock.noteProcesses({ proxy: process.pid, workerd: lock.workerdPid() });
  const bindings = JSON.parse(readFileSync(bindingsFile, 'utf8')) as { durableObjects?: Record<string, unknown> };
  if (Object.keys(bindings.durableObjects ?? {}).length > 0)
    await seedDemo(runtime.origin, settings.appOrigin, secrets.INTERNAL_TOKEN);
  const proxy = await startProxy({
    hosts: settings.hosts,
    port: settings.port,
    target: runtime.origin,
    trustedProxyHeader: settings.trustedProxyHeader,
    isTrustedProxy: readTrustedProxies(settings.trustedProxies),
    limits: readServerLimits(settings.serverLimits, descriptorLimit()),
    files: new Map(),
    isHttps: false,
  });
  const end = async (): Promise<void> => {
    await proxy.stop();
    await runtime.stop();
    lock.release();
    process.exit(0);
  };
  for (const signal of ENDING_SIGNALS) process.once(signal, () => void end());
  process.stdout.write(`Magpie is ready at ${settings.appOrigin}\n`);
}
