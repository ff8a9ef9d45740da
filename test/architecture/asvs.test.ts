/** The self-assessment of docs/security-asvs.md: each requirement once, and each named test is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const TOP = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(TOP, 'docs/security-asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (V[\d.]+) \| (.+?) \| (.+) \|$/gm)].map(([, id = '', , evidence = '']) => ({
  id,
  evidence,
}));

test('the self-assessment lists each of the 70 requirements of level 1 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(70);
  expect(rows).toHaveLength(70);
});

test.each(rows)('$id names tests that are there', ({ evidence }) => {
  const named = [...evidence.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(named.filter((file) => !existsSync(path.join(TOP, file)))).toEqual([]);
  expect(named.length > 0 || /gap|does not apply|there are none|security/i.test(evidence)).toBe(true);
});
