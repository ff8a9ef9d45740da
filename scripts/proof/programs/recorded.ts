/** The recorded runs of programs: data in the tree, and the table of docs/programs.md that is made from it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KNOWN_FAILURES } from './known-failures.ts';

export interface RecordedRun {
  readonly program: string;
  /** '' where it was not run. */
  readonly version: string;
  readonly from: string;
  /** Day of the run; '' where it was not run. */
  readonly date: string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Reason; '' where it was run. */
  readonly notRun: string;
}

export const RUNS_FILE = 'scripts/proof/program-runs.json';
export const RUNS_PAGE = 'docs/programs.md';

const MARKED = /(<!-- table: runs -->\n)[\s\S]*?(\n<!-- end -->)/;

/** Writes the runs, and the table that is made from them. */
export function writeRuns(top: string, runs: readonly RecordedRun[]): void {
  const recorded = `${JSON.stringify(runs, null, 2)}\n`;
  writeFileSync(path.join(top, RUNS_FILE), recorded);
  const page = path.join(top, RUNS_PAGE);
  writeFileSync(page, withRunsTable(readFileSync(page, 'utf8'), recorded));
}

function rowOf({ program, version, from, date, passed, failed, notRun }: RecordedRun): string {
  const why = failed.map((check) => `${check}: ${KNOWN_FAILURES[program]?.[check] ?? 'unknown'}`);
  const cells = [program, version, from, passed.join('; '), why.join('; ') || (notRun && `not run: ${notRun}`), date];
  return `| ${cells.join(' | ')} |`;
}

/** @param recorded  text of the file of runs @returns the text with a current table. @throws Error when it has none */
export function withRunsTable(text: string, recorded: string): string {
  const runs = JSON.parse(recorded) as RecordedRun[];
  if (!MARKED.test(text)) throw new Error(`${RUNS_PAGE} must have the table of runs`);
  const table = [
    '| program | version | from | passed | did not | date |',
    '|---|---|---|---|---|---|',
    ...runs.map(rowOf),
  ].join('\n');
  return text.replace(MARKED, (_, head: string, end: string) => head + table + end);
}
