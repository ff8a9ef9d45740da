/** `npm run settings [-- --write]`: compares the tables of docs/settings.md, docs/limits.md and docs/programs.md with the code and the recorded runs, or writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { RUNS_FILE, RUNS_PAGE, withRunsTable } from '#scripts/proof/programs/recorded.ts';
import { withLimitsTable } from './limits-table.ts';
import { withTables } from './tables.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

const MADE: Readonly<Record<string, (text: string) => string>> = {
  'docs/settings.md': withTables,
  'docs/limits.md': (text) => withLimitsTable(text, read('worker/env-limits.ts')),
  [RUNS_PAGE]: (text) => withRunsTable(text, read(RUNS_FILE)),
};

for (const [file, make] of Object.entries(MADE)) {
  const now = read(file);
  const next = make(now);
  if (now === next) process.stdout.write(`${file} is current\n`);
  else if (process.argv.includes('--write')) {
    writeFileSync(path.join(ROOT, file), next);
    process.stdout.write(`${file} is written\n`);
  } else {
    process.stderr.write(`${file} is not current: npm run settings -- --write\n`);
    process.exitCode = 1;
  }
}
