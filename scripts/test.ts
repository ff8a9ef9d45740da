/**
 * `npm test [-- --seed N]`: runs the worker tests beside the unit tests, the build and the tests against a real server, and ends with one line:
 * `N passed, N failed` over everything. Exit code 1 when anything failed or nothing ran.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cardFontsFolder } from './build/card-fonts.ts';
import { ensureBuild, ROOT } from './build/ensure.ts';
import { ENDING_SIGNALS } from './start/process/ending-signals.ts';
import { ensureChromium, headlessShell } from './test/chromium.ts';
import { installDebianPrograms } from './test/debian-programs.ts';
import { makeScratch } from './test/scratch.ts';
import { describeFailures, filesToRunAgain, settle, sumOf, type Tally } from './test/tally.ts';
import { seedOf } from './test/trial-run.ts';
import { type Reporter, runVitest } from './test/vitest-run.ts';

const scratch = makeScratch();

const seed = seedOf(parseArgs({ options: { seed: { type: 'string', default: '0' } } }).values.seed);

function runProject(project: string, reporter: Reporter, files: readonly string[] = []): Promise<Tally> {
  return runVitest({ project, reporter, scratch, args: [`--sequence.seed=${seed}`, ...files] });
}

/** A browser file in which something failed runs once more. A test that passes then is still named: it waits for too little. */
async function runServer(): Promise<Tally> {
  const first = await runProject('server', 'default');
  const files = filesToRunAgain(first);
  if (files.length === 0) return first;
  process.stdout.write(`Once more: ${files.join(' ')}\n`);
  const second = await runProject('server', 'default', files);
  for (const { file, failed } of first.troubled)
    if (!second.troubled.some((still) => still.file === file))
      for (const { name } of failed) process.stdout.write(`unsteady, passed the second time: ${file} > ${name}\n`);
  return settle(first, second);
}

/** The browser tests need the build, and browsers named in the environment. Returns the reason when one is missing. */
async function prepareServer(): Promise<string | undefined> {
  try {
    await ensureBuild();
    installDebianPrograms();
    const browser = ensureChromium();
    if (browser === undefined)
      process.stderr.write('No Chromium: the browser tests will fail. Set CHROMIUM to its path.\n');
    else process.env['CHROMIUM'] = browser;
    const shell = headlessShell();
    if (shell !== undefined) process.env['HEADLESS_SHELL'] = shell;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Counts server tests that cannot run as one failure. */
function notRun(reason: string): Tally {
  return {
    passed: 0,
    failed: 1,
    skipped: 0,
    troubled: [{ file: 'scripts/test.ts', passed: 0, failed: [{ name: 'server tests', reason }] }],
  };
}

async function main(): Promise<Tally> {
  process.stdout.write(`order of the files by seed ${seed}\n`);
  // Cards are drawn in tests as well; made beside them, the fonts would come too late for the first card.
  await cardFontsFolder(ROOT);
  // The worker tests compute on one core for minutes. The other core runs the unit tests, builds, and begins with the server tests.
  const worker = runProject('worker', 'minimal');
  const unit = await runProject('unit', 'minimal');
  const problem = await prepareServer();
  const server = problem === undefined ? runServer() : Promise.resolve(notRun(problem));
  return sumOf([unit, ...(await Promise.all([worker, server]))]);
}

// A folder in memory would outlive a run that is stopped.
for (const signal of ENDING_SIGNALS)
  process.once(signal, () => {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
    process.exit(1);
  });
const outcome = await main().finally(() => rmSync(scratch, { recursive: true, force: true }));
const { passed, failed } = outcome;
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
// The worker tests print beside the server tests: their failures stand far above the end.
process.stdout.write(describeFailures(outcome));
process.stdout.write(`order of the files by seed ${seed}: npm test -- --seed ${seed}\n`);
process.stdout.write(`${passed} passed, ${failed} failed\n`);
