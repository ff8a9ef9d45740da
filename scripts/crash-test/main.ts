/**
 * `npm run crash-test [-- --kills N --seed S --store disk|r2 --port P --data DIR --longest MS]`: kills the real server again and
 * again under people who work, and holds it to what it acknowledged. The same seed plans the same steps and moments.
 * Exit 0: nothing lost, nothing violated. The state folder stays when something was.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';
import { runCrashTest } from './crash-test.ts';
import { summaryOf } from './summary.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number, not "${text}"`);
  return value;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string' },
      store: { type: 'string', default: 'disk' },
      port: { type: 'string', default: '9020' },
      data: { type: 'string' },
      longest: { type: 'string', default: '1500' },
    },
  });
  if (values.store !== 'disk' && values.store !== 'r2') throw new Error('--store must be disk or r2');
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber(values.seed, 'seed');
  if (values.data !== undefined) mkdirSync(values.data, { recursive: true });
  const dataDir =
    values.data === undefined ? mkdtempSync(path.join(os.tmpdir(), 'magpie-crash-test-')) : path.resolve(values.data);
  print(`seed ${seed}, store ${values.store}, state in ${dataDir}`);
  await ensureBuild();
  const result = await runCrashTest({
    kills: wholeNumber(values.kills, 'kills'),
    seed,
    port: wholeNumber(values.port, 'port'),
    dataDir,
    store: values.store,
    longestMs: wholeNumber(values.longest, 'longest'),
    print,
  });
  for (const line of result.lost) print(`LOST ${line}`);
  for (const line of result.violations) print(`VIOLATION ${line}`);
  print(summaryOf(result));
  const isGood = result.lost.length + result.violations.length === 0;
  if (isGood && values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  return isGood ? 0 : 1;
}

// The server is a process group of its own; only an orderly exit takes it along.
for (const signal of ENDING_SIGNALS) process.on(signal, () => process.exit(130));
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
}
