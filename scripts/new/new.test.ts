/** Copies an endpoint in a copy of the tree, and follows the guides there: the output must pass the checks. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { API } from 'typescript/unstable/sync';
import { afterAll, expect, test } from 'vitest';
import { checkHouse } from '#scripts/check/house.ts';
import { isCode } from '#scripts/check/source.ts';
import { readTree } from '#scripts/check/tree.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { applyGuide, strangeLines } from './guide.ts';

const TOP = path.join(import.meta.dirname, '../..');
/** Dependencies are linked; output of builds and servers is not needed. */
const LEFT_OUT = ['node_modules', '.git', 'dist', '.data', '.wrangler', '.tsc'];
const TIMEOUT_MS = 120_000;
const MOST_FILES = 6;
/** Of a new field of files, without tests and translations. */
const MOST_SOURCE_FILES = 14;
/** Those that hold files of an endpoint. */
const PROJECTS = [
  'shared/tsconfig',
  'client/tsconfig',
  'cli/tsconfig',
  'worker/tsconfig',
  'worker/tsconfig.test',
  'scripts/tsconfig',
  'test/tsconfig',
];

const GUIDES = path.join(TOP, 'docs/guides');
/** Those whose diffs belong to an endpoint that the generator has made, then those that stand alone. */
const FOLLOWED = ['add-a-table', 'add-a-field-on-files', 'add-a-string', 'add-a-page', 'add-an-island'];

/** Made from the texts: the keys that compile. */
const KEYS = 'shared/locale/keys.gen.ts';

const top = scratchFolder();
const compiler = new API({ cwd: top });

function textOf(file: string, folder = top): string | undefined {
  const name = path.join(folder, file);
  return existsSync(name) ? readFileSync(name, 'utf8') : undefined;
}

function guide(name: string): string {
  return textOf(`${name}.md`, GUIDES) ?? '';
}

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

for (const name of readdirSync(TOP))
  if (!LEFT_OUT.includes(name)) cpSync(path.join(TOP, name), path.join(top, name), { recursive: true });
symlinkSync(path.join(TOP, 'node_modules'), path.join(top, 'node_modules'));
const { status, text } = make('op drive/colour --beside star');
expect(status, text).toBe(0);
const changed = Array.from(text.matchAll(/^changed +(\S+)$/gm), ([, file = '']) => file);

afterAll(() => {
  compiler.close();
}, TIMEOUT_MS);

test('a new endpoint changes at most six files', () => {
  expect(changed.length, changed.join(' ')).toBeLessThanOrEqual(MOST_FILES);
});

test('the guide shows what the generator writes', () => {
  const shown = applyGuide(guide('add-an-endpoint'), (file) => textOf(file, TOP));
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(changed.map((file) => [file, textOf(file)])));
});

function expectFormatted(files: readonly string[]): void {
  const biome = path.join(top, 'node_modules/.bin/biome');
  const { status, text } = run(biome, 'ci', '--colors=off', '--error-on-warnings', ...files);
  expect(status, text).toBe(0);
}

/** These files and those that import one of them. */
function withImporters(files: readonly string[]): string[] {
  const code = [...readTree(top)].filter(([file]) => isCode(file));
  const importers = code.filter(([file, text]) =>
    Array.from(text.matchAll(/'((?:#|\.{1,2}\/)[^'\n]+\.tsx?)'/g), ([, specifier = '']) =>
      specifier.startsWith('#') ? specifier.slice(1) : path.posix.join(path.posix.dirname(file), specifier),
    ).some((imported) => files.includes(imported)),
  );
  return [...new Set([...files, ...importers.map(([file]) => file)])];
}

/** Faults that the compiler finds in files. It reads again those that were written. */
function typeFaults(files: readonly string[], written: readonly string[] = []): string[] {
  const openProjects = PROJECTS.map((name) => path.join(top, `${name}.json`));
  const [created, known] = [true, false].map((isNew) =>
    written.filter((file) => isNew === (textOf(file, TOP) === undefined)).map((file) => path.join(top, file)),
  );
  const snapshot = compiler.updateSnapshot({ openProjects, fileChanges: { created, changed: known } });
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
}

test('a new endpoint compiles and is formatted', { timeout: TIMEOUT_MS }, () => {
  // The rest is as in the tree, which `npm run check` compiles whole.
  expect(typeFaults(withImporters(changed))).toEqual([]);
  expectFormatted(changed);
});

test('an endpoint whose call does not fit its contract does not compile', { timeout: TIMEOUT_MS }, () => {
  const file = changed.find((name) => name.endsWith('/endpoints.ts')) ?? '';
  const text = textOf(file) ?? '';
  writeFileSync(path.join(top, file), text.replaceAll(/Contract\.colour\b/g, 'Contract.color'));
  try {
    expect(typeFaults([file], [file])).toEqual([expect.stringMatching(/\/endpoints\.ts: .*'color' does not exist/)]);
  } finally {
    writeFileSync(path.join(top, file), text);
  }
});

test('an endpoint or a path that exists and an unknown feature are refused', () => {
  expect(make('op drive/colour --beside star')).toEqual({ status: 1, text: expect.stringContaining('already') });
  expect(make('op drive/note --beside rename')).toEqual({ status: 1, text: expect.stringContaining('--path') });
  expect(make('op nowhere/thing --beside star').text).toContain('nowhere.star has no contract entry');
});

test('lines that guides quote are in the files that they name', () => {
  const names = readdirSync(GUIDES).map((file) => file.replace(/\.md$/, ''));
  expect(names.toSorted()).toEqual([...FOLLOWED, 'add-a-module', 'add-an-endpoint'].toSorted());
  expect(names.flatMap((name) => strangeLines(guide(name), (file) => textOf(file, TOP)))).toEqual([]);
});

test('a new field of files changes at most fourteen files of source', () => {
  const guides = ['add-a-table', 'add-a-field-on-files', 'add-a-string'];
  const files = guides.flatMap((name) => [...guide(name).matchAll(/^# (\S+\.\w+)$/gm)].map(([, file = '']) => file));
  const source = [...new Set([...changed, ...files])].filter((file) => !/^test\/|\.test\.tsx?$/.test(file));
  // The format of what is stored is in no diff: its numbers change with every table.
  expect(source.length + 1, source.join(' ')).toBeLessThanOrEqual(MOST_SOURCE_FILES);
});

test('the diffs of the guides apply, compile and break no rule of the checks', { timeout: TIMEOUT_MS }, () => {
  const written = new Set<string>();
  for (const name of FOLLOWED)
    for (const [file, text] of applyGuide(guide(name), textOf)) {
      mkdirSync(path.dirname(path.join(top, file)), { recursive: true });
      writeFileSync(path.join(top, file), text);
      written.add(file);
    }
  const { status, text } = run(process.execPath, path.join(top, 'scripts/generate/main.ts'));
  expect(status, text).toBe(0);
  const code = [...written, ...changed].filter(isCode);
  expect(typeFaults(withImporters(code), [...code, KEYS])).toEqual([]);
  expectFormatted(code);
  const faults = checkHouse(readTree(top)).filter(
    ({ path: file, isAdvice }) => !isAdvice && (written.has(file) || changed.includes(file)),
  );
  expect(faults).toEqual([]);
});
