/**
 * `npm run model`: the model test of the drive with many sequences. `--runs N` (20,000), `--seed N` (by chance), `--path P`
 * with a seed takes up a failure where it was reported.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';

const TEST = 'worker/services/drive/model.worker.test.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' } },
});

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise);
  if (!Number.isSafeInteger(number)) throw new Error(`not a whole number: ${text}`);
  return number;
}

const model = {
  runs: numberOf(values.runs, 20_000),
  seed: numberOf(values.seed, randomInt(2 ** 31)),
  path: values.path ?? '',
};
process.stdout.write(`${model.runs} sequences, seed ${model.seed}\n`);
const vitest = await createVitest('test', { watch: false, project: ['worker'] });
vitest.provide('model' as never, model as never);
await vitest.start([TEST]);
await vitest.close();
process.stdout.write(`${model.runs} sequences, seed ${model.seed}: ${process.exitCode ? 'failed' : 'passed'}\n`);
