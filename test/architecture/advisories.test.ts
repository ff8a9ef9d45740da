/**
 * Known failures of systems like ours, each held down by a test. A row whose test is gone, renamed or skipped fails here.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isNode, readSource, type SyntaxNode, walk } from '#scripts/check/source.ts';

const TOP = path.resolve(import.meta.dirname, '../..');

interface Advisory {
  id: string;
  /** Class of weakness, or the document that names it. */
  source: string;
  /** The fault as it happened elsewhere. */
  what: string;
  /** `file > name of a test or of a group of tests`, as written in the file. */
  test: string;
}

const advisories = JSON.parse(readFileSync(path.join(TOP, 'test/advisories.json'), 'utf8')) as Advisory[];

function rootName(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node['name']);
  return rootName(node['object'] ?? node['callee'] ?? node['tag']);
}

/** Words that stand between the name of a test function and its arguments, such as `each` or `skip`. */
function chainOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  const property = isNode(node['property']) ? [String(node['property']['name'])] : [];
  return [...chainOf(node['object'] ?? node['callee'] ?? node['tag']), ...property];
}

/** Names of the tests and groups in a file's text that are not skipped. */
function testNames(text: string): string[] {
  const names: string[] = [];
  walk(readSource('a.test.tsx', text).program, (node: SyntaxNode) => {
    if (node.type !== 'CallExpression' || !/^(it|test|describe)$/.test(rootName(node['callee']))) return;
    if (chainOf(node['callee']).some((word) => /^(skip|todo|fails)/.test(word))) return;
    const first = (node['arguments'] as unknown[])[0];
    if (isNode(first) && typeof first['value'] === 'string') names.push(first['value']);
  });
  return names;
}

test.each(advisories)('the list of advisories: $id is held down by a test', ({ test: named }) => {
  const [file = '', name = ''] = named.split(' > ');
  expect(existsSync(path.join(TOP, file)), `${file} is not there`).toBe(true);
  expect(testNames(readFileSync(path.join(TOP, file), 'utf8'))).toContain(name);
});

test('the list of advisories names each fault once, with its source and its test', () => {
  expect(new Set(advisories.map(({ id }) => id)).size).toBe(advisories.length);
  for (const row of advisories) {
    expect(Object.keys(row)).toEqual(['id', 'source', 'what', 'test']);
    expect(row.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(row.source).toMatch(/^(CWE-\d+|CVE-\d+-\d+|RFC \d+( [\d.]+)?)$/);
    expect(row.what).toMatch(/^[A-Z].{15,}[^.]$/);
  }
});

test('a skipped test holds nothing down', () => {
  const text = `test.skip('a', f); it.todo('b'); describe.each([1])('c %i', () => { it('d', f); it.each\`x\`('e', f); });`;
  expect(testNames(text)).toEqual(['c %i', 'd', 'e']);
});

test('the web framework is newer than its published advisories', () => {
  const { version } = JSON.parse(readFileSync(path.join(TOP, 'node_modules/hono/package.json'), 'utf8')) as {
    version: string;
  };
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(4_013_007);
});
