/** `npm run settings [-- --write]`: compares the tables of docs/settings.md with the declared variables, or writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withTables } from './tables.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/settings.md');
const now = readFileSync(FILE, 'utf8');
const next = withTables(now);
if (now === next) process.stdout.write('docs/settings.md is current\n');
else if (process.argv.includes('--write')) {
  writeFileSync(FILE, next);
  process.stdout.write('docs/settings.md is written\n');
} else {
  process.stderr.write('docs/settings.md is not current: npm run settings -- --write\n');
  process.exitCode = 1;
}
