/**
 * The server: builds if needed, then serves the production bundle on this machine until it is told to stop.
 * This process is the supervisor: it takes the lock, then keeps two processes running, the proxy that listens to the network
 * and the runtime with the Worker. It ends them in that order.
 */
import path from 'node:path';
import { BuildFailed, builtInputs, ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { readStartArguments } from './arguments.ts';
import type { LanCertificates } from './lan/certificates.ts';
import { describeLan } from './lan/describe.ts';
import { describeOrigin } from './lan/settings.ts';
import { ENDING_SIGNALS } from './process/ending-signals.ts';
import { StartFailed, supervise } from './process/supervisor.ts';
import { exitOnUncaught } from './proxy/boundary.ts';
import { describeTrust } from './proxy/clients.ts';
import type { ProxyInput, ProxyUpdate } from './proxy-process.ts';
import { isRelease } from './root.ts';
import { bindingsOf, checkBindings } from './runtime/bindings.ts';
import { settleBlobIndex } from './runtime/blob-index.ts';
import { settleBlobStore } from './runtime/blob-store.ts';
import { watchDiskSpace } from './runtime/disk-space.ts';
import { readMessaging } from './runtime/messaging.ts';
import type { RuntimeInput, RuntimeReady } from './runtime-process.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { mergeLogs } from './state/checkpoint.ts';
import { checkFolder, FolderUnusable, noteFormat, requireFolder, unusableFolder } from './state/folder-check.ts';
import { callServerOf, writeEndpointFile } from './state/internal-endpoint.ts';
import { FolderInUse, type Lock, takeLock } from './state/lock.ts';
import { makeDuePeopleList } from './state/people-list.ts';
import { loadSecrets, rotateSigningKeys } from './state/secrets.ts';
import { type DemoPerson, describePeople } from './state/seed.ts';
import { closeStateFolder } from './state/state-folder.ts';
import { describeUnused } from './unused-settings.ts';

/** 5 s: a service manager waits longer than that for a stop. */
const MERGE_MS = 5_000;

function announce(settings: Settings, people: readonly DemoPerson[], lan: LanCertificates | undefined): void {
  process.stderr.write(describeUnused(process.env) + describeTrust(settings) + describeOrigin(settings.appOrigin));
  process.stdout.write(describePeople(people));
  if (lan) process.stdout.write(describeLan(settings, lan));
  process.stdout.write(`Magpie is ready at ${settings.appOrigin}\n`);
}

/** The link that makes the first operator. Demo mode has one. A server without it is served all the same. */
async function printFirstLink({ mode, dataDir, appOrigin }: Settings): Promise<void> {
  if (mode === 'demo') return;
  try {
    const { status, text } = await callServerOf(dataDir, '/_internal/first-operator', {});
    const path = status === 200 ? (JSON.parse(text) as { path: string }).path : '';
    if (path !== '')
      process.stdout.write(
        `There is no operator yet. Open this link to create the first operator’s account; it works for a day:\n${appOrigin}${path}\n`,
      );
  } catch (error) {
    process.stderr.write(`the link for the first operator could not be made: ${String(error)}\n`);
  }
}

/** A folder of a version without the list of people gets it. A server without it is served all the same. @returns whether it is there */
async function listPeople({ dataDir }: Settings): Promise<boolean> {
  try {
    const listed = await makeDuePeopleList(dataDir, async <T>(target: string, body: object) => {
      const { status, text } = await callServerOf(dataDir, target, body);
      if (status !== 200) throw new Error(`${target} answers ${status} ${text}`);
      return JSON.parse(text) as T;
    });
    if (listed !== null) process.stdout.write(`The list of people for operators was made: ${listed} people.\n`);
    return true;
  } catch (error) {
    process.stderr.write(`the list of people for operators waits for the next start: ${String(error)}\n`);
    return false;
  }
}

/** A copy of a stopped folder has no rows beside the databases. */
function mergeAtEnd(dataDir: string): void {
  const { left } = mergeLogs(dataDir, MERGE_MS);
  if (left.length > 0)
    process.stderr.write(`${left.length} databases keep their write-ahead logs, such as ${left[0]}\n`);
}

/** Ends the started parts once, the newest first; later calls wait for the same end. */
function makeShutdown(steps: (() => Promise<void> | void)[]): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= (async () => {
      for (const step of steps.toReversed()) await step();
    })();
    return ending;
  };
}

