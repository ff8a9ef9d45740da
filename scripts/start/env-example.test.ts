/** `.env.example` has every declared variable of one machine, and a file .env is read. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DECLARED } from '#scripts/settings/declared.ts';
import { withLimitsTable } from '#scripts/settings/limits-table.ts';
import { withTables } from '#scripts/settings/tables.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { loadEnvFile } from './env-file.ts';
import { readMessaging } from './runtime/messaging.ts';
import { readSettings } from './settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

it('a document without its tables is refused', () => {
  expect(() => withTables('no table')).toThrow('must have the tables');
  expect(() => withLimitsTable('no table', '')).toThrow('must have the table limits');
});

it('the table of limits has defaults with their unit and the comments of the code', () => {
  expect(read('docs/limits.md')).toContain('| `freeStorageBytes` | 6 GiB | Bytes a free person may hold. |');
});

it('the example of .env has each declared variable of one machine once, and starts a server when both hosts are set', () => {
  const text = read('.env.example');
  const named = Array.from(text.matchAll(/^#?([A-Z_]+)=/gm), ([, name = '']) => name);
  const declared = DECLARED.filter(({ place }) => place === 'machine' || place === 'both').map(({ name }) => name);
  expect(named.toSorted()).toEqual(declared.toSorted());
  const lines = text.match(/^[A-Z_]+=.*$/gm) ?? [];
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(readSettings(env)).toMatchObject({ mode: 'production', appOrigin: 'https://drive.example.com' });
  expect(readMessaging(env).bindings).toMatchObject({ MAIL: 'off' });
});

it('a file .env sets what the environment does not', () => {
  const folder = scratchFolder();
  const file = path.join(folder, '.env');
  writeFileSync(file, 'MAGPIE_TEST_ONE=file\nMAGPIE_TEST_TWO="two words"\n');
  process.env['MAGPIE_TEST_ONE'] = 'environment';
  loadEnvFile(file);
  loadEnvFile(path.join(folder, 'none'));
  expect([process.env['MAGPIE_TEST_ONE'], process.env['MAGPIE_TEST_TWO']]).toEqual(['environment', 'two words']);
  delete process.env['MAGPIE_TEST_ONE'];
  delete process.env['MAGPIE_TEST_TWO'];
});
