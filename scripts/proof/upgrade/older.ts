/** The release that the proof `upgrade` begins with, made from its commit once. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';

/** The tree before releases had images. */
export const OLDER = '2c38b5b68c27a111c2baf9194dd613cf2d184a5a';

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`.slice(-2_000));
}

/** Not under node_modules, where Node runs no TypeScript. @returns the unpacked folder. @throws Error where this history does not have the commit, or its packages are others */
export function olderRelease(print: (line: string) => void): string {
  const unpackedDir = path.join(ROOT, 'dist/older-release', OLDER.slice(0, 12));
  if (existsSync(unpackedDir)) return unpackedDir;
  print(`making the release of ${OLDER.slice(0, 12)}`);
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-older-'));
  const tree = path.join(scratch, 'tree');
  try {
    run('git', ['worktree', 'add', '--detach', tree, OLDER], ROOT);
    const skipsCache = (from: string): boolean => !from.includes('node_modules/.cache');
    cpSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: skipsCache,
    });
    run('npm', ['run', '-s', 'release', '--', '--to', scratch], tree);
    const archive = readdirSync(scratch).find((name) => name.endsWith('.tar.gz')) ?? '';
    const unpacked = path.join(scratch, 'unpacked');
    mkdirSync(unpacked);
    run('tar', ['-xzf', path.join(scratch, archive), '-C', unpacked, '--strip-components=1'], scratch);
    mkdirSync(path.dirname(unpackedDir), { recursive: true });
    const draft = `${unpackedDir}.${process.pid}`;
    cpSync(unpacked, draft, { recursive: true });
    renameSync(draft, unpackedDir);
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', tree], { cwd: ROOT });
    rmSync(scratch, { recursive: true, force: true });
  }
  return unpackedDir;
}
