/**
 * The process that holds the state folder: takes the lock for its supervisor, builds if needed, runs the Worker, and says what the proxy needs.
 * Another process takes its place when it ends; the lock and the proxy stay.
 */
import path from 'node:path';
import { builtInputs, ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import type { LanCertificates } from './lan/certificates.ts';
import { describeOrigin } from './lan/settings.ts';
import { type ChildLink, runChild } from './process/child.ts';
import { describeTrust } from './proxy/clients.ts';
import type { ProxyInput } from './proxy-process.ts';
import { isRelease } from './root.ts';
import { bindingsOf, checkBindings } from './runtime/bindings.ts';
import { settleBlobIndex } from './runtime/blob-index.ts';
import { settleBlobStore } from './runtime/blob-store.ts';
import { watchDiskSpace } from './runtime/disk-space.ts';
import { readMessaging } from './runtime/messaging.ts';
import { notedRestore } from './runtime/restore-note.ts';
import { readSettings, type Settings } from './settings.ts';
import { mergeLogs } from './state/checkpoint.ts';
import { checkFolder, recordFormat, requireFolder, unusableFolder } from './state/folder-check.ts';
import { callServerOf, writeEndpointFile } from './state/internal-endpoint.ts';
import { takeLock } from './state/lock.ts';
import { makeDuePeopleList } from './state/people-list.ts';
import { loadSecrets, rotateSigningKeys } from './state/secrets.ts';
import { type DemoPerson, describePeople } from './state/seed.ts';
import { closeStateFolder } from './state/state-folder.ts';
import { describeUnused } from './unused-settings.ts';
import { startWorkerServer, type WorkerServerInput } from './worker-server.ts';

export interface RuntimeInput {
  /** Processes of this name before it, under the same supervisor. */
  readonly restarts: number;
  /** Another key signs from this start on. */
  readonly rotatesKeys: boolean;
  /** The lock names it. The parent of this process would be another one once the supervisor was killed. */
  readonly supervisorPid: number;
}

export interface RuntimeUpdate {
  /** Of the proxy that listens now. */
  readonly proxyPid: number;
}

/** 5 s: a service manager waits longer than that for a stop. */
const MERGE_MS = 5_000;

async function announce(
  settings: Settings,
  people: readonly DemoPerson[],
  lan: LanCertificates | undefined,
): Promise<void> {
  process.stderr.write(describeUnused(process.env) + describeTrust(settings) + describeOrigin(settings.appOrigin));
  process.stdout.write(describePeople(people));
  // Loaded for LAN mode alone.
  if (lan) process.stdout.write((await import('./lan/describe.ts')).describeLan(settings, lan));
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

/** Of another program that has the folder, or a full disk, nothing is written. */
function openFolder({ dataDir, diskReserveBytes }: Settings): void {
  requireFolder(dataDir);
  closeStateFolder(dataDir);
  // Checks once, before anything else is written. The Worker's server watches the disk and logs from then on.
  watchDiskSpace({ dataDir, watermarkBytes: diskReserveBytes, log: () => undefined }).stop();
  checkFolder(dataDir);
}

async function buildOnce(): Promise<void> {
  // Tests start dozens of servers on one tree. The first of them has compared the sources; to read all of them takes a fifth of a second.
  const known = process.env['MAGPIE_BUILT'];
  if (!isRelease() && (!known || known !== builtInputs())) await ensureBuild();
}

/** The proxy gets what it needs: others of the settings are secret. */
function settingsOfProxy(settings: Settings): ProxyInput['settings'] {
  const { hosts, port, trustedProxyHeader, trustedProxies, serverLimits, limits } = settings;
  const { appOrigin, contentOrigin, programsOrigin, apiOrigins, watch, lan } = settings;
  const ofClients = { trustedProxyHeader, trustedProxies, serverLimits, limits };
  return { hosts, port, ...ofClients, appOrigin, contentOrigin, programsOrigin, apiOrigins, watch, lan };
}

async function serve(
  settings: Settings,
  { restarts, rotatesKeys, supervisorPid }: RuntimeInput,
  link: ChildLink<ProxyInput>,
) {
  const { dataDir } = settings;
  const messaging = readMessaging(process.env);
  checkBindings(bindingsOf(settings, messaging));
  openFolder(settings);
  const isFirst = restarts === 0;
  const lock = await takeLock(dataDir, settings.port, { pid: supervisorPid, isHolding: !isFirst });
  // A restart that fails is tried again, and no other server may take the folder in between.
  let isReleasing = isFirst;
  link.atEnd(() => {
    if (isReleasing) lock.release();
  });
  recordFormat(dataDir);
  const blobStore = settleBlobStore(dataDir, settings.blobStore);
  const blobIndexDigits = settleBlobIndex(dataDir);
  if (isFirst) await buildOnce();
  if (rotatesKeys) {
    rotateSigningKeys(dataDir, Math.floor(Date.now() / 1_000));
    process.stdout.write('Tokens are signed with a new key from now on; the old ones stay good until they end.\n');
  }
  const runtime: WorkerServerInput['runtime'] = {
    settings: { ...settings, blobStore, blobIndexDigits, restored: notedRestore(dataDir) },
    secrets: loadSecrets(dataDir),
    configDir: path.join(ROOT, 'dist/runtime'),
    clientDir: path.join(ROOT, 'dist/client'),
    runtimePidFile: lock.runtimePidFile,
    messaging,
  };
  link.atEnd(() => mergeAtEnd(dataDir));
  // Loaded for LAN mode alone.
  const { openCertificates } = settings.lan ? await import('./lan/certificates.ts') : {};
  const lan = settings.lan && (await openCertificates?.(dataDir, settings.lan));
  link.atEnd(() => lan?.stop());
  let place: Omit<ProxyInput['now'], 'certificate'> = { target: null, facts: null };
  const pointProxy = (): void =>
    link.note({
      settings: settingsOfProxy(settings),
      distDir: path.join(ROOT, 'dist'),
      now: { ...place, certificate: lan?.current() ?? null },
    });
  // The proxy starts while the Worker does.
  pointProxy();
  const { origin, people, workerdPid, facts } = await startWorkerServer(
    { runtime, isAfterKill: lock.wasKilled, isSeeding: isFirst && settings.mode === 'demo' },
    link.atEnd,
  );
  lock.recordProcesses({ runtime: process.pid, workerd: workerdPid });
  link.atEnd(writeEndpointFile(dataDir, new URL(origin), settings.appOrigin));
  place = { target: origin, facts };
  pointProxy();
  lan?.watch(pointProxy);
  isReleasing = true;
  return { lock, people, lan };
}

/** For the person at the terminal, once both processes serve. */
async function welcome(settings: Settings, people: readonly DemoPerson[], lan: LanCertificates | undefined) {
  await announce(settings, people, lan);
  // Without the list it is not known whether a folder of an older version has an operator.
  if (await listPeople(settings)) await printFirstLink(settings);
}

runChild('runtime', async (input: RuntimeInput, link: ChildLink<ProxyInput>) => {
  const settings = readSettings(process.env);
  try {
    const { lock, people, lan } = await serve(settings, input, link);
    let isWelcome = input.restarts === 0;
    return {
      ready: {},
      update({ proxyPid }: RuntimeUpdate) {
        lock.recordProcesses({ proxy: proxyPid });
        if (isWelcome) void welcome(settings, people, lan);
        isWelcome = false;
      },
    };
  } catch (error) {
    throw unusableFolder(error, settings.dataDir) ?? error;
  }
});
