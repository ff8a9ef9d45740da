/**
 * `npm run check`: everything that must hold before a commit. Every step runs; one failure fails the whole.
 * `npm run check -- types house` runs the named steps only.
 */
import { join } from 'node:path';
import { generate } from '#scripts/generate/main.ts';
import type { Finding } from './finding.ts';
import { checkHouse } from './house.ts';
import { checkBundle } from './rules/bundle.ts';
import { checkCommits } from './rules/commits.ts';
import { nounOrders } from './rules/noun-order.ts';
import { checkProofs } from './rules/proofs.ts';
import { checkRegexes } from './rules/regexes.ts';
import { checkRoutes } from './rules/routes.ts';
import { type Outcome, runSteps, type Step } from './steps.ts';
import { readTree, type Tree } from './tree.ts';

const TOP = join(import.meta.dirname, '../..');

function houseFindings(tree: Tree): Finding[] {
  return [...nounOrders(tree), ...checkHouse(tree), ...checkCommits(TOP)];
}

/** Longest first, so that no lane waits at the end. */
const STEPS: readonly Step[] = [
  { name: 'unit', run: ['vitest', 'run', '--project', 'unit', '--reporter=minimal'] },
  // Starts the built product: what pages load, against their budgets.
  { name: 'weights', run: ['node', 'scripts/bench/main.ts', 'weights'] },
  { name: 'bundle', run: () => checkBundle(TOP) },
  { name: 'types', run: ['tsc', '-b'] },
  { name: 'promises', run: ['oxlint', '--type-aware'] },
  { name: 'unused', run: ['knip'] },
  {
    name: 'biome',
    run: [
      'biome',
      'ci',
      '--colors=off',
      '--reporter=concise',
      '--diagnostic-level=warn',
      '--error-on-warnings',
      '--max-diagnostics=200',
    ],
  },
  { name: 'locales', run: ['node', 'scripts/locales/main.ts'] },
  { name: 'house', run: () => houseFindings(readTree(TOP)) },
  { name: 'routes', run: () => checkRoutes(TOP) },
  { name: 'proofs', run: () => checkProofs(TOP) },
  { name: 'regexes', run: () => checkRegexes(readTree(TOP)) },
];

function report({ name, ok, output, seconds }: Outcome): void {
  console.log(`${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(9)} ${seconds.toFixed(1).padStart(5)} s`);
  if (output.trim() !== '') console.log(`${output.trim().replace(/^/gm, '      ')}\n`);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(`no step ${unknown.join(', ')}; there are ${STEPS.map(({ name }) => name).join(' ')}`);
  process.exit(2);
}
const chosen = STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
await generate();
process.exitCode = (await runSteps(TOP, chosen, report)) ? 0 : 1;
