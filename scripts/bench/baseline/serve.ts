/** A server of the baseline Worker with the product's own runtime settings and front. It runs until a signal ends it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { transformWithOxc } from 'vite';
import { ROOT } from '#scripts/build/ensure.ts';
import { writeRuntimeConfig } from '#scripts/build/runtime-config.ts';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';
import { readTrustedProxies } from '#scripts/start/proxy/clients.ts';
import { startProxy } from '#scripts/start/proxy/proxy-server.ts';
import { descriptorLimit, readServerLimits } from '#scripts/start/proxy/server-limits.ts';
import { startRuntime } from '#scripts/start/runtime/runtime.ts';
import { readSettings } from '#scripts/start/settings.ts';
import { writeEndpointFile } from '#scripts/start/state/internal-endpoint.ts';
import { takeLock } from '#scripts/start/state/lock.ts';
import { loadSecrets } from '#scripts/start/state/secrets.ts';

const BINDINGS_FILE = 'bindings.json';

/** Writes the Worker and its bindings. @param pages  the constant pages by name */
export async function writeBaseline(folder: string, pages: Readonly<Record<string, string>>): Promise<void> {
  const file = path.join(import.meta.dirname, 'worker.ts');
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file);
  mkdirSync(path.join(folder, 'worker'), { recursive: true });
  writeFileSync(path.join(folder, 'worker/index.js'), `${code}\nexport default baseline;\n`);
  const constants = { compatibilityDate: '2026-11-01', compatibilityFlags: [], unsafeBindings: [] };
  writeFileSync(path.join(folder, BINDINGS_FILE), JSON.stringify({ ...constants, bindings: { DATA: { pages } } }));
}

/** @param folder  as {@link writeBaseline} made it */
export async function serveBaseline(folder: string): Promise<void> {
  const settings = readSettings(process.env);
  const lock = await takeLock(settings.dataDir, settings.port);
  const configDir = path.join(settings.dataDir, 'runtime');
  const bindingsFile = path.join(folder, BINDINGS_FILE);
  await writeRuntimeConfig({ workerDir: path.join(folder, 'worker'), bindingsFile, outDir: configDir });
  const runtime = await startRuntime({
    machine: undefined,
    settings,
    secrets: loadSecrets(settings.dataDir),
    configDir,
    clientDir: path.join(ROOT, 'dist/client'),
    runtimePidFile: lock.runtimePidFile,
    onEnd: (reason) => {
      throw new Error(`workerd ${reason}`);
    },
  });
  lock.recordProcesses({ proxy: process.pid, workerd: lock.workerdPid() });
  writeEndpointFile(settings.dataDir, runtime.origin, settings.appOrigin);
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
