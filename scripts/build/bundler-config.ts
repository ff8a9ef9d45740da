/**
 * Configuration of the bundler: the client (islands, then the plain scripts) and after it the Worker, which must know the client's hashed
 * names. A build makes the two in processes of their own, each with the tools that it needs; the development server serves both.
 */
import react from '@vitejs/plugin-react';
import type { EnvironmentOptions, PluginOption, UserConfig } from 'vite';
import { devVars } from '#scripts/dev/vars.ts';
import { magpieAssets } from './assets-plugin.ts';
import { lateImport } from './late-import-plugin.ts';
import { packedTexts } from './packed-texts-plugin.ts';
import { slimContracts } from './slim-contract-plugin.ts';

/** Environments that one process builds, in this order. */
export const PARTS = {
  client: ['client', 'plain', 'pages', 'share', 'sign_in'],
  worker: ['magpie_codec', 'magpie'],
  cli: ['cli'],
} as const;
export type BuildPart = keyof typeof PARTS;

const CLIENT_DIR = 'dist/client';
const TARGET = 'es2022';
/** A feature's index.ts only names what other features may import, so a script gets no more of it than it uses. */
const INDEX_FILES = { test: /\/client\/[a-z]+\/index\.ts$/, sideEffects: false };

/** @param patterns of paths from the root, without the extension */
function inFiles(...patterns: string[]): RegExp {
  return new RegExp(`/(${patterns.join('|')})\\.(tsx?|mjs)$`);
}

/** Islands of the drive that its first page shows, and the code that keeps that page current while it rests. */
const DRIVE = inFiles(
  'client/drive/(browser|search/search|storage/storage|upload/upload)\\.island',
  'client/drive/live/(live|path-refresh|watch-live)',
  'client/drive/listing/stored-path',
  'client/navigation/(offline|latest-build)',
  'client/api/(client|error-facts)',
  'client/auth/session/user\\.[a-z]+',
  'client/auth/sign-in/login-again',
  'client/share/ask-marks',
);
/** Modules that a drive page loads with the first sign of its user: menus, dialogs, changes, transfers. */
const INTENT = inFiles(
  'client/drive/(overlay/overlay|changes/change\\.actions)',
  'client/transfer/upload/engine',
  'client/pages/auth/forms',
);

/** A module that one page loads late and another at once is no mistake: `npm run check -- weights` says what each page loads. */
const LATE_ON_PURPOSE = { ineffectiveDynamicImport: false };
/** The library that reads HEIC, which its pictures alone load. */
const LARGEST_CHUNK_KB = 3_100;

/** Nothing reads a source map of a Worker, and the largest takes 3 s and 450 MB to make. */
const WORKER: EnvironmentOptions = { build: { target: 'es2024', minify: true, sourcemap: false } };

/** Small modules of the bundler that are in the first file of a page. */
const FIRST = /rolldown\/runtime|preload-helper/;

/** The program of the command line: one file that needs no package, readable in a trace of an error. Source: docs/command-line.md. */
const CLI: EnvironmentOptions = {
  consumer: 'server',
  // Packages are taken as for a runtime with `fetch` of its own: for Node they bring another one.
  resolve: { noExternal: true, conditions: ['worker', 'module'] },
  build: {
    outDir: 'dist/cli',
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'node20',
    minify: false,
    rolldownOptions: {
      input: { magpie: 'cli/main.ts' },
      treeshake: { moduleSideEffects: [INDEX_FILES] },
      output: { entryFileNames: '[name].mjs', banner: '#!/usr/bin/env node', codeSplitting: false },
    },
  },
};

/** A build of one page's script: the page loads one file at once. */
function pageScript(name: string, input: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: CLIENT_DIR,
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: `.vite/${name}.json`,
      target: TARGET,
      modulePreload: false,
      rolldownOptions: {
        input: [input],
        treeshake: { moduleSideEffects: [INDEX_FILES] },
        output: {
          codeSplitting: {
            groups: [
              { name, tags: ['$initial'] },
              { name, test: FIRST },
            ],
          },
        },
      },
    },
  };
}

/** Style sheets, and components that follow the signals that they read. */
async function clientTools(): Promise<PluginOption[]> {
  const { default: tailwindcss } = await import('@tailwindcss/vite');
  const { default: babel, defineRolldownBabelPreset } = await import('@rolldown/plugin-babel');
  return [
    tailwindcss(),
    babel({
      include: /\/client\/.*\.tsx?$/,
      presets: [
        defineRolldownBabelPreset({
          // The server renders once and needs none of it.
          preset: () => ({ plugins: ['module:@preact/signals-react-transform'] }),
          rolldown: {
            applyToEnvironmentHook: (environment) => environment.name === 'client',
            // Signals are read by this name; most files need not be parsed.
            filter: { code: /\bvalue\b/ },
          },
        }),
      ],
      sourceMap: false,
    }),
  ];
}

