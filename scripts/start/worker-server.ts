/** The Worker on this machine: workerd as a child, the schedule, and the services of this machine for the Worker. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChildLink } from './process/child.ts';
import { continueStopped } from './process/stopped-runtime.ts';
import { watchDiskSpace } from './runtime/disk-space.ts';
import { flushFolders } from './runtime/flush.ts';
import { machineAnswers, makeMachineService } from './runtime/machine-service.ts';
import { openObjectRegistry } from './runtime/object-registry.ts';
import { resolveBySystem } from './runtime/outbound.ts';
import { outboundRules, type RuntimeOptions, startRuntime } from './runtime/runtime.ts';
import { startSchedule } from './runtime/schedule.ts';
import { type DemoPerson, seedDemo } from './state/seed.ts';
import { removeTornFiles } from './state/torn-files.ts';
import { type FactsEndpoint, makeFacts, serveFacts } from './watch/machine-facts.ts';

export interface WorkerServerInput {
  readonly runtime: Omit<RuntimeOptions, 'machine' | 'downloader' | 'onEnd'>;
  /** The process before this one was killed and may have left half-written files. */
  readonly isAfterKill: boolean;
  /** Make the demo people. */
  readonly isSeeding: boolean;
}

export interface WorkerServer {
  /** Loopback address of the Worker. */
  readonly origin: string;
  readonly people: readonly DemoPerson[];
  /** Pid of workerd. */
  readonly workerdPid: number;
  /** Where readiness and metrics are asked for. */
  readonly facts: FactsEndpoint;
}

/** EX_TEMPFAIL: another try may succeed. */
const WORKERD_ENDED = 75;

const SMTPS_PORT = 465;
const SUBMISSION_PORT = 587;

/** Not awaited: it takes as long as the store is large, and no request needs it. */
function tidyStore(dataDir: string, workerdPid: number): void {
  removeTornFiles(path.join(dataDir, 'blobs'), workerdPid).catch((error: unknown) => {
    process.stderr.write(`error: removing half-written files failed: ${String(error)}\n`);
  });
}

/** The relay that mails are sent by. */
function relayOf({ messaging }: WorkerServerInput['runtime']): { host: string; port: number } | undefined {
  const { MAIL, SMTP_HOST: host, SMTP_PORT: port, SMTP_SECURE: secure } = messaging?.bindings ?? {};
  if (MAIL !== 'smtp' || !host) return undefined;
  return { host, port: Number(port) || (!secure || secure === 'tls' ? SMTPS_PORT : SUBMISSION_PORT) };
}

/** Starts all of it and waits until the Worker answers. @param atEnd  receives the functions that end it */
export async function startWorkerServer(
  input: WorkerServerInput,
  atEnd: ChildLink<never>['atEnd'],
): Promise<WorkerServer> {
  const { settings, secrets, runtimePidFile } = input.runtime;
  const disk = watchDiskSpace({
    dataDir: settings.dataDir,
    watermarkBytes: settings.diskReserveBytes,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  atEnd(() => disk.stop());
  const objects = openObjectRegistry(settings.dataDir, (line) => process.stderr.write(`${line}\n`));
  // Loaded where there is one.
  const { startDownloader } = settings.downloader ? await import('./downloader/start.ts') : {};
  const downloader =
    settings.downloader &&
    (await startDownloader?.({
      settings: settings.downloader,
      dataDir: settings.dataDir,
      outbound: { resolve: resolveBySystem, ...outboundRules(settings) },
      freeBytes() {
        const { freeBytes, watermarkBytes } = disk.state();
        return freeBytes - watermarkBytes;
      },
      log: (line) => process.stderr.write(`${line}\n`),
    }));
  let watched: ReturnType<typeof makeFacts> | undefined;
  const outlook = () => watched?.outlook() ?? Promise.reject(new Error('the runtime is starting'));
  const runtime = await startRuntime({
    ...input.runtime,
    downloader: downloader?.answer,
    machine: makeMachineService(machineAnswers(settings.dataDir, disk, objects, outlook)),
    onEnd(reason) {
      // The supervisor logs it, waits, and restarts both.
      process.stderr.write(`error: workerd ${reason}\n`);
      process.exit(WORKERD_ENDED);
    },
  });
  atEnd(() => runtime.stop());
  atEnd(() => downloader?.stop());
  const workerdPid = Number(readFileSync(runtimePidFile, 'utf8'));
  // A folder with people is in use: nothing is added to it but demo people.
  const hasSamples = settings.hasSamples && !objects.hadAtStart('AccountObject');
  const [people] = await Promise.all([
    input.isSeeding ? seedDemo(runtime.origin, settings.appOrigin, secrets.INTERNAL_TOKEN, hasSamples) : [],
    flushFolders(settings.dataDir),
  ]);
  // Loaded at the first start alone.
  const { addSamples } =
    hasSamples && people.some(({ accessToken }) => accessToken) ? await import('./samples/fill.ts') : {};
  await addSamples?.(runtime.origin, settings.appOrigin, secrets.INTERNAL_TOKEN, people);
  if (input.isAfterKill) tidyStore(settings.dataDir, workerdPid);
  atEnd(continueStopped(workerdPid, (line) => process.stderr.write(`${line}\n`)));
  atEnd(startSchedule((cron) => runtime.runScheduled(cron)));
  watched = makeFacts({
    dataDir: settings.dataDir,
    disk,
    damagedObjects: () => objects.damaged().length,
    askWorker: runtime.readiness,
    relay: relayOf(input.runtime),
    processes: () => ({ supervisor: process.ppid, runtime: process.pid, workerd: workerdPid }),
    now: () => performance.now(),
  });
  const { port, secret, stop } = await serveFacts(watched);
  atEnd(stop);
  return { origin: runtime.origin.origin, people, workerdPid, facts: { port, secret } };
}
