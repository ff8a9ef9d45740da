/** One of each kind is made in a copy of the tree: it must pass every check, and only its own tests may fail. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkHouse } from '#scripts/check/house.ts';
import { readTree } from '#scripts/check/tree.ts';

const TOP = path.join(import.meta.dirname, '../..');
/** Dependencies are linked, what a build or a server leaves is not needed. `.tsc` spares the compiler what has not changed. */
const LEFT_OUT = ['node_modules', '.git', 'dist', '.data', '.wrangler'];
const WANTED = ['page share/sample-page', 'op share/sample-op', 'island share/sample-island', 'service sample'];
const TESTS = [
  'client/share/sample-page.view.test.tsx',
  'worker/services/share/sample-op.test.ts',
  'client/share/sample-island.island.test.tsx',
  'worker/services/sample/rules.test.ts',
];
const PATIENCE_MS = 120_000;

const top = mkdtempSync(path.join(os.tmpdir(), 'magpie-new-'));
let written: string[] = [];

function run(program: string, ...args: string[]): { status: number | null; text: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST$|^NODE_ENV$/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: top, encoding: 'utf8', env });
  return { status, text: stdout + stderr };
}

function tool(name: string, ...args: string[]): { status: number | null; text: string } {
  return run(path.join(top, 'node_modules/.bin', name), ...args);
}

function make(wanted: string): { status: number | null; text: string } {
  return run(process.execPath, path.join(top, 'scripts/new/main.ts'), ...wanted.split(' '));
}

beforeAll(() => {
  for (const name of readdirSync(TOP)) {
    if (LEFT_OUT.includes(name)) continue;
    cpSync(path.join(TOP, name), path.join(top, name), { recursive: true });
  }
  symlinkSync(path.join(TOP, 'node_modules'), path.join(top, 'node_modules'));
  for (const wanted of WANTED) {
    const { status, text } = make(wanted);
    expect(status, text).toBe(0);
    written = [...written, ...Array.from(text.matchAll(/^(?:made|changed) +(\S+)$/gm), (match) => match[1] ?? '')];
  }
}, PATIENCE_MS);

afterAll(() => rmSync(top, { recursive: true, force: true }));

describe('what npm run new makes', () => {
  it('stands where the conventions say', () => {
    const wanted = [
      ...TESTS,
      'client/share/sample-page.view.tsx',
      'worker/pages/share/sample-page.page.tsx',
      'worker/services/share/sample-op.ts',
      'client/share/sample-island.view.tsx',
      'client/share/sample-island.state.ts',
      'client/share/sample-island.actions.ts',
      'client/share/sample-island.island.tsx',
      'worker/services/sample/index.ts',
      'worker/services/sample/README.md',
    ];
    expect(wanted.filter((file) => !existsSync(path.join(top, file)))).toEqual([]);
  });

  it('breaks no rule of the house and is formatted', { timeout: PATIENCE_MS }, () => {
    const own = new Set(written);
    expect(checkHouse(readTree(top)).filter(({ path: file }) => own.has(file) || file.includes('sample'))).toEqual([]);
    const code = written.filter((file) => !file.endsWith('.md'));
    const { status, text } = tool('biome', 'ci', '--colors=off', '--error-on-warnings', ...code);
    expect(status, text).toBe(0);
  });

  it('compiles', { timeout: PATIENCE_MS }, () => {
    expect(tool('tsc', '-b', '--pretty', 'false')).toEqual({ status: 0, text: '' });
  });

  it('fails in its own tests alone, each with a sentence that says what to fill in', { timeout: PATIENCE_MS }, () => {
    const { status, text } = tool('vitest', 'run', '--project', 'unit', '--reporter=tap-flat', ...TESTS);
    expect(status, text).toBe(1);
    expect(text.match(/^not ok /gm), text).toHaveLength(TESTS.length);
    expect(text.match(/^ok .*equals its view/gm), text).toHaveLength(1);
    for (const about of ['share.sample-page', 'share.sampleOp', 'share/sample-island', 'the room sample'])
      expect(text).toMatch(new RegExp(`Fill in: .*${about}`));
  });

  it('is refused a second time, and so is what has no room', { timeout: PATIENCE_MS }, () => {
    for (const wanted of WANTED) expect(make(wanted)).toEqual({ status: 1, text: expect.stringContaining('already') });
    expect(make('op nowhere/thing').text).toContain('There is no feature "nowhere"');
    expect(make('op vip/thing').text).toContain('vip has no shared/vip/contract.ts');
  });
});
