/**
 * The runtime's side of readiness and metrics: it asks the Worker for its parts, and looks at the disk, the clock, the mail relay and
 * the work that waits. The proxy asks for them at an address of this machine, with a secret of this start.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { lastBackupMs, lastRehearsalMs } from '#scripts/backup/last-backup.ts';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import type { MachineOutlook } from '#worker/platform/machine/outlook.ts';
import { http } from '../process/node-http.ts';
import { reportFailure } from '../proxy/boundary.ts';
import type { DiskSpaceWatch } from '../runtime/disk-space.ts';
import { makeCached } from './cached.ts';
import { usageOf } from './process-usage.ts';
import { type Family, gauge, labelledFamily } from './prometheus.ts';
import { readWaitingWork } from './waiting-work.ts';

/** One check; `ms` is how long it took. */
export interface Check {
  readonly ok: boolean;
  readonly ms: number;
}

export interface Checks {
  /** Requests fail without one of these. */
  readonly needed: Readonly<Record<string, Check>>;
  /** Something else does not work. */
  readonly wanted: Readonly<Record<string, Check>>;
}

export interface FactsDeps {
  readonly dataDir: string;
  readonly disk: DiskSpaceWatch;
  readonly damagedObjects: () => number;
  /** The Worker's own answer. @see worker/platform/readiness.ts */
  readonly askWorker: () => Promise<{ nowMs: number; parts: Record<string, Check> }>;
  /** Undefined: no mail is sent by a relay. */
  readonly relay: { readonly host: string; readonly port: number } | undefined;
  /** Process ids by name. */
  readonly processes: () => Readonly<Record<string, number>>;
  /** Monotonic, ms. */
  readonly now: () => number;
}

/** Where the proxy asks. */
export interface FactsEndpoint {
  readonly port: number;
  readonly secret: string;
}

/** 1 s: a Worker that hangs has one question at a time, of however many clients. */
const CHECKS_FRESH_MS = 1_000;
const NO_ANSWER: Check = { ok: false, ms: 0 };
const RELAY_MS = 2_000;
/** 30 s: a relay that counts connections must not be connected to each second. */
const RELAY_FRESH_MS = 30_000;
/** 30 s: reading the schedule copies some databases. */
const WORK_FRESH_MS = 30_000;
/** 5 s: the Worker's clock and ours are the same; a larger difference is a wrong one. */
const CLOCK_MS = 5_000;
/** 1 min: a clock that is behind the last write of the folder was put back. */
const PUT_BACK_MS = 60_000;

/** Connects and says nothing. */
function reach({ host, port }: { host: string; port: number }): Promise<Check> {
  const beganMs = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (ok: boolean): void => {
      socket.destroy();
      resolve({ ok, ms: Math.round(performance.now() - beganMs) });
    };
    socket.setTimeout(RELAY_MS, () => end(false));
    socket.on('connect', () => end(true)).on('error', () => end(false));
  });
}

