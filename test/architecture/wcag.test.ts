/** The self-assessment of docs/accessibility.md: each criterion once, and each named test is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TOP = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(TOP, 'docs/accessibility.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d\.\d\.\d+) \| (A{1,2}) \| .+? \| (.+) \|$/gm)].map(
  ([, id = '', level = '', evidence = '']) => ({ id, level, evidence }),
);

test('the self-assessment lists each of the 31 criteria of level A and the 24 of level AA once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(['A', 'AA'].map((level) => rows.filter((row) => row.level === level).length)).toEqual([31, 24]);
});

test.each(rows)('$id names tests that are there, a dated try, or what is missing', ({ evidence }) => {
  const named = [...evidence.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(path.join(TOP, file)))).toEqual([]);
  const isHonest = /tried 20\d\d-\d\d-\d\d|does not apply|\bgap\b|\bnot (tried|measured)\b|\baxe\b/i.test(evidence);
  expect(named.length > 0 || isHonest).toBe(true);
});
