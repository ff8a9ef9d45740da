/** The table of settings and `.env.example` have every variable that the code reads, and no other. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
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
  'SECRET_ROOT',
  'SHIELD_MODE',
];
/** Payments are for Cloudflare: docs/install-cloudflare.md and worker/env-payment.ts. */
const OF_PAYMENTS = /^(PAYMENT|STRIPE)/;

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

const inCode = new Set(
  READERS.flatMap((file) => namesIn(read(`scripts/start/${file}`), /'([A-Z][A-Z_]{2,})'/g)).filter(
    (name) => ![...INTERNAL, ...OF_WORKER].includes(name),
  ),
);
const inDocs = read('docs/settings.md')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => namesIn((line.split('|')[1] ?? '').replace(/\(.*\)/, ''), /`([A-Z_]+)`/g));
const inExample = namesIn(read('.env.example'), /^#?([A-Z_]+)=/gm);

it('the table of settings has each variable of the code once', () => {
  expect([...inDocs].sort()).toEqual([...inCode].sort());
});

it('the example of .env has each variable of the code once, and starts a server when both hosts are set', () => {
  expect([...inExample].sort()).toEqual([...inCode].sort());
  const lines = read('.env.example').match(/^[A-Z_]+=.*$/gm) ?? [];
  const env = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  expect(readSettings(env)).toMatchObject({ mode: 'production', appOrigin: 'https://drive.example.com' });
  expect(readMessaging(env).bindings).toMatchObject({ MAIL: 'off' });
});

it("every text variable of the Worker's environment is a setting here, or named as none", () => {
  const text = read('worker/env.ts') + read('worker/env-payment.ts');
  const variables = namesIn(text, /readonly ([A-Z_]+)\??: string;/g);
  expect(variables.length).toBeGreaterThan(20);
  const known = new Set([...inDocs, ...OF_WORKER]);
  expect(variables.filter((name) => !known.has(name) && !OF_PAYMENTS.test(name))).toEqual([]);
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
