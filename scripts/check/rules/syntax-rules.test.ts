import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkSyntax } from './syntax-rules.ts';

function rulesBroken(path: string, text: string): string[] {
  return checkSyntax([readSource(path, text)]).map(({ rule }) => rule.replace('syntax/', ''));
}

test.each([
  ['clock', 'worker/services/share/visit/open.ts', 'export const f = () => Date.now();'],
  ['clock', 'worker/edge/session.ts', 'export const f = () => new Date();'],
  ['clock', 'shared/units.ts', 'export const f = () => performance.now();'],
  ['chance', 'worker/services/share/visit/open.ts', 'export const f = () => Math.random();'],
  ['chance', 'worker/platform/crypto.ts', 'export const f = () => crypto.randomUUID();'],
  ['chance', 'shared/ids.ts', 'export const f = () => globalThis.crypto.getRandomValues(new Uint8Array(1));'],
  ['console', 'worker/app.ts', 'console.log(1);'],
  ['console', 'client/entry.ts', 'console.log(1);'],
  ['console', 'shared/units.ts', 'console.error(1);'],
  ['fetch', 'client/drive/tree/list.ts', "export const f = () => fetch('/drive/v1/files');"],
  ['signal', 'client/drive/drive.state.ts', 'export const open = signal(false);'],
  ['signal', 'client/drive/drive.state.ts', 'export function f() { return computed(() => 1); }'],
  ['default-export', 'client/drive/list.view.tsx', 'export default function List() { return <p />; }'],
  ['default-export', 'shared/units.ts', 'const a = 1; export { a as default };'],
  ['export-star', 'shared/units.ts', "export * from './ids.ts';"],
  ['mock', 'worker/app.test.ts', "vi.mock('./a.ts', () => ({})); vi.resetModules();"],
  ['literal-spread', 'shared/units.ts', 'export const a = { ...{ b: 1, c: 2 }, d: 3 };'],
  ['literal-spread', 'shared/units.ts', 'f(...[1, 2]);'],
  ['literal-spread', 'client/drive/list.view.tsx', 'export const a = <List {...{ b, c }} />;'],
  ['source-text', 'worker/app.test.ts', "readFileSync('worker/app.ts', 'utf8');"],
  ['source-text', 'worker/app.test.ts', "await readFile(path.join(ROOT, 'worker/app.tsx'));"],
  ['source-text', 'worker/app.test.ts', 'read(`worker/$' + '{name}.ts`);'],
  ['mark', 'shared/units.ts', '// TODO tidy\nexport const a = 1;'],
  ['mark', 'shared/units.ts', '/* FIXME tidy */\nexport const a = 1;'],
])('the word of the rule %s is caught in %s', (rule, path, text) => {
  expect(rulesBroken(path, text)).toEqual([rule]);
});

test.each([
  ['worker/platform/clock.ts', 'export const f = () => Date.now();'],
  ['worker/platform/ids.ts', 'export const f = () => crypto.getRandomValues(new Uint8Array(1));'],
  ['worker/platform/log.ts', 'export const f = () => console.log(1);'],
  ['worker/services/share/state/rules.ts', 'export const f = (nowMs: number) => new Date(nowMs).toISOString();'],
  ['worker/services/share/state/rules.test.ts', 'Date.now(); Math.random();'],
  ['client/drive/drive.actions.ts', 'export const f = () => Date.now() + Math.random();'],
  ['client/shield/check-work.ts', 'export const f = (address: string) => fetch(address);'],
  ['client/drive/drive.state.ts', 'export const f = (port: Port) => port.fetch(1);'],
  ['client/api/errors.ts', "export const f = () => console.error('lost');"],
  ['client/drive/drive.state.ts', 'export function makeDriveState() { return { open: signal(false) }; }'],
  ['client/drive/drive.state.ts', 'export const makeDriveState = () => ({ n: computed(() => 1) });'],
  ['client/share/link.island.tsx', 'export default function Link() { return <p />; }'],
  ['worker/app.test.ts', "vi.mock('./a.ts', () => ({})); vi.resetModules(); afterAll(() => vi.resetModules());"],
  ['worker/index.ts', 'export default { fetch() {} };'],
  ['shared/units.ts', 'export const a = { ...(isOn ? { b: 1 } : {}), ...(c satisfies C), ...d };'],
  ['worker/app.test.ts', "readFileSync('test/seed/a.txt'); readSource('a.test.ts', text);"],
  ['scripts/settings/main.ts', "readFileSync('worker/env-limits.ts', 'utf8');"],
  ['scripts/start/main.ts', "console.log('ready', new Date());"],
  [
    'shared/units.ts',
    '// @TODO with a reason; Date.now() is only spoken of\nexport const s = "console.log(Date.now())";',
  ],
])('%s may say: %s', (path, text) => {
  expect(rulesBroken(path, text)).toEqual([]);
});

test('a finding names its line', () => {
  const findings = checkSyntax([
    readSource('worker/app.ts', 'export const a = 1;\n\nexport const f = () => Date.now();\n'),
  ]);
  expect(findings.map(({ line }) => line)).toEqual([3]);
});
