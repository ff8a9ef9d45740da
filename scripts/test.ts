/**
 * `npm test`: builds, runs the unit and worker tests, then the tests against a real server, and ends with one line:
 * `N passed, N failed` over everything. Exit code 1 when anything failed or nothing ran.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild, ROOT } from './build/ensure.ts';
import { ensureChromium } from './test/chromium.ts';
import type { Tally } from './test/tally.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-test-'));
const tallyFile = path.join(scratch, 'tally.jsonl');

function readTallies(): Tally[] {
  if (!existsSync(tallyFile)) return [];
  const lines = readFileSync(tallyFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Tally);
}

/** Runs vitest over some projects. A run that ends badly without counting a failure counts as one. */
async function runProjects(projects: readonly string[]): Promise<Tally> {
  const before = readTallies().length;
  const args = [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--passWithNoTests',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    '--reporter=./test/reporter/tally.ts',
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MAGPIE_TALLY_FILE: tallyFile, NODE_ENV: 'test' },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of readTallies().slice(before)) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  if (code !== 0 && sum.failed === 0) sum.failed = 1;
  return sum;
}

async function main(): Promise<{ passed: number; failed: number }> {
  const tallies = [await runProjects(['unit', 'worker'])];
  try {
    await ensureBuild();
    const browser = ensureChromium();
    if (browser === undefined)
      process.stderr.write('No Chromium: the browser tests will fail. Set CHROMIUM to its path.\n');
    else process.env['CHROMIUM'] = browser;
    tallies.push(await runProjects(['server']));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    tallies.push({ passed: 0, failed: 1, skipped: 0 });
  }
  return {
    passed: tallies.reduce((total, tally) => total + tally.passed, 0),
    failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  };
}

const { passed, failed } = await main().finally(() => rmSync(scratch, { recursive: true, force: true }));
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