function clockCheck(dataDir: string, workerNowMs: number): Check {
  const written = statSync(path.join(dataDir, 'objects.log'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const nowMs = Date.now();
  return { ok: Math.abs(nowMs - workerNowMs) < CLOCK_MS && nowMs > written - PUT_BACK_MS, ms: 0 };
}

export function makeFacts(deps: FactsDeps) {
  const { dataDir, disk, relay, now } = deps;
  const relayCheck = makeCached(() => (relay ? reach(relay) : Promise.resolve({ ok: true, ms: 0 })), RELAY_FRESH_MS);
  const work = makeCached(() => readWaitingWork(dataDir, Date.now()), WORK_FRESH_MS);

  /** Part -> when a look first found that it fails, epoch ms. */
  const failingSince = new Map<string, number>();

  function recordFailing({ needed, wanted }: Checks): Checks {
    for (const [part, { ok }] of Object.entries({ ...needed, ...wanted }))
      if (ok) failingSince.delete(part);
      else if (!failingSince.has(part)) failingSince.set(part, Date.now());
    return { needed, wanted };
  }

  async function look(): Promise<Checks> {
    const [answer, mail] = await Promise.all([deps.askWorker().catch(() => undefined), relayCheck()]);
    const { objects = NO_ANSWER, store = NO_ANSWER, kv = NO_ANSWER, mail: sending = mail } = answer?.parts ?? {};
    const beganMs = performance.now();
    const { level } = disk.state();
    return recordFailing({
      needed: { objects, store, kv },
      wanted: {
        clock: answer ? clockCheck(dataDir, answer.nowMs) : NO_ANSWER,
        // The relay is reached, and takes what it is sent.
        mail: mail.ok ? sending : mail,
        disk: { ok: level === 'ample', ms: Math.round(performance.now() - beganMs) },
      },
    });
  }

  const checks = makeCached(look, CHECKS_FRESH_MS, now);

  /** The part of it that the operators' first page shows. */
  async function outlook(): Promise<MachineOutlook> {
    const [, waiting] = await Promise.all([checks(), work()]);
    const { events, oldestEventSeconds, lateAlarms, late, busyDrives } = waiting;
    return {
      failing: [...failingSince].map(([part, sinceMs]) => ({ part, sinceMs })),
      events,
      oldestEventSeconds,
      lateAlarms,
      late,
      busyDrives,
      backupMs: lastBackupMs(dataDir),
      rehearsedMs: lastRehearsalMs(dataDir),
    };
  }

  async function families(): Promise<Family[]> {
    const [{ needed, wanted }, waiting] = await Promise.all([checks(), work()]);
    const parts = Object.entries({ ...needed, ...wanted });
    const { freeBytes, watermarkBytes } = disk.state();
    const usages = Object.entries(deps.processes()).flatMap(([name, pid]) => {
      const usage = usageOf(pid);
      return usage ? [[name, usage] as const] : [];
    });
    const of = <T>(value: (usage: T) => number, all: readonly (readonly [string, T])[]) =>
      Object.fromEntries(all.map(([name, one]) => [name, value(one)]));
    return [
      labelledFamily(
        'gauge',
        'magpie_part_ready',
        '1 while a part works: objects, store, kv, mail, clock, disk.',
        'part',
        of(({ ok }) => Number(ok), parts),
      ),
      labelledFamily(
        'gauge',
        'magpie_part_seconds',
        'How long the last check of a part took.',
        'part',
        of(({ ms }) => ms / 1_000, parts),
      ),
      labelledFamily(
        'counter',
        'magpie_process_cpu_seconds_total',
        'Processor time of a process.',
        'process',
        of(({ cpuSeconds }) => cpuSeconds, usages),
      ),
      labelledFamily(
        'gauge',
        'magpie_process_resident_bytes',
        'Memory of a process.',
        'process',
        of(({ residentBytes }) => residentBytes, usages),
      ),
      gauge('magpie_disk_free_bytes', 'Free space of the disk of the state folder.', freeBytes),
      gauge('magpie_disk_reserved_bytes', 'Free space below which nothing can be added.', watermarkBytes),
      gauge(
        'magpie_objects_damaged',
        'Databases that are damaged or missing: bin/magpie health names them.',
        deps.damagedObjects(),
      ),
      labelledFamily('gauge', 'magpie_objects', 'Databases by class of their objects.', 'class', waiting.objects),
      gauge('magpie_alarms_waiting', 'Alarms of all objects.', waiting.alarms),
      gauge('magpie_alarms_late', 'Alarms that should have run more than 10 s ago.', waiting.lateAlarms),
      gauge('magpie_alarm_lateness_seconds', 'How late the oldest alarm is.', waiting.latenessSeconds),
      gauge('magpie_outbox_events', 'Events that wait, of the 50 objects whose alarms come next.', waiting.events),
      gauge('magpie_outbox_age_seconds', 'Age of the oldest of these events.', waiting.oldestEventSeconds),
      gauge('magpie_jobs_waiting', 'Jobs under way, of the 50 objects whose alarms come next.', waiting.jobs),
    ];
  }
  return { checks, outlook, families };
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Listens on this machine. @returns where, and the end of it */
export async function serveFacts(facts: ReturnType<typeof makeFacts>): Promise<FactsEndpoint & { stop(): void }> {
  const secret = randomBytes(32).toString('hex');
  const answers: Readonly<Record<string, () => Promise<unknown>>> = {
    '/checks': facts.checks,
    '/families': facts.families,
  };
  const server = http.createServer((request, response) => {
    const isProxy = timingSafeEqual(digestOf(request.headers.authorization ?? ''), digestOf(`Bearer ${secret}`));
    const answer = isProxy ? answers[request.url ?? ''] : undefined;
    if (!answer) {
      response.writeHead(404).end();
      return;
    }
    answer().then(
      (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
      (error: unknown) => {
        reportFailure('a look at this machine', error);
        response.writeHead(500).end();
      },
    );
  });
  await listenOnLoopback(server);
  return {
    port: (server.address() as AddressInfo).port,
    secret,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
