/**
 * Random sequences of calls, in the real drive and in a model of it at once. Fails with the shortest sequence found, its
 * seed and path. `npm run model` runs more of them, from a seed of its own.
 */
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { makePair } from './model-pair-fixture.ts';
import { type Step, steps } from './model-steps-fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `npm run model`. */
    model?: { readonly runs: number; readonly seed: number; readonly path: string };
  }
}

const { runs, seed, path } = inject('model') ?? { runs: 200, seed: 20_261_121, path: '' };

/** A sequence may take its time on a machine that does other things. */
const MS_PER_RUN = 1_000;

async function runSteps(sequence: readonly Step[]): Promise<void> {
  const pair = makePair();
  for (const step of sequence) await pair.take(step);
  await pair.expectEqual();
}

test(
  `a drive does what its model does, in ${runs} random sequences`,
  async () => {
    let taken = 0;
    const property = fc.asyncProperty(steps, async (sequence) => {
      await runSteps(sequence);
      taken += sequence.length;
    });
    await fc.assert(property, { numRuns: runs, seed, path });
    expect(taken).toBeGreaterThan(runs);
  },
  10_000 + runs * MS_PER_RUN,
);
