/**
 * The proof `upgrade`: a folder filled by the older release is backed up, opened by this one, and taken back, and each step is killed at a
 * moment drawn at random and then repeated as the guide says (docs/upgrade.md).
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { untilRecovered } from '#scripts/crash-test/recovery.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import type { ProofOutcome, ProofSettings } from '../proof-run.ts';
import { type Contents, fill, missing } from './contents.ts';
import { olderRelease } from './older.ts';

/** Longer than a step takes on a quiet machine: some kills come after its end. */
const LONGEST_MS = { backup: 1_500, start: 2_500, restore: 1_500 } as const;
/** The commands of a release and its server. */
const BACKUP = 'scripts/backup/main.ts';
const SERVER = 'scripts/start/main.mjs';

interface Tally {
  kills: number;
  /** Kills that came before the end of the step. */
  cutOff: number;
  filesCompared: number;
  readonly failures: string[];
}

const formatOf = (dataDir: string): string => readFileSync(path.join(dataDir, 'format'), 'utf8').trim();

/** Ends a whole process group; the server's other processes end with their supervisor. */
async function killGroup(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** Begins a command of a release and kills it. */
async function cutOff(
  release: string,
  args: readonly string[],
  afterMs: number,
  env: NodeJS.ProcessEnv,
  tally: Tally,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: release,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  await Promise.race([delay(afterMs), once(child, 'exit')]);
  tally.kills += 1;
  if (child.exitCode === null) tally.cutOff += 1;
  await killGroup(child);
}

function command(release: string, args: readonly string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: release, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

/** Everything is there, nothing is under way, and no invariant is broken. */
async function look(server: TestServer, contents: Contents, step: string, tally: Tally): Promise<void> {
  for (const line of await missing(server.origin, contents)) tally.failures.push(`${step}: ${line}`);
  tally.filesCompared += contents.files.length + contents.versions.length;
  for (const line of await untilRecovered(server.dataDir)) tally.failures.push(`${step}: not ended: ${line}`);
  const { findings } = await auditFolder(server.dataDir, Date.now);
  for (const { invariant, where, says } of findings) tally.failures.push(`${step}: ${invariant} in ${where}: ${says}`);
}

interface Round {
  readonly older: string;
  readonly dataDir: string;
  readonly backups: string;
  /** Of the older version's folder. */
  readonly format: string;
  readonly port: number;
  readonly contents: Contents;
  readonly random: () => number;
  readonly tally: Tally;
}

const serverEnv = (dataDir: string, port: number) => ({
  MAGPIE_DATA: dataDir,
  PORT: String(port),
  HOST: '',
  MAGPIE_SAMPLES: '0',
  NODE_ENV: 'production',
});

/** Steps 1 to 4 of the guide. */
async function upgrade({ older, dataDir, backups, port, contents, random, tally }: Round): Promise<void> {
  const backup = [BACKUP, 'backup', '--to', backups, '--data', dataDir];
  const server = await startServer({ port, dataDir, program: [path.join(older, SERVER)] });
  await cutOff(older, backup, random() * LONGEST_MS.backup, {}, tally);
  // A server that was paused at that moment goes on.
  const made = command(older, backup);
  if (made.status !== 0) tally.failures.push(`the backup after one that was cut off: ${made.said}`);
  await look(server, contents, 'after the backup', tally);
  // The power fails in place of a stop.
  await server.kill9();
  tally.kills += 1;
  tally.cutOff += 1;
  await cutOff(ROOT, [SERVER], random() * LONGEST_MS.start, serverEnv(dataDir, port), tally);
  const opened = await startServer({ port, dataDir });
  await look(opened, contents, 'after the upgrade', tally);
  await opened.kill9();
  tally.kills += 1;
  tally.cutOff += 1;
  const again = await startServer({ port, dataDir });
  await look(again, contents, 'after a kill of the new version', tally);
  await again.stop();
}

/** The way back: the older version refuses a folder of a higher format, and restores its own backup. */
async function goBack({ older, dataDir, backups, format, port, contents, random, tally }: Round): Promise<void> {
  const refused = `${dataDir}.newer`;
  renameSync(dataDir, refused);
  if (formatOf(refused) !== format) {
    const { status, said } = command(older, ['scripts/audit/main.ts', '--data', refused]);
    if (status !== 2 || !said.includes('newer version'))
      tally.failures.push(`a folder of a higher format is not refused: ${said}`);
  }
  const restore = [BACKUP, 'restore', '--from', backups, '--data', dataDir];
  await cutOff(older, restore, random() * LONGEST_MS.restore, {}, tally);
  const isWhole = existsSync(path.join(dataDir, 'secrets.json')) && !existsSync(path.join(dataDir, 'restoring'));
  const again = isWhole ? { status: 0, said: '' } : command(older, restore);
  if (again.status !== 0) tally.failures.push(`the restore after one that was cut off: ${again.said}`);
  const server = await startServer({ port, dataDir, program: [path.join(older, SERVER)] });
  await look(server, contents, 'after the way back', tally);
  await server.stop();
  rmSync(refused, { recursive: true });
}

export async function runUpgrade({ amount, seed, port, dataDir, print }: ProofSettings): Promise<ProofOutcome> {
  const tally: Tally = { kills: 0, cutOff: 0, filesCompared: 0, failures: [] };
  const random = makeRandom(seed);
  const older = olderRelease(print);
  const filled = path.join(dataDir, 'filled');
  const first = await startServer({ port, dataDir: filled, program: [path.join(older, SERVER)] });
  const contents = await fill(first.origin, random);
  await untilRecovered(filled);
  await first.stop();
  const format = formatOf(filled);
  for (let at = 1; at <= amount && tally.failures.length === 0; at++) {
    const place = path.join(dataDir, `round-${at}`);
    const round: Round = {
      older,
      dataDir: path.join(place, 'data'),
      backups: path.join(place, 'backups'),
      format,
      port,
      contents,
      random,
      tally,
    };
    cpSync(filled, round.dataDir, { recursive: true });
    await upgrade(round);
    await goBack(round);
    rmSync(place, { recursive: true, force: true });
    print(
      `round ${at}: ${tally.kills} kills, ${tally.cutOff} of them within a step, ${tally.filesCompared} contents compared`,
    );
  }
  const { failures, ...numbers } = tally;
  return { numbers: { rounds: amount, ...numbers, lost: failures.length }, failures };
}
