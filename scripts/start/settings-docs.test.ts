/** The declared settings, their tables and `.env.example` have every variable that the code reads, and no other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DECLARED } from '#scripts/settings/declared.ts';
import { withLimitsTable } from '#scripts/settings/limits-table.ts';
import type { SettingPlace } from '#scripts/settings/setting.ts';
import { withTables } from '#scripts/settings/tables.ts';
import { loadEnvFile } from './env-file.ts';
import { readMessaging } from './runtime/messaging.ts';
import { readSettings } from './settings.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const READERS = [
  'settings.ts',
  'watch/settings.ts',
  'downloader/settings.ts',
  'runtime/human-check.ts',
  'runtime/messaging.ts',
];
/** For tests and benches. */
const INTERNAL = ['MAGPIE_COUNT_COST', 'MAGPIE_OUTBOUND_ALLOW'];
/** Names of the Worker for what has another name here, or is no setting. */
const OF_WORKER = [
  'BLOB_INDEX_DIGITS',
  'COUNT_COST',
  'DOWNLOADER_SCHEMES',
  'INTERNAL_TOKEN',
  'JWT_PRIVATE_JWK',
  'OUTBOUND_ALLOW',
  'PROCESS_NAME',
  'SECRET_ROOT',
  'SHIELD_MODE',
  // A double on this machine, for tests.
  'STRIPE_API_URL',
];

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

const inCode = new Set(
  READERS.flatMap((file) => namesIn(read(`scripts/start/${file}`), /'([A-Z][A-Z_]{2,})'/g)).filter(
    (name) => ![...INTERNAL, ...OF_WORKER].includes(name),
  ),
);
const declaredFor = (...places: readonly SettingPlace[]): string[] =>
  DECLARED.filter(({ place }) => places.includes(place)).map(({ name }) => name);
const inExample = namesIn(read('.env.example'), /^#?([A-Z_]+)=/gm);

it('each variable that the code of one machine reads is declared once in scripts/settings, and no other', () => {
  expect(declaredFor('machine', 'both').sort()).toEqual([...inCode].sort());
  expect(new Set(DECLARED.map(({ name }) => name)).size).toBe(DECLARED.length);
});

it('the tables of docs/settings.md are current (npm run settings -- --write)', () => {
  expect(withTables(read('docs/settings.md'))).toBe(read('docs/settings.md'));
  expect(() => withTables('no table')).toThrow('must have the tables');
});

it('the table of docs/limits.md is current, and has every limit of LIMITS (npm run settings -- --write)', () => {
  const [text, source] = [read('docs/limits.md'), read('worker/env-limits.ts')];
  expect(withLimitsTable(text, source)).toBe(text);
  expect(text).toContain('| `freeStorageBytes` | 6 GiB | Bytes a free person may hold. |');
  expect(() => withLimitsTable('no table', source)).toThrow('must have the table limits');
});

it('the example of .env has each variable of the code once, and starts a server when both hosts are set', () => {
  expect([...inExample].sort()).toEqual([...inCode].sort());
  const lines = read('.env.example').match(/^[A-Z_]+=.*$/gm) ?? [];
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(readSettings(env)).toMatchObject({ mode: 'production', appOrigin: 'https://drive.example.com' });
  expect(readMessaging(env).bindings).toMatchObject({ MAIL: 'off' });
});

it("every text variable of the Worker's environment is declared, or named as none", () => {
  const text = ['env', 'env-payment', 'env-providers'].map((name) => read(`worker/${name}.ts`)).join('');
  const variables = namesIn(text, /readonly ([A-Z_]+)\??: string;/g);
  expect(variables.length).toBeGreaterThan(20);
  const known = new Set([...declaredFor('both', 'cloudflare', 'machine'), ...OF_WORKER]);
  expect(variables.filter((name) => !known.has(name))).toEqual([]);
  // The rest of the environment is generated from the configuration.
  const all = new Set([...variables, ...namesIn(read('wrangler.toml'), /^([A-Z_]+) = /gm)]);
  expect(declaredFor('both', 'cloudflare').filter((name) => !all.has(name))).toEqual([]);
});

it('a file .env sets what the environment does not', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-env-'));
  const file = path.join(folder, '.env');
  writeFileSync(file, 'MAGPIE_TEST_ONE=file\nMAGPIE_TEST_TWO="two words"\n');
  process.env['MAGPIE_TEST_ONE'] = 'environment';
  loadEnvFile(file);
  loadEnvFile(path.join(folder, 'none'));
  expect([process.env['MAGPIE_TEST_ONE'], process.env['MAGPIE_TEST_TWO']]).toEqual(['environment', 'two words']);
  delete process.env['MAGPIE_TEST_ONE'];
  delete process.env['MAGPIE_TEST_TWO'];
  rmSync(folder, { recursive: true });
});
