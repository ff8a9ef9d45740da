/**
 * `npm run bench`: size, speed and memory of the product, each figure beside a baseline of the same run. Ends with 1 when a bound
 * is broken, with 2 when it could not measure. The argument `serve FOLDER` starts a baseline server.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serveBaseline } from './baseline/serve.ts';
import { benchCapacity } from './capacity.ts';
import { benchCost } from './cost.ts';
import { benchFolder } from './folder.ts';
import { type Bench, type BenchOptions, onBench } from './harness/bench.ts';
import { describeMachine, printChecks, readLoad, type ScenarioReport } from './harness/report.ts';
import { benchHashing } from './hashing.ts';
import { benchPages } from './pages.ts';
import { benchPeople } from './people.ts';
import { benchPrograms } from './programs.ts';
import { benchPropfind } from './propfind.ts';
import { benchSaving } from './saving.ts';
import { benchSignInStorm } from './sign-in-storm.ts';
import { benchSmallFiles } from './small-files.ts';
import { benchStarting } from './starting.ts';
import { benchThumbnails } from './thumbnails.ts';
import { benchTransfer } from './transfer.ts';
import { benchUse } from './use.ts';
import { benchWeights } from './weights.ts';

const SCENARIOS: Readonly<Record<string, (bench: Bench) => Promise<ScenarioReport>>> = {
  cost: benchCost,
  weights: benchWeights,
  pages: benchPages,
  people: benchPeople,
  folder: benchFolder,
  propfind: benchPropfind,
  programs: benchPrograms,
  starting: benchStarting,
  saving: benchSaving,
  'sign-in-storm': benchSignInStorm,
  transfer: benchTransfer,
  'small-files': benchSmallFiles,
  hashing: benchHashing,
  thumbnails: benchThumbnails,
  use: benchUse,
  capacity: benchCapacity,
};
const USAGE = `npm run bench -- [${Object.keys(SCENARIOS).join('|')}|all] [--quick] [--rounds N] [--port N] [--out FILE] [--files N] [--only REGEXP] [--against FOLDER] [--measures] [--profile]`;

/** @throws Error with the usage for anything else */
function readOptions(args: string[]): BenchOptions & { readonly scenarios: readonly string[]; readonly out: string } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      port: { type: 'string', default: '8960' },
      out: { type: 'string', default: '' },
      files: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      against: { type: 'string', default: '' },
      measures: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
    },
  });
  const { quick, out, only, against, measures: writesMeasures, profile: isProfiled } = values;
  const isAll = positionals.length === 0 || positionals.includes('all');
  const scenarios = Object.keys(SCENARIOS).filter((name) => isAll || positionals.includes(name));
  const isKnown = positionals.every((word) => word === 'all' || Object.hasOwn(SCENARIOS, word));
  const [rounds, port] = [Number(values.rounds), Number(values.port)];
  const files = values.files === '' ? (quick ? 5_000 : 100_000) : Number(values.files);
  if (!isKnown || !(rounds >= 1) || !(port >= 1) || !(files >= 1_000)) throw new Error(`usage: ${USAGE}`);
  const sizes = { seconds: quick ? 2 : 4, largeBytes: (quick ? 128 : 1024) * 2 ** 20, files };
  return { scenarios, quick, out, port, rounds, ...sizes, only: new RegExp(only), against, writesMeasures, isProfiled };
}

async function run({ scenarios, out, ...options }: ReturnType<typeof readOptions>): Promise<boolean> {
  const reports: unknown[] = [];
  let allOk = true;
  for (const scenario of scenarios) {
    const work = SCENARIOS[scenario];
    if (work === undefined) continue;
    const before = readLoad();
    const startedMs = performance.now();
    const report = await onBench(options, work);
    const after = readLoad();
    const stealShare = (after.steal - before.steal) / Math.max(1, after.all - before.all);
    const seconds = (performance.now() - startedMs) / 1000;
    const load = { loadBefore: before.loadAverage, loadAfter: after.loadAverage, stealShare };
    printChecks(report.checks);
    process.stdout.write(
      `${scenario}: ${seconds.toFixed(0)} s, load ${before.loadAverage[0]} -> ${after.loadAverage[0]}, steal ${(stealShare * 100).toFixed(1)} %\n`,
    );
    allOk &&= report.checks.every(({ ok }) => ok);
    reports.push({ scenario, ...report, seconds, ...load });
  }
  if (out !== '') {
    const whole = { at: new Date().toISOString(), ...describeMachine(), options, scenarios: reports };
    writeFileSync(out, `${JSON.stringify(whole, null, 2)}\n`);
  }
  return allOk;
}

const [first, folder] = process.argv.slice(2);
if (first === 'serve' && folder !== undefined) await serveBaseline(folder);
else {
  try {
    process.exitCode = (await run(readOptions(process.argv.slice(2)))) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
