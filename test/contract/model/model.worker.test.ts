/**
 * Random sequences of calls, in real drives and in models of them at once. Fails with the shortest sequence found, its
 * seed and path. `npm run model` runs more of them, from a seed of its own.
 */
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { takeCommon } from './common-steps.ts';
import { expectAnswers, makeLinker, takeLink } from './link-steps.ts';
import { makePair } from './pair.ts';
import { type Step, steps } from './steps.ts';
import { type CommonStep, type LinkStep, type TwoStep, twoSteps } from './two-steps.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `npm run model`. */
    model?: { readonly runs: number; readonly seed: number; readonly path: string };
  }
}

const { runs, seed, path } = inject('model') ?? { runs: 64, seed: 20_261_121, path: '' };
/** Two drives cost twice as much. */
const twoRuns = Math.ceil(runs / 5);

/** A sequence may take its time on a machine that does other things. */
const MS_PER_RUN = 2_000;

async function runSteps(sequence: readonly Step[]): Promise<void> {
  const pair = makePair();
  // From its beginning.
  await pair.take({ do: 'follow', limit: 4, folds: false });
  for (const step of sequence) await pair.take(step);
  await pair.expectEqual();
}

const LINKS: ReadonlySet<string> = new Set<LinkStep['do']>([
  'share',
  'follow',
  'unfollow',
  'fetch',
  'direct',
  'directLink',
]);

function isLink(step: TwoStep['step']): step is LinkStep {
  return LINKS.has(step.do);
}

const COMMON: ReadonlySet<string> = new Set<CommonStep['do']>(['give', 'end', 'save-common', 'take-over', 'guest']);

function isCommon(step: Step | CommonStep): step is CommonStep {
  return COMMON.has(step.do);
}

async function runTwo(sequence: readonly TwoStep[]): Promise<void> {
  const pairs = [makePair(7), makePair(7)] as const;
  const linkers = [await makeLinker(pairs[0]), await makeLinker(pairs[1])] as const;
  for (const { who, step } of sequence) {
    const [one, other] = who === 0 ? pairs : [pairs[1], pairs[0]];
    if (isLink(step)) await takeLink(linkers[who], linkers[1 - who] ?? linkers[0], step);
    else if (step.do === 'save') await one.save(other, step.nodes, step.to);
    else if (isCommon(step)) await takeCommon(one, other, step);
    else await one.take(step);
  }
  for (const linker of linkers) await expectAnswers(linker);
  for (const pair of pairs) await pair.expectEqual();
}

async function runAll<T>(
  sequences: fc.Arbitrary<T[]>,
  count: number,
  run: (sequence: readonly T[]) => Promise<void>,
): Promise<void> {
  let taken = 0;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    await run(sequence);
    taken += sequence.length;
  });
  await fc.assert(property, { numRuns: count, seed, path });
  expect(taken).toBeGreaterThan(count);
}

test(
  `a drive does what its model does, in ${runs} random sequences`,
  () => runAll(steps, runs, runSteps),
  10_000 + runs * MS_PER_RUN,
);

test(
  `two drives that save from each other, follow links and share folders do what their models do, in ${twoRuns} random sequences`,
  () => runAll(twoSteps, twoRuns, runTwo),
  10_000 + twoRuns * 2 * MS_PER_RUN,
);
