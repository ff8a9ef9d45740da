/**
 * `npm run model`: the model test of the drive with many sequences. `--runs N` (20,000), `--seed N` (by chance), `--path P`
 * with a seed takes up a failure where it was reported.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';

const TEST = 'test/contract/model/model.worker.test.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
});

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise);
  if (!Number.isSafeInteger(number)) throw new Error(`not a whole number: ${text}`);
  return number;
}

/** Every drive of a batch stays open in the test runtime: more of them would run out of files. */
const BATCH_RUNS = 2_000;

const runs = numberOf(values.runs, 20_000);
const seed = numberOf(values.seed, randomInt(2 ** 31));
let done = 0;
for (let batch = 0; done < runs && !process.exitCode; batch += 1) {
  const model = { runs: Math.min(BATCH_RUNS, runs - done), seed: seed + batch, path: values.path ?? '' };
  process.stdout.write(`sequences ${done + 1} to ${done + model.runs} of ${runs}, seed ${model.seed}\n`);
  const vitest = await createVitest('test', { watch: false, project: ['worker'] });
  vitest.provide('model' as never, model as never);
  await vitest.start([TEST]);
  await vitest.close();
  done += model.runs;
}
process.stdout.write(`${done} sequences from seed ${seed}: ${process.exitCode ? 'failed' : 'passed'}\n`);
