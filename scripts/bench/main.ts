/**
 * `npm run bench`: size, speed and memory of the product, each figure beside a floor of the same run.
 * Ends with 1 when a bound is broken, with 2 when it could not measure. `serve FOLDER` is how the bench starts its own servers.
 */
import { writeFileSync } from 'node:fs';
import { hasWrk } from './harness/load.ts';
import { describeMachine, type PartReport, printChecks, readLoad } from './harness/report.ts';
import { serveWorker } from './harness/serve.ts';
import { type BenchOptions, type PartName, readOptions } from './harness/settings.ts';

/** Loaded when asked for, so that a small part does not pay for the bundler of a large one. */
async function runPart(part: PartName, options: BenchOptions): Promise<PartReport> {
  switch (part) {
    case 'weights':
      return (await import('./page/weights.ts')).benchWeights(options);
    case 'pages':
      return (await import('./page/pages.ts')).benchPages(options);
    case 'edge':
      return (await import('./page/edge.ts')).benchEdge(options);
    case 'ttfb':
      return (await import('./page/ttfb.ts')).benchFirstByte(options);
    case 'transfer':
      return (await import('./transfer.ts')).benchTransfer(options);
    case 'hashing':
      return (await import('./hashing.ts')).benchHashing(options);
    case 'crowd':
      return (await import('./page/crowd.ts')).benchCrowd(options);
    case 'sign-in-storm':
      return (await import('./sign-in-storm.ts')).benchSignInStorm(options);
    case 'redirects':
      return (await import('./page/redirects.ts')).benchRedirects(options);
    case 'lighthouse':
      return (await import('./page/lighthouse.ts')).benchLighthouse(options);
    case 'size':
      return (await import('./page/size.ts')).benchSize(options);
    case 'drive':
      return (await import('./drive/drive.ts')).benchDrive(options);
  }
}

async function run(options: BenchOptions): Promise<boolean> {
  if (options.parts.some((part) => part === 'pages' || part === 'edge') && !hasWrk()) {
    process.stdout.write(
      'wrk is not installed: pages are loaded by a loop of Node, which is slower than the server.\n',
    );
    process.stdout.write('Its rates are floors of the truth; processor time per request still stands.\n');
  }
  const reports: unknown[] = [];
  let allOk = true;
  for (const part of options.parts) {
    const before = readLoad();
    const startedMs = performance.now();
    const report = await runPart(part, options);
    const after = readLoad();
    const stealShare = (after.steal - before.steal) / Math.max(1, after.all - before.all);
    const seconds = (performance.now() - startedMs) / 1000;
    printChecks(report.checks);
    process.stdout.write(
      `${part}: ${seconds.toFixed(0)} s, load ${before.loadAverage[0]} -> ${after.loadAverage[0]}, steal ${(stealShare * 100).toFixed(1)} %\n`,
    );
    allOk &&= report.checks.every(({ ok }) => ok);
    reports.push({
      ...report,
      seconds,
      loadBefore: before.loadAverage,
      loadAfter: after.loadAverage,
      stealShare,
    });
  }
  if (options.out !== '') {
    const whole = { at: new Date().toISOString(), ...describeMachine(), options, parts: reports };
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