/** Starts runtime and proxy together and waits until both serve. @param steps  receives the functions that end them */
async function startProcesses(
  settings: Settings,
  runtime: RuntimeInput['runtime'],
  { lock, lan, steps }: { lock: Lock; lan: LanCertificates | undefined; steps: (() => Promise<void> | void)[] },
): Promise<readonly DemoPerson[]> {
  let now: Omit<ProxyUpdate, 'certificate'> = { target: null, facts: null };
  let people: readonly DemoPerson[] = [];
  let removeEndpointFile = (): void => undefined;
  steps.push(() => removeEndpointFile());
  const certificate = () => lan?.current() ?? null;
  const pointProxy = (next: typeof now): void => {
    now = next;
    proxyProcess.update({ ...now, certificate: certificate() });
  };
  const isDemo = settings.mode === 'demo';
  const runtimeProcess = supervise<RuntimeInput, RuntimeReady, never>({
    name: 'runtime',
    script: path.join(import.meta.dirname, 'runtime-process.ts'),
    async input(restarts) {
      // Two runtimes on one state would damage it.
      await lock.endProcesses(['runtime', 'workerd']);
      return {
        runtime,
        isAfterKill: restarts > 0 || lock.wasKilled,
        isSeeding: isDemo && restarts === 0,
      };
    },
    onReady(ready, pid) {
      lock.noteProcesses({ runtime: pid, workerd: ready.workerdPid });
      if (ready.people.length > 0) people = ready.people;
      removeEndpointFile = writeEndpointFile(settings.dataDir, new URL(ready.origin), settings.appOrigin);
      pointProxy({ target: ready.origin, facts: ready.facts });
    },
    onDown: () => pointProxy({ target: null, facts: null }),
  });
  steps.push(() => runtimeProcess.stop());
  const proxyProcess = supervise<ProxyInput, object, ProxyUpdate>({
    name: 'proxy',
    script: path.join(import.meta.dirname, 'proxy-process.ts'),
    input: () => ({
      settings,
      certificate: certificate(),
      target: now.target,
      distDir: path.join(ROOT, 'dist'),
    }),
    onReady(_ready, pid) {
      lock.noteProcesses({ proxy: pid });
      // The Worker may have moved while this process started.
      pointProxy(now);
    },
  });
  steps.push(() => proxyProcess.stop());
  lan?.watch(() => pointProxy(now));
  await Promise.all([runtimeProcess.started, proxyProcess.started]);
  return people;
}

async function main(): Promise<void> {
  const { isLan, rotatesKeys } = readStartArguments(process.argv.slice(2));
  if (isLan) process.env['MAGPIE_LAN'] ||= '1';
  const settings = readSettings(process.env);
  const messaging = readMessaging(process.env);
  checkBindings(bindingsOf(settings, messaging));
  const steps: (() => Promise<void> | void)[] = [];
  const shutdown = makeShutdown(steps);
  const end = (code: number): void => {
    void shutdown().finally(() => process.exit(code));
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, () => end(0));
  try {
    requireFolder(settings.dataDir);
    closeStateFolder(settings.dataDir);
    // Checks once, before anything else is written. The runtime process watches the disk and logs from then on.
    watchDiskSpace({
      dataDir: settings.dataDir,
      watermarkBytes: settings.diskReserveBytes,
      log: () => undefined,
    }).stop();
    checkFolder(settings.dataDir);
    const lock = await takeLock(settings.dataDir, settings.port);
    steps.push(() => lock.release());
    noteFormat(settings.dataDir);
    const blobStore = settleBlobStore(settings.dataDir, settings.blobStore);
    const blobIndexDigits = settleBlobIndex(settings.dataDir);
    // Tests start dozens of servers on one tree. The first of them has compared the sources; to read all of them takes a fifth of a second.
    const known = process.env['MAGPIE_BUILT'];
    if (!isRelease() && (!known || known !== builtInputs())) await ensureBuild();
    if (rotatesKeys) {
      rotateSigningKeys(settings.dataDir, Math.floor(Date.now() / 1_000));
      process.stdout.write('Tokens are signed with a new key from now on; the old ones stay good until they end.\n');
    }
    const secrets = loadSecrets(settings.dataDir);
    const runtime: RuntimeInput['runtime'] = {
      settings: { ...settings, blobStore, blobIndexDigits },
      secrets,
      configDir: path.join(ROOT, 'dist/runtime'),
      clientDir: path.join(ROOT, 'dist/client'),
      runtimePidFile: lock.runtimePidFile,
      messaging,
    };
    steps.push(() => mergeAtEnd(settings.dataDir));
    // Loaded for LAN mode alone.
    const { openCertificates } = settings.lan ? await import('./lan/certificates.ts') : {};
    const lan = settings.lan && (await openCertificates?.(settings.dataDir, settings.lan));
    steps.push(() => lan?.stop());
    const people = await startProcesses(settings, runtime, { lock, lan, steps });
    announce(settings, people, lan);
    // Without the list it is not known whether a folder of an older version has an operator.
    if (await listPeople(settings)) await printFirstLink(settings);
  } catch (error) {
    await shutdown();
    throw unusableFolder(error, settings.dataDir) ?? error;
  }
}

exitOnUncaught('the server');
try {
  await main();
} catch (error) {
  const isExpected = [SettingsError, FolderInUse, FolderUnusable, BuildFailed, StartFailed].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
