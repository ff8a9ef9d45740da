/**
 * `npm run bench`: size, speed and memory of the product, each figure beside a baseline of the same run. Ends with 1 when a bound
 * is broken, with 2 when it could not measure. The argument `serve FOLDER` starts a baseline server.
 */
import { writeFileSync } from 'node:fs';
import { benchCapacity } from './capacity.ts';
import { benchCost } from './cost.ts';
import { benchFetch } from './fetch.ts';
import { describeMachine, printChecks, readLoad, type ScenarioReport } from './harness/report.ts';
import { serveWorker } from './harness/serve.ts';
import { type BenchOptions, readOptions, type ScenarioName } from './harness/settings.ts';
import { benchHashing } from './hashing.ts';
import { benchListing } from './listing.ts';
import { benchPages } from './pages.ts';
import { benchSaving } from './saving.ts';
import { benchScreen } from './screen.ts';
import { benchShares } from './shares.ts';
import { benchSignIn } from './sign-in.ts';
import { benchSignInStorm } from './sign-in-storm.ts';
import { benchStarting } from './starting.ts';
import { benchThumbnails } from './thumbnails.ts';
import { benchTransfer } from './transfer.ts';
import { benchWeights } from './weights.ts';
import { benchZip } from './zip.ts';

const SCENARIOS: Readonly<Record<ScenarioName, (options: BenchOptions) => Promise<ScenarioReport>>> = {
  cost: benchCost,
  weights: benchWeights,
  pages: benchPages,
  shares: benchShares,
  listing: benchListing,
  screen: benchScreen,
  starting: benchStarting,
  saving: benchSaving,
  'sign-in': benchSignIn,
  'sign-in-storm': benchSignInStorm,
  transfer: benchTransfer,
  zip: benchZip,
  fetch: benchFetch,
  hashing: benchHashing,
  thumbnails: benchThumbnails,
  capacity: benchCapacity,
};

async function run(options: BenchOptions): Promise<boolean> {
  const reports: unknown[] = [];
  let allOk = true;
  for (const scenario of options.scenarios) {
    const before = readLoad();
    const startedMs = performance.now();
    const report = await SCENARIOS[scenario](options);
    const after = readLoad();
    const stealShare = (after.steal - before.steal) / Math.max(1, after.all - before.all);
    const seconds = (performance.now() - startedMs) / 1000;
    printChecks(report.checks);
    process.stdout.write(
      `${scenario}: ${seconds.toFixed(0)} s, load ${before.loadAverage[0]} -> ${after.loadAverage[0]}, steal ${(stealShare * 100).toFixed(1)} %\n`,
    );
    allOk &&= report.checks.every(({ ok }) => ok);
    reports.push({
      scenario,
      ...report,
      seconds,
      loadBefore: before.loadAverage,
      loadAfter: after.loadAverage,
      stealShare,
    });
  }
  if (options.out !== '') {
    const whole = { at: new Date().toISOString(), ...describeMachine(), options, scenarios: reports };
    writeFileSync(options.out, `${JSON.stringify(whole, null, 2)}\n`);
  }
  return allOk;
}

const [first, folder] = process.argv.slice(2);
if (first === 'serve' && folder !== undefined) await serveWorker(folder);
else {
  try {
    process.exitCode = (await run(readOptions(process.argv.slice(2)))) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
