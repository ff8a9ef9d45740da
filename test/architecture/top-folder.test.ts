/** The top folder of the repository has only the entries of this list: no other check would find output of a test that is added by mistake. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = [
  '.changeset',
  '.ci',
  'bin',
  'cli',
  'client',
  'deploy',
  'docs',
  'locales',
  'scripts',
  'shared',
  'test',
  'worker',
];

it.runIf(existsSync(path.join(ROOT, '.git')))('every tracked file is in a known folder', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const folders = new Set(
    tracked
      .split('\0')
      .filter((file) => file.includes('/'))
      .map((file) => file.split('/', 1)[0]),
  );
  expect(folders).toEqual(new Set(FOLDERS));
  expect(tracked).not.toMatch(/\.sqlite(-wal|-shm)?\0|(^|\0|\/)secrets\.json\0/);
});
