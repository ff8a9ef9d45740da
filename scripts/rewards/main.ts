/**
 * `npm run rewards`: a month of check-ins, invitations and credits of activities against the rules computed apart. `--people N` (200), `--days N` (30),
 * `--seed N` (by chance). With `--folder DIR` on a real server with that empty state folder, whose clock is moved and which is killed each day; then the folder is audited.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { makeStateFolder, print, runTrial } from '#scripts/test/trial-run.ts';
import { runMonth } from './month.ts';
import { canMoveClock } from './moving-clock.ts';

const TEST = 'worker/services/membership/rewards-month.worker.test.ts';

interface Run {
  readonly people: number;
  readonly days: number;
  readonly seed: number;
}

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`not a whole number: ${text}`);
  return number;
}

async function runObjects(run: Run): Promise<void> {
  const vitest = await createVitest('test', { watch: false, project: ['worker'] });
  vitest.provide('rewards' as never, run as never);
  await vitest.start([TEST]);
  await vitest.close();
}

async function runServer(run: Run, folder: string, port: number): Promise<number> {
  if (!canMoveClock()) throw new Error('--folder moves the clock of a server: it needs Linux and a C compiler (cc)');
  const { dataDir } = makeStateFolder(folder, 'rewards');
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-clock-'));
  const begunMs = performance.now();
  await ensureBuild();
  try {
    const { differences, violations, ...figures } = await runMonth({ ...run, port, dataDir, scratch, print });
    for (const line of differences) print(`DIFFERS ${line}`);
    for (const line of violations) print(`VIOLATION ${line}`);
    const counts = Object.entries({ ...figures, differences: differences.length, violations: violations.length });
    print(counts.map(([what, count]) => `${what} ${count}`).join(', '));
    print(`${Math.round((performance.now() - begunMs) / 1_000)} s`);
    return differences.length + violations.length === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

await runTrial(async () => {
  const { values } = parseArgs({
    options: {
      people: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string' },
      folder: { type: 'string' },
      port: { type: 'string' },
    },
  });
  const run = {
    people: numberOf(values.people, 200),
    days: numberOf(values.days, 30),
    seed: numberOf(values.seed, randomInt(1, 2 ** 31)),
  };
  print(`${run.people} people, ${run.days} days, seed ${run.seed}`);
  if (values.folder !== undefined) return runServer(run, values.folder, numberOf(values.port, 9030));
  await runObjects(run);
  return Number(process.exitCode ?? 0);
});
