/**
 * `npm run attack [-- --seconds N --seed S --port P --data DIR]`: hostile requests against a server of its own for ten
 * minutes. Exit 0 when nothing stopped, no handler failed, no work grew beyond its input, memory stayed bounded, another
 * person never waited more than a second, and the audit is clean. The same seed makes the same requests.
 *
 * `npm run attack -- --floods [NAME] [--rounds N --seconds N]`: floods of small pieces, or those whose name has NAME in it, from
 * one connection and from ten. Exit 0 when another visitor was not stalled by any.
 */
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { makeStateFolder, print, runTrial, seedOf, wholeNumber } from '#scripts/test/trial-run.ts';
import { type AttackResult, runAttack } from './attack.ts';
import { runFloods } from './run-floods.ts';

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

interface FloodOptions {
  readonly port: string;
  readonly rounds: string;
  readonly data?: string | undefined;
  readonly seconds?: string | undefined;
}

async function floods({ port, rounds, data, seconds }: FloodOptions, only: string): Promise<number> {
  const { dataDir, dispose } = makeStateFolder(data, 'floods');
  print(`state in ${dataDir}`);
  await ensureBuild();
  const failures = await runFloods({
    port: wholeNumber(port, 'port'),
    dataDir,
    forMs: wholeNumber(seconds ?? '4', 'seconds') * 1_000,
    connections: [1, 10],
    rounds: wholeNumber(rounds, 'rounds'),
    only,
    judgesTime: true,
    print,
  });
  for (const failure of failures) print(`FAILED ${failure}`);
  print(`${failures.length} failures`);
  if (failures.length === 0) dispose();
  return failures.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      seconds: { type: 'string' },
      floods: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      seed: { type: 'string' },
      port: { type: 'string', default: '9030' },
      data: { type: 'string' },
    },
    allowPositionals: true,
  });
  if (values.floods) return floods(values, positionals[0] ?? '');
  const seed = seedOf(values.seed);
  const { dataDir, dispose } = makeStateFolder(values.data, 'attack');
  print(`seed ${seed}, state in ${dataDir}`);
  await ensureBuild();
  const result = await runAttack({
    seconds: wholeNumber(values.seconds ?? '600', 'seconds'),
    seed,
    port: wholeNumber(values.port, 'port'),
    dataDir,
    judgesTime: true,
    print,
  });
  report(result);
  if (result.failures.length === 0) dispose();
  return result.failures.length === 0 ? 0 : 1;
}

await runTrial(main);
