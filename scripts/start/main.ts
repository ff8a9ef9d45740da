/**
 * `npm start`: builds if needed, then serves the production bundle on this machine until it is told to stop.
 * Order: settings, lock, secrets, runtime, demo people, listener; the reverse on the way out.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BuildFailed, ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { bindingsOf, checkBindings } from './bindings.ts';
import { settleBlobIndex } from './blob-index.ts';
import { settleBlobStore } from './blob-store.ts';
import { exitOnUncaught } from './boundary.ts';
import { mergeLogs } from './checkpoint.ts';
import { watchDiskSpace } from './disk-space.ts';
import { checkFolder, FolderUnusable, noteFormat, requireFolder, unusableFolder } from './folder-check.ts';
import { startFront } from './front.ts';
import { openInnerDoor } from './inner-door.ts';
import { FolderInUse, takeLock } from './lock.ts';
import { makeMachineService } from './machine-service.ts';
import { readMessaging } from './messaging.ts';
import { ENDING_SIGNALS, startRuntime } from './runtime.ts';
import { startSchedule } from './schedule.ts';
import { loadSecrets, rotateSigningKeys } from './secrets.ts';
import { type DemoPerson, describePeople, seedDemo } from './seed.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { closeStateFolder } from './state-folder.ts';
import { loadStaticFiles } from './static-files.ts';
import { removeTornFiles } from './torn-files.ts';

/** `npm start -- --rotate-keys`: another key signs from this start on. */
const ROTATE_KEYS = '--rotate-keys';

/** 5 s: a service manager waits longer than that for a stop. */
const MERGE_MS = 5_000;

function announce(settings: Settings, people: readonly DemoPerson[]): void {
  process.stdout.write(describePeople(people));
  process.stdout.write(`Magpie is ready at ${settings.appOrigin}\n`);
}

/** Not waited for: it takes as long as the store is large, and concerns files that nobody knows of. */
function tidyStore(dataDir: string, runtimePidFile: string): void {
  const runtimePid = Number(readFileSync(runtimePidFile, 'utf8'));
  removeTornFiles(path.join(dataDir, 'blobs'), runtimePid).catch((error: unknown) => {
    process.stderr.write(`removing half-written files failed: ${String(error)}\n`);
  });
}

/** Whoever copies a stopped folder finds no rows beside the databases. */
function mergeAtEnd(dataDir: string): void {
  const { left } = mergeLogs(dataDir, MERGE_MS);
  if (left.length > 0)
    process.stderr.write(`${left.length} databases keep their write-ahead logs, such as ${left[0]}\n`);
}

/** Undoes the started parts once, newest first, however often it is asked. */
function makeShutdown(steps: (() => Promise<void> | void)[]): () => Promise<void> {
  let ending: Promise<void> | undefined;
  return () => {
    ending ??= (async () => {
      for (const step of steps.toReversed()) await step();
    })();
    return ending;
  };
}

async function main(): Promise<void> {
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
    const disk = watchDiskSpace({
      dataDir: settings.dataDir,
      watermarkBytes: settings.diskReserveBytes,
      log: (line) => process.stderr.write(`${line}\n`),
    });
    steps.push(() => disk.stop());
    checkFolder(settings.dataDir);
    const lock = await takeLock(settings.dataDir, settings.port);
    steps.push(() => lock.release());
    noteFormat(settings.dataDir);
    const blobStore = settleBlobStore(settings.dataDir, settings.blobStore);
    const blobIndexDigits = settleBlobIndex(settings.dataDir);
    await ensureBuild();
    if (process.argv.includes(ROTATE_KEYS)) {
      rotateSigningKeys(settings.dataDir, Math.floor(Date.now() / 1_000));
      process.stdout.write('Tokens are signed with a new key from now on; the old ones stay good until they end.\n');
    }
    const secrets = loadSecrets(settings.dataDir);
    const clientDir = path.join(ROOT, 'dist/client');
    const runtime = await startRuntime({
      settings: { ...settings, blobStore, blobIndexDigits },
      secrets,
      workerDir: path.join(ROOT, 'dist/magpie'),
      bindingsFile: path.join(ROOT, 'dist/miniflare.json'),
      clientDir,
      runtimePidFile: lock.runtimePidFile,
      machine: makeMachineService({ '/disk-space': () => disk.state() }),
      messaging,
      allowedOutbound: new Set(
        settings.mode === 'demo' ? (process.env['MAGPIE_OUTBOUND_ALLOW'] ?? '').split(' ').filter(Boolean) : [],
      ),
      onStarted: () => lock.noteRuntime(),
    });
    steps.push(() => mergeAtEnd(settings.dataDir));
    steps.push(() => runtime.stop());
    steps.push(openInnerDoor(settings.dataDir, runtime.origin, settings.appOrigin));
    const people =
      settings.mode === 'demo' ? await seedDemo(runtime.origin, settings.appOrigin, secrets.INTERNAL_TOKEN) : [];
    const front = await startFront({
      hosts: settings.hosts,
      port: settings.port,
      target: runtime.origin,
      trustedProxyHeader: settings.trustedProxyHeader,
      files: loadStaticFiles(clientDir, path.join(ROOT, 'dist/compressed')),
    });
    steps.push(() => front.stop());
    if (lock.wasKilled) tidyStore(settings.dataDir, lock.runtimePidFile);
    steps.push(startSchedule((cron) => runtime.runScheduled(cron)));
    announce(settings, people);
  } catch (error) {
    await shutdown();
    throw unusableFolder(error, settings.dataDir) ?? error;
  }
}

exitOnUncaught('the server');
try {
  await main();
} catch (error) {
  const isExpected = [SettingsError, FolderInUse, FolderUnusable, BuildFailed].some((kind) => error instanceof kind);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE')
    process.stderr.write(`${(error as Error).message}: another program uses this port; set PORT.\n`);
  else process.stderr.write(`${isExpected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
