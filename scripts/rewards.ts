/**
 * `npm run rewards`: a month of check-ins, invitations and credits of activities against the rules computed apart. `--people N` (200), `--days N` (30),
 * `--seed N` (by chance).
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { createVitest } from 'vitest/node';

const TEST = 'worker/services/membership/rewards-month.worker.test.ts';

const { values } = parseArgs({
  options: { people: { type: 'string' }, days: { type: 'string' }, seed: { type: 'string' } },
});

function numberOf(text: string | undefined, otherwise: number): number {
  const number = Number(text ?? otherwise);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`not a whole number: ${text}`);
  return number;
}

const run = {
  people: numberOf(values.people, 200),
  days: numberOf(values.days, 30),
  seed: numberOf(values.seed, randomInt(1, 2 ** 31)),
};
process.stdout.write(`${run.people} people, ${run.days} days, seed ${run.seed}\n`);
const vitest = await createVitest('test', { watch: false, project: ['worker'] });
vitest.provide('rewards' as never, run as never);
await vitest.start([TEST]);
await vitest.close();
