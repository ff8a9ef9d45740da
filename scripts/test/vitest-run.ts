/** One run of vitest in a process of its own, counted by test/reporter/tally.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { sumOf, type Tally } from './tally.ts';

/** `minimal` prints failures only; `default` also names each file, for a run of many minutes. */
export type Reporter = 'minimal' | 'default';

function readTallies(file: string): Tally[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Tally);
}

/**
 * Runs vitest over a project, or some of its files. A run that ends badly without counting a failure counts as one.
 * @param input.args  paths and options of vitest
 * @param input.scratch  folder for what the tests write
 */
export async function runVitest(input: {
  readonly project: string;
  readonly reporter: Reporter;
  readonly scratch: string;
  readonly args: readonly string[];
}): Promise<Tally> {
  const { project, reporter, scratch } = input;
  const tallyFile = path.join(mkdtempSync(path.join(scratch, 'tally-')), 'tally.jsonl');
  const args = [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--passWithNoTests',
    ...input.args,
    `--project=${project}`,
    `--reporter=${reporter}`,
    '--reporter=./test/reporter/tally.ts',
  ];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      MAGPIE_TALLY_FILE: tallyFile,
      NODE_ENV: 'test',
      TMPDIR: scratch,
      MAGPIE_CLEAN_PAGES: path.join(scratch, 'clean-pages'),
    },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const sum = sumOf(readTallies(tallyFile));
  if (code === 0 || sum.failed > 0) return sum;
  const reason = `vitest ended with code ${code} and counted no failure`;
  return { ...sum, failed: 1, troubled: [{ file: project, passed: 0, failed: [{ name: 'the run', reason }] }] };
}
