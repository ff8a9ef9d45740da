/**
 * `npm run attack [-- --seconds N --seed S --port P --data DIR]`: hostile requests against a server of its own for ten
 * minutes. Exit 0 when nothing stopped, no handler failed, no work grew beyond its input, memory stayed bounded, another
 * person never waited more than a second, and the audit is clean. The same seed makes the same requests.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { ENDING_SIGNALS } from '#scripts/start/process/ending-signals.ts';
import { type AttackResult, runAttack } from './attack.ts';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} must be a whole number, not "${text}"`);
  return value;
}

function report({ statuses, growth, slowestWitnessMs, grownBytes, failures }: AttackResult): void {
  for (const [lane, counts] of statuses) {
    const parts = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'none'} x ${count}`);
    print(`${lane.padEnd(10)} ${parts.join(', ')}`);
  }
  for (const { name, smallMs, largeMs } of growth) print(`growth     ${name}: ${smallMs} -> ${largeMs} ms`);
  print(
    `witness    longest wait ${Math.round(slowestWitnessMs)} ms; memory grew ${Math.round(grownBytes / 2 ** 20)} MiB`,
  );
  for (const { kind, detail } of failures) print(`FAILED ${kind}: ${detail}`);
  print(`${failures.length} failures`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string' },
      port: { type: 'string', default: '9030' },
      data: { type: 'string' },
    },
  });
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber(values.seed, 'seed');
  if (values.data !== undefined) mkdirSync(values.data, { recursive: true });
  const dataDir =
    values.data === undefined ? mkdtempSync(path.join(os.tmpdir(), 'magpie-attack-')) : path.resolve(values.data);
  print(`seed ${seed}, state in ${dataDir}`);
  await ensureBuild();
  const result = await runAttack({
    seconds: wholeNumber(values.seconds, 'seconds'),
    seed,
    port: wholeNumber(values.port, 'port'),
    dataDir,
    judgesTime: true,
    print,
  });
  report(result);
  if (result.failures.length === 0 && values.data === undefined) rmSync(dataDir, { recursive: true, force: true });
  return result.failures.length === 0 ? 0 : 1;
}

// The server is a process group of its own; only an orderly exit takes it along.
for (const signal of ENDING_SIGNALS) process.on(signal, () => process.exit(130));
try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 2;
}
