/**
 * `npm run attack [-- --seconds N --seed S --port P --data DIR]`: hostile requests against a server of its own for ten
 * minutes. Exit 0 when nothing stopped, no handler failed, no work grew beyond its input, memory stayed bounded, another
 * person never waited more than a second, and the audit is clean. The same seed makes the same requests.
 */
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { makeStateFolder, print, runTrial, seedOf, wholeNumber } from '#scripts/test/trial-run.ts';
import { type AttackResult, runAttack } from './attack.ts';

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
  const seed = seedOf(values.seed);
  const { dataDir, dispose } = makeStateFolder(values.data, 'attack');
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
  if (result.failures.length === 0) dispose();
  return result.failures.length === 0 ? 0 : 1;
}

await runTrial(main);
