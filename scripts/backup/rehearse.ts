/**
 * Proves that a backup can be used: restores it into a scratch folder, compares counts, starts a server on it that sends nothing to
 * people, waits until it has no violation, stops it, and audits once more.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AuditResult, auditFolder } from '#scripts/audit/audit.ts';
import { freePort } from '#scripts/start/process/loopback.ts';
import { ROOT } from '#scripts/start/root.ts';
import { filesBelow } from './databases.ts';
import { kindOf } from './layout.ts';
import { type Backup, BackupRefused } from './manifest.ts';
import { restoreBackup } from './restore.ts';

export interface RehearsalOptions {
  readonly folder: string;
  readonly at: string | undefined;
  /** Where the scratch folder is made. */
  readonly scratchIn: string;
  readonly print: (line: string) => void;
}

/** 5 min: work that was under way, and alarms that came due since the backup. */
const PATIENCE_MS = 300_000;
const LOOK_MS = 3_000;
const START_MS = 180_000;

/** Only what a program needs: a rehearsal uses no mail relay, no payment service and no domain of the server. */
function environment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, MAGPIE_BUILT } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    MAGPIE_BUILT,
    MAGPIE_DATA: dataDir,
    MAGPIE_MODE: 'production',
    MAIL: 'off',
    SMS: 'off',
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_ORIGIN: `http://localhost:${port}`,
    CONTENT_ORIGIN: `http://127.0.0.1:${port}`,
    MAGPIE_DISK_RESERVE_MB: '1',
  };
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const untilMs = performance.now() + START_MS;
  while (!output().includes('Magpie is ready at ')) {
    if (child.exitCode !== null || performance.now() > untilMs)
      throw new BackupRefused(`The restored server does not start:\n${output().slice(-2_000)}`);
    await delay(100);
  }
}

/** Runs a server on the folder while `work` is done. */
async function whileServed<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/start/main.ts'), '--'], {
    // Not where `.env` of the server is: its metrics, its network and its programs are not those of a rehearsal.
    cwd: dataDir,
    env: environment(dataDir, await freePort()),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-8_192);
    });
  const ended = once(child, 'exit');
  try {
    await untilReady(child, () => said);
    return await work();
  } finally {
    if (child.exitCode === null) child.kill('SIGTERM');
    await ended;
  }
}

/** Audits until nothing is wrong: work that ran at the moment of the backup ends first. */
async function untilClean(dataDir: string): Promise<AuditResult> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const result = await auditFolder(dataDir, Date.now);
    if (result.findings.length === 0 || performance.now() > untilMs) return result;
    await delay(LOOK_MS);
  }
}

function requireCounts(dataDir: string, { manifest, name }: Backup): void {
  const places = filesBelow(dataDir);
  const databases = places.filter((place) => kindOf(place) === 'databases').length;
  const stored = places.filter((place) => kindOf(place) === 'stored').length;
  if (databases !== manifest.counts.databases || stored !== manifest.counts.stored)
    throw new BackupRefused(
      `Backup ${name} lists ${manifest.counts.databases} databases and ${manifest.counts.stored} stored files; restored were ${databases} and ${stored}.`,
    );
}

function requireClean({ findings }: AuditResult, when: string): void {
  const [first] = findings;
  if (!first) return;
  const { invariant, kind, where, says } = first;
  throw new BackupRefused(
    `The audit found ${findings.length} violations ${when}, such as ${invariant} ${kind} in ${where}: ${says}`,
  );
}

/** @throws BackupRefused with what is wrong with the backup */
export async function rehearse({ folder, at, scratchIn, print }: RehearsalOptions): Promise<void> {
  if (!existsSync(scratchIn))
    throw new BackupRefused(`${scratchIn} does not exist: make it, or name another folder (--scratch).`);
  const scratch = mkdtempSync(path.join(scratchIn, 'magpie-rehearsal-'));
  const dataDir = path.join(scratch, 'data');
  try {
    const backup = await restoreBackup(folder, at, dataDir);
    requireCounts(dataDir, backup);
    const { databases, stored, storedBytes } = backup.manifest.counts;
    print(`Restored ${backup.name}: ${databases} databases, ${stored} stored files of ${storedBytes} bytes.`);
    const running = await whileServed(dataDir, () => untilClean(dataDir));
    requireClean(running, 'while the restored server ran');
    // An object that is listed and has no database is a violation; one that holds nothing gives its database back.
    const stopped = await auditFolder(dataDir, Date.now);
    requireClean(stopped, 'after the restored server had stopped');
    print(`The restored server started and stopped; the audit found ${stopped.objects} objects and no violation.`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
