/** Copies an endpoint in a copy of the tree: the output must pass the checks. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkHouse } from '#scripts/check/house.ts';
import { readTree } from '#scripts/check/tree.ts';

const TOP = path.join(import.meta.dirname, '../..');
/** Dependencies are linked; output of builds and servers is not needed. */
const LEFT_OUT = ['node_modules', '.git', 'dist', '.data', '.wrangler', '.tsc'];
const TIMEOUT_MS = 120_000;
const MOST_FILES = 6;
/** Those that hold files of an endpoint. */
const PROJECTS = [
  'shared/tsconfig',
  'client/tsconfig',
  'worker/tsconfig',
  'worker/tsconfig.test',
  'scripts/tsconfig',
  'test/tsconfig',
];

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
  const faults = checkHouse(readTree(top)).filter(({ path: file, isAdvice }) => !isAdvice && changed.includes(file));
  expect(faults).toEqual([]);
  const { status, text } = run(
    path.join(top, 'node_modules/.bin/biome'),
    'ci',
    '--colors=off',
    '--error-on-warnings',
    ...changed,
  );
  expect(status, text).toBe(0);
});

/** The changed files and those that import one of them. */
function reachedFiles(): string[] {
  const reached = [...readTree(top)].filter(([file, text]) =>
    Array.from(text.matchAll(/'((?:#|\.{1,2}\/)[^'\n]+\.tsx?)'/g), ([, specifier = '']) =>
      specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier),
    ).some((imported) => changed.includes(imported)),
  );
  return [...new Set([...changed, ...reached.map(([file]) => file)])];
}

/** Faults that the compiler finds in files of projects. */
function typeFaults(projects: readonly string[], files: readonly string[]): string[] {
  const api = new API({ cwd: top });
  try {
    const snapshot = api.updateSnapshot({ openProjects: projects.map((name) => path.join(top, `${name}.json`)) });
    const checked = new Set<string>();
    const faults = snapshot.getProjects().flatMap(({ program, rootFiles }) =>
      files
        .filter((file) => rootFiles.includes(path.join(top, file)))
        .flatMap((file) => {
          checked.add(file);
          const name = path.join(top, file);
          return [...program.getSyntacticDiagnostics(name), ...program.getSemanticDiagnostics(name)].map(
            ({ text }) => `${file}: ${text}`,
          );
        }),
    );
    expect(files.filter((file) => !checked.has(file))).toEqual([]);
    return faults;
  } finally {
    api.close();
  }
}

test('a new endpoint compiles', { timeout: TIMEOUT_MS }, () => {
  // The rest is as in the tree, which `npm run check` compiles whole.
  expect(typeFaults(PROJECTS, reachedFiles())).toEqual([]);
});

test('an endpoint whose call does not fit its contract does not compile', { timeout: TIMEOUT_MS }, () => {
  const file = changed.find((name) => name.endsWith('/endpoints.ts')) ?? '';
  const text = readFileSync(path.join(top, file), 'utf8');
  writeFileSync(path.join(top, file), text.replaceAll(/Contract\.colour\b/g, 'Contract.color'));
  try {
    expect(typeFaults(['worker/tsconfig'], [file])).toEqual([
      expect.stringMatching(/\/endpoints\.ts: .*'color' does not exist/),
    ]);
  } finally {
    writeFileSync(path.join(top, file), text);
  }
});

test('an endpoint that exists and an unknown feature are refused', () => {
  expect(make('op drive/colour --beside star')).toEqual({ status: 1, text: expect.stringContaining('already') });
  expect(make('op nowhere/thing --beside star').text).toContain('nowhere.star has no contract entry');
});