async function workerTools(isServing: boolean): Promise<PluginOption[]> {
  const { cloudflare } = await import('@cloudflare/vite-plugin');
  return [
    cloudflare({
      auxiliaryWorkers: [{ configPath: './worker/codec/wrangler.toml' }],
      persistState: { path: '.data/dev' },
      inspectorPort: false,
      // Merged into wrangler.toml. The paths are Vite's own files, which exist under the development server only.
      config: isServing
        ? {
            vars: devVars(),
            assets: { run_worker_first: ['!/client/*', '!/shared/*', '!/locales/*', '!/node_modules/*', '!/@*'] },
          }
        : {},
    }),
  ];
}

/** @param part  null for the development server */
export async function bundlerConfig(part: BuildPart | null): Promise<UserConfig> {
  return {
    clearScreen: false,
    publicDir: 'client/public',
    plugins: [
      magpieAssets(CLIENT_DIR, 'auto'),
      lateImport('plain', 'pages', 'share', 'sign_in'),
      slimContracts('cli', 'client', 'plain', 'pages', 'share', 'sign_in'),
      packedTexts('magpie', 'dist/texts'),
      (part === null || part === 'client') && (await clientTools()),
      part !== 'cli' && react(),
      (part === null || part === 'worker') && (await workerTools(part === null)),
    ],
    server: { host: 'localhost', port: Number(process.env['PORT'] ?? 8787), strictPort: true, cors: true },
    build: {
      rolldownOptions: {
        // Of the 2,400 icons of a library only those that are used are read.
        experimental: { lazyBarrel: true },
        // How long plugins take on a busy machine is no fault.
        checks: { bundlerTimings: false },
      },
    },
    environments: {
      ...(part === 'cli' ? { cli: CLI } : {}),
      client: {
        build: {
          outDir: CLIENT_DIR,
          emptyOutDir: true,
          manifest: true,
          target: TARGET,
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
          chunkSizeWarningLimit: LARGEST_CHUNK_KB,
          rolldownOptions: {
            checks: LATE_ON_PURPOSE,
            input: ['client/entry.ts', 'client/styles.css'],
            treeshake: { moduleSideEffects: [INDEX_FILES] },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'base', tags: ['$initial'], test: /\.(tsx?|js|mjs)$|preload-helper/, priority: 3 },
                  { name: 'base', test: FIRST, priority: 3 },
                  // Contracts name it, but few scripts use it.
                  { name: 'schemas', test: /node_modules\/valibot\//, priority: 4 },
                  { name: 'drive', test: DRIVE, priority: 2 },
                  { name: 'intent', test: INTENT },
                ],
              },
            },
          },
        },
      },
      plain: {
        consumer: 'client',
        build: {
          outDir: CLIENT_DIR,
          emptyOutDir: false,
          copyPublicDir: false,
          manifest: '.vite/plain.json',
          target: TARGET,
          modulePreload: false,
          chunkSizeWarningLimit: LARGEST_CHUNK_KB,
          rolldownOptions: {
            input: [
              'client/pages/auth/bridge.ts',
              'client/pages/shell/demo-shell.ts',
              'client/shield/check-work-script.ts',
              'client/shield/check-provider-script.ts',
              'client/pages/shell/console-frame.ts',
              'client/preview/frame/frame.ts',
              'client/navigation/offline-worker.ts',
            ],
            treeshake: { moduleSideEffects: [INDEX_FILES] },
            // The debug console has an eval, which its document's policy stops; our own code may hold none (biome).
            checks: { eval: false, ...LATE_ON_PURPOSE },
            // A service worker rules over the folder it is in.
            output: {
              entryFileNames: ({ name }) => (name === 'offline-worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
              codeSplitting: {
                groups: [
                  {
                    name: 'page-base',
                    test: /preload-helper|\/pages\/shell\/busy\.ts$/,
                    priority: 2,
                    includeDependenciesRecursively: false,
                  },
                ],
              },
            },
          },
        },
      },
      pages: pageScript('pages', 'client/pages.ts'),
      share: pageScript('share', 'client/pages/share/share.ts'),
      sign_in: pageScript('sign-in', 'client/pages/auth/sign-in.ts'),
      magpie: WORKER,
      magpie_codec: WORKER,
    },
  };
}
