/**
 * `npm run new -- op <feature>/<name> --beside <endpoint>`: copies an endpoint of the feature under a new name into the files of
 * that endpoint. Writes all of it or nothing.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADVISED_LINES, MAX_LINES } from '#scripts/check/rules/size.ts';
import { readTree } from '#scripts/check/tree.ts';
import { copySibling } from './copy-sibling.ts';
import { readArguments, UsageError } from './names.ts';

const TOP = path.join(import.meta.dirname, '../..');

function checkLengths(files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES)
      throw new UsageError(
        `${file} would have ${lines} lines, at most ${MAX_LINES}: divide it first. Nothing was written.`,
      );
    if (lines > ADVISED_LINES) process.stdout.write(`${file} has ${lines} lines now: divide it before ${MAX_LINES}.\n`);
  }
}

try {
  const wanted = readArguments(process.argv.slice(2));
  const files = copySibling(readTree(TOP), wanted);
  checkLengths(files);
  for (const [file, text] of files) writeFileSync(path.join(TOP, file), text);
  const biome = path.join(TOP, 'node_modules/.bin/biome');
  const { status, stderr } = spawnSync(biome, ['check', '--write', ...files.keys()], { cwd: TOP, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  for (const file of files.keys()) process.stdout.write(`changed  ${file}\n`);
  process.stdout.write(
    `${files.size} files. ${wanted.name} does what ${wanted.sibling} does until you change its copies.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
