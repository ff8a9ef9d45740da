import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkNounOrder, nounOrders } from './noun-order.ts';

const ORDER = 'keys.ts  names\ntree  files and folders\njobs  longer work\n';

function findings(files: Record<string, string>, order = ORDER): string[] {
  const tree = new Map([['worker/services/drive/order.txt', order]]);
  for (const path of ['keys.ts', 'tree/read.ts', 'jobs/start.ts']) tree.set(`worker/services/drive/${path}`, '');
  for (const [path, text] of Object.entries(files)) tree.set(`worker/services/drive/${path}`, text);
  const sources = Array.from(tree).flatMap(([path, text]) => (path.endsWith('.ts') ? [readSource(path, text)] : []));
  return checkNounOrder(tree, sources, ['worker/services/drive']).map(({ path, message }) => `${path} ${message}`);
}

test('a noun imports nouns of the lines above its own, and itself', () => {
  const text =
    "import '../tree/read.ts';\nimport '../keys.ts';\nimport './rules.ts';\nimport '#worker/platform/ids.ts';";
  expect(findings({ 'jobs/start.ts': text, 'drive.object.ts': "import './jobs/start.ts';" })).toEqual([]);
});

test.each([
  "import { x } from '../jobs/start.ts';",
  "import type { X } from '../jobs/start.ts';",
  "export type { X } from '#worker/services/drive/jobs/start.ts';",
  "export const load = () => import('../jobs/start.ts');",
])('an import of a noun below is a finding: %s', (text) => {
  expect(findings({ 'tree/read.ts': text })).toEqual([expect.stringContaining('jobs is above tree')]);
  expect(findings({ 'keys.ts': text.replace('../', './') })).toEqual([
    expect.stringContaining('jobs is above keys.ts'),
  ]);
});

test('tests alone import files without a line', () => {
  const text = "import '../drive.object.ts';";
  expect(findings({ 'tree/read.ts': text })).toEqual([expect.stringContaining('drive.object.ts is wiring')]);
  expect(findings({ 'tree/read.test.ts': text })).toEqual([]);
});

test('a fixture imports every noun, and a test every fixture', () => {
  const fixture = "import '../drive.object.ts';\nimport '../jobs/start.ts';";
  const text = "import '../jobs/jobs-fixture.ts';";
  expect(findings({ 'tree/tree-fixture.ts': fixture, 'tree/read.test.ts': text, 'jobs/jobs-fixture.ts': '' })).toEqual(
    [],
  );
});

test('the order of a feature is printed, the lowest noun first', () => {
  const tree = new Map([['worker/services/drive/order.txt', ORDER]]);
  expect(nounOrders(tree, ['worker/services/drive'])).toEqual([
    expect.objectContaining({ message: 'keys.ts < tree < jobs', isAdvice: true }),
  ]);
});

test('the table and the folders are the same', () => {
  expect(findings({ 'zip/zip.ts': '' })).toEqual([expect.stringContaining('the folder zip has no line')]);
  expect(findings({}, `${ORDER}bell\n`)).toEqual([expect.stringContaining('bell is no folder')]);
  expect(findings({}, `${ORDER}jobs\n`)).toEqual([expect.stringContaining('jobs is no folder, or has two lines')]);
});
