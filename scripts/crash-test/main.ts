/**
 * `npm run crash-test [-- --kills N --seed S --store disk|r2 --port P --data DIR --longest MS]`: kills the real server again and
 * again under people who work, and holds it to what it acknowledged. The same seed plans the same steps and moments.
 * Exit 0: nothing lost, nothing violated. The state folder stays when something was.
 */
import { parseArgs } from 'node:util';
import { ensureBuild } from '#scripts/build/ensure.ts';
import { makeStateFolder, print, runTrial, seedOf, wholeNumber } from '#scripts/test/trial-run.ts';
import { runCrashTest } from './crash-test.ts';
import { summaryOf } from './summary.ts';

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
  const seed = seedOf(values.seed);
  const { dataDir, dispose } = makeStateFolder(values.data, 'crash-test');
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
  if (isGood) dispose();
  return isGood ? 0 : 1;
}

await runTrial(main);
