/** Notes of changes that are not released yet (`.changeset/*.md`), and the version that takes them up. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Change {
  readonly file: string;
  readonly kind: 'major' | 'minor' | 'patch';
  readonly text: string;
}

const NOTE = /^---\n["']?magpie["']?: (major|minor|patch)\n---\n\n?([\s\S]+)$/;

/** @param text  of a file of `.changeset`. @throws Error when it is not a note of one change */
export function readChange(file: string, text: string): Change {
  const [, kind, summary = ''] = NOTE.exec(text.replaceAll('\r\n', '\n')) ?? [];
  if (!kind || summary.trim() === '')
    throw new Error(
      `.changeset/${file} must begin with "magpie": major, minor or patch between lines of ---, then say what changed.`,
    );
  return { file, kind: kind as Change['kind'], text: summary.trim() };
}

/** @throws Error that names the first malformed note */
export function pendingChanges(root: string): Change[] {
  const folder = path.join(root, '.changeset');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => readChange(file, readFileSync(path.join(folder, file), 'utf8')));
}

/** `changeset version`: moves the notes into CHANGELOG.md and raises the version, in package-lock.json too. @returns the version */
export function takeUpChanges(root: string): string {
  if (pendingChanges(root).length === 0) throw new Error('.changeset has no notes: there is nothing to release.');
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/@changesets/cli/bin.js'), 'version'],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`changeset version failed: ${stderr}${stdout}`);
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const lockFile = path.join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as { version: string; packages: { '': { version: string } } };
  lock.version = version;
  lock.packages[''].version = version;
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  return version;
}
