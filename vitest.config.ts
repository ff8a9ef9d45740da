/**
 * Three projects: `unit` (Node), `worker` (workerd with the bindings of wrangler.toml) and `server` (tests against a real
 * `npm start`). `npm test` begins with the first two, and runs the third as soon as the unit tests have ended and the build stands.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { magpieAssets } from '#scripts/build/assets-plugin.ts';
import { generate } from '#scripts/generate/main.ts';
import { makeHasher } from '#scripts/start/runtime/hasher.ts';
import { makePictureCodecService } from '#scripts/start/runtime/picture-codec.ts';
import { makeSecrets } from '#scripts/start/state/secrets.ts';
import { makeClientFiles } from '#scripts/test/client-files.ts';
import { originDouble } from '#scripts/test/origin-double.ts';
import { deriveQuickly } from '#scripts/test/quick-hash.ts';
import { LongFirst, SAME_ORDER } from '#scripts/test/sequence.ts';
import { MINUTE_MS } from '#shared/units.ts';

const SETUP = ['test/setup/equal-bytes.ts', 'test/setup/patience.ts', 'test/setup/read-at-least.ts'];
const TESTS = '**/*.test.{ts,tsx}';
const WORKER_TESTS = '**/*.worker.test.{ts,tsx}';
const assetsForTests = magpieAssets('dist/client', 'test');

// Fetching cf.json and reporting metrics are the plugin's only calls to the outside.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_WRITE_LOGS: 'false',
});

await generate();

/** Node cannot import the WebAssembly modules of the Worker. Unit tests run none of them. */
const withoutWasm: Plugin = {
  name: 'magpie-without-wasm',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.wasm') ? '\0no-wasm' : null),
  load: (id) => (id === '\0no-wasm' ? 'export default null;' : null),
};

function makeBlobsFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-blobs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `ORDERS=5000`, `FAULT_SEEDS=3` and `REWARDS=200,30,7` (people, days, seed) make long runs of tests that are short in `npm test`. */
const longRuns = Object.fromEntries(
  ['ORDERS', 'FAULT_SEEDS', 'REWARDS'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
);

/**
 * Libraries of hundreds of modules, for the Workers runtime: each module is a call from the runtime to Vite. React stays outside, so that
 * there is one.
 */
const BUNDLED = [
  '@simplewebauthn/server',
  '@zip.js/zip.js/index-native.js',
  'diff',
  'jose',
  'libphonenumber-js/min',
  'lucide-react',
  'stripe',
];

export default defineConfig({
  test: {
    // One waits for the runtime while the other computes.
    maxWorkers: 2,
    sequence: { sequencer: LongFirst, seed: SAME_ORDER },
    projects: [
      {
        plugins: [assetsForTests, withoutWasm],
        test: {
          name: 'unit',
          setupFiles: SETUP,
          environment: 'node',
          // A second of start for each of 170 files costs more than the tests in them; none leaves anything in the globals.
          isolate: false,
          // Some hash a hundred megabytes, and a machine may have other work.
          testTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
          include: [
            'shared',
            'client',
            'cli',
            'scripts',
            'worker',
            'locales',
            'test/architecture',
            'test/contract',
          ].map((room) => `${room}/${TESTS}`),
          exclude: [WORKER_TESTS, '**/node_modules/**'],
        },
      },
      {
        plugins: [
          assetsForTests,
          cloudflareTest(() => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              // All files share one Worker and its counts: hundreds sign in a second.
              bindings: {
                ...makeSecrets(),
                ...longRuns,
                MAIL_FEEDBACK_TOKEN: 'token of the tests',
                LIMITS: JSON.stringify({ signInsPerSecond: 100_000 }),
              },
              // Both stores are bound, so that an adapter and its sibling run the same suite.
              // Passwords are hashed by Node, as on one machine, at a small part of the cost.
              outboundService: originDouble,
              serviceBindings: {
                BLOBS_DISK: { disk: { path: makeBlobsFolder(), writable: true } },
                HASHER: makeHasher(deriveQuickly),
                // Cards are drawn below normal priority: beside other tests that takes longer than a person waits.
                CODEC: makePictureCodecService({ decodeMs: 2 * MINUTE_MS, startMs: 2 * MINUTE_MS }).answer,
                ASSETS: makeClientFiles(import.meta.dirname),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          setupFiles: SETUP,
          deps: { optimizer: { ssr: { enabled: true, include: BUNDLED, exclude: ['react'] } } },
          // The first test of a file loads the whole Worker.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Other files compute in the same runtime.
          expect: { poll: { timeout: 20_000 } },
          // Loading the Worker costs seconds. The files share one runtime: people and things have fresh names everywhere.
          isolate: false,
          include: [`worker/${WORKER_TESTS}`, `test/contract/${WORKER_TESTS}`, `test/flow/${WORKER_TESTS}`],
        },
      },
      {
        plugins: [assetsForTests],
        test: {
          name: 'server',
          setupFiles: SETUP,
          environment: 'node',
          // Half of a file's time is spent on waiting for a server, a page or the next attempt.
          maxWorkers: 4,
          // A process takes one file after another, with one browser (test/browser/browser.ts).
          isolate: false,
          include: ['flow', 'faults', 'browser'].map((suite) => `test/${suite}/${TESTS}`),
          exclude: [WORKER_TESTS, '**/node_modules/**'],
          // Fifteen seconds where nothing else runs; a machine may have other work.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A page on a busy machine takes its time; what never comes fails all the same.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
