/** Copies an endpoint in a copy of the tree: the output must pass the checks. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHouse } from '#scripts/check/house.ts';
import { readTree } from '#scripts/check/tree.ts';

const TOP = path.join(import.meta.dirname, '../..');
/** Dependencies are linked; output of builds and servers is not needed. `.tsc` keeps the compiler incremental. */
const LEFT_OUT = ['node_modules', '.git', 'dist', '.data', '.wrangler'];
const TIMEOUT_MS = 120_000;
const MOST_FILES = 6;

const top = mkdtempSync(path.join(os.tmpdir(), 'magpie-new-'));
let changed: string[] = [];

function run(program: string, ...args: string[]): { status: number | null; text: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST$|^NODE_ENV$/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: top, encoding: 'utf8', env });
  return { status, text: stdout + stderr };
}

function make(command: string): { status: number | null; text: string } {
  return run(process.execPath, path.join(top, 'scripts/new/main.ts'), ...command.split(' '));
}

beforeAll(() => {
  for (const name of readdirSync(TOP))
    if (!LEFT_OUT.includes(name)) cpSync(path.join(TOP, name), path.join(top, name), { recursive: true });
  symlinkSync(path.join(TOP, 'node_modules'), path.join(top, 'node_modules'));
  const { status, text } = make('op drive/colour --beside star');
  expect(status, text).toBe(0);
  changed = Array.from(text.matchAll(/^changed +(\S+)$/gm), ([, file = '']) => file);
}, TIMEOUT_MS);

afterAll(() => rmSync(top, { recursive: true, force: true }), TIMEOUT_MS);

test('a new endpoint changes at most six files', () => {
  expect(changed.length, changed.join(' ')).toBeLessThanOrEqual(MOST_FILES);
});

test('a new endpoint breaks no rule of the checks and is formatted', { timeout: TIMEOUT_MS }, () => {
  expect(checkHouse(readTree(top)).filter(({ path: file }) => changed.includes(file))).toEqual([]);
  const { status, text } = run(
    path.join(top, 'node_modules/.bin/biome'),
    'ci',
    '--colors=off',
    '--error-on-warnings',
    ...changed,
  );
  expect(status, text).toBe(0);
});

test('a new endpoint compiles', { timeout: TIMEOUT_MS }, () => {
  expect(run(path.join(top, 'node_modules/.bin/tsc'), '-b', '--pretty', 'false')).toEqual({ status: 0, text: '' });
});

test('an endpoint that exists and an unknown feature are refused', () => {
  expect(make('op drive/colour --beside star')).toEqual({ status: 1, text: expect.stringContaining('already') });
  expect(make('op nowhere/thing --beside star').text).toContain('nowhere.star has no contract entry');
});
