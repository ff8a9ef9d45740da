import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { pendingChanges, readChange, takeUpChanges } from './changes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const copy = scratchFolder();
const versionOf = (file: string): string =>
  (JSON.parse(readFileSync(path.join(copy, file), 'utf8')) as { version: string }).version;

it('every note of .changeset is well-formed', () => {
  expect(() => pendingChanges(ROOT)).not.toThrow();
});

it.each([
  ['', 'no head'],
  ['---\n"magpie": minor\n---\n\n', 'no text'],
  ['---\n"other": minor\n---\n\nText', 'another package'],
  ['---\n"magpie": big\n---\n\nText', 'an unknown kind'],
])('a note is refused by the name of its file: %j has %s', (text) => {
  expect(() => readChange('x.md', text)).toThrow('.changeset/x.md');
});

it('a new version takes the notes into the changelog above the version before, and raises package and lock', () => {
  for (const file of ['.changeset', 'CHANGELOG.md', 'package.json', 'package-lock.json'])
    cpSync(path.join(ROOT, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  writeFileSync(path.join(copy, '.changeset/one-more.md'), '---\n"magpie": minor\n---\n\nFiles fly.\n');
  const before = versionOf('package.json');
  const notes = pendingChanges(copy);
  const version = takeUpChanges(copy);
  expect(version).not.toBe(before);
  expect([versionOf('package.json'), versionOf('package-lock.json')]).toEqual([version, version]);
  const changelog = readFileSync(path.join(copy, 'CHANGELOG.md'), 'utf8');
  expect(changelog.indexOf(`## ${version}`)).toBeLessThan(changelog.indexOf(`## ${before}`));
  for (const { text } of notes) expect(changelog).toContain(text.split('\n')[0]);
  expect(pendingChanges(copy)).toEqual([]);
  expect(() => takeUpChanges(copy)).toThrow('nothing to release');
});
