/** Bundles the client (islands, then the plain script) and after it the Worker, which must know the client's hashed names. */
import { cloudflare } from '@cloudflare/vite-plugin';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { magpieAssets } from '#scripts/build/assets-plugin.ts';
import { lateImport } from '#scripts/build/late-import-plugin.ts';
import { devVars } from '#scripts/dev/vars.ts';

const CLIENT_DIR = 'dist/client';
const TARGET = 'es2022';
/** A feature's index.ts only names what other features may import, so a script gets no more of it than it uses. */
const INDEX_FILES = { test: /\/client\/[a-z]+\/index\.ts$/, sideEffects: false };

/** @param patterns of paths from the root, without the extension */
function inFiles(...patterns: string[]): RegExp {
  return new RegExp(`/(${patterns.join('|')})\\.(tsx?|mjs)$`);
}

/** Modules that two of the small pages or more load, in one file: a request costs a phone more than their two kilobytes. */
const SMALL_PAGES = inFiles(
  'client/browser-storage/(cookies|local|key-kinds|page-keys|login-purpose-key)',
  'client/pages/auth/fields',
  'shared/(cookies|drive/(orders|display))',
);
/** Modules of the forms of a small page. */
const FORMS = inFiles(
  'client/pages/(auth/forms|drive/drive-shell)',
  'client/auth/session/session\\.events',
  'shared/(bridge/requests|parsed-url|routes)',
);
/** Islands of the drive that its first page shows. */
const DRIVE = inFiles('client/drive/(browser|search/search|storage/storage|upload/upload)\\.island');
/** Modules of the first call of a drive page. */
const CALLS = inFiles(
  'client/api/[a-z-.]+',
  'client/drive/drive\\.api',
  'client/auth/session/user\\.[a-z]+',
  'shared/(count|contract|errors|auth/(second-step|token-object|profile|session\\.contract))',
  'shared/drive/(fields|conflict|model|([a-z]+/)?([a-z]+\\.)?contract)',
  'node_modules/(destr|ufo|ofetch|valibot)/.*',
);
/** Modules that a drive page loads when it is idle: changes, the keyboard, live updates, the parts of every dialog. */
const IDLE = inFiles(
  'client/ui/(popover|dialog|open-modal|text-field|field|toast)',
  'client/drive/(live/(live|path-refresh|watch-live)|selection/shortcuts|details/fact-list\\.view)',
  'client/drive/listing/(group-by|stored-path)',
  'client/navigation/(offline|latest-build)',
  'client/browser-storage/(databases|local-keys)',
  'client/auth/sign-in/login-again',
  'shared/drive/(file-kind|names)',
  'shared/navigation/latest-build',
);
/** Modules that continue uploads. */
const UPLOADS = inFiles(
  'client/transfer/(window-mark|tables|slots|timers|speed|upload/send-part)',
  'client/transfer/hash/(connection|hasher|page-hasher)',
);

export default defineConfig(
  ({ command }): UserConfig => ({
    clearScreen: false,
    publicDir: 'client/public',
    plugins: [
      magpieAssets(CLIENT_DIR, 'auto'),
      lateImport('plain'),
      tailwindcss(),
      react(),
      babel({
        include: /\/client\/.*\.tsx?$/,
        presets: [
          defineRolldownBabelPreset({
            // Makes a component that reads a signal follow it. The server renders once and needs none of it.
            preset: () => ({ plugins: ['module:@preact/signals-react-transform'] }),
            rolldown: { applyToEnvironmentHook: (environment) => environment.name === 'client' },
          }),
        ],
      }),
      cloudflare({
        auxiliaryWorkers: [{ configPath: './worker/codec/wrangler.toml' }],
        persistState: { path: '.data/dev' },
        inspectorPort: false,
        // Merged into wrangler.toml. The paths are Vite's own files, which exist under the development server only.
        config:
          command === 'serve'
            ? {
                vars: devVars(),
                assets: { run_worker_first: ['!/client/*', '!/shared/*', '!/locales/*', '!/node_modules/*', '!/@*'] },
              }
            : {},
      }),
    ],
    server: { host: 'localhost', port: Number(process.env['PORT'] ?? 8787), strictPort: true, cors: true },
    environments: {
      client: {
        build: {
          outDir: CLIENT_DIR,
          emptyOutDir: true,
          manifest: true,
          target: TARGET,
          modulePreload: { polyfill: false },
          assetsInlineLimit: 0,
          rolldownOptions: {
            input: ['client/entry.ts', 'client/styles.css'],
            treeshake: { moduleSideEffects: [INDEX_FILES] },
            output: {
              codeSplitting: {
                groups: [
                  { name: 'base', tags: ['$initial'], test: /\.(tsx?|js|mjs)$|preload-helper/, priority: 3 },
                  { name: 'drive', test: DRIVE, priority: 2 },
                  { name: 'calls', test: CALLS, priority: 1 },
                  { name: 'idle', test: IDLE },
                  { name: 'uploads', test: UPLOADS },
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
          rolldownOptions: {
            input: [
              'client/pages.ts',
              'client/pages/share/share.ts',
              'client/pages/auth/sign-in.ts',
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
            checks: { eval: false },
            // A service worker rules over the folder it is in.
            output: {
              entryFileNames: ({ name }) => (name === 'offline-worker' ? 'sw.js' : 'assets/[name]-[hash].js'),
              codeSplitting: {
                groups: [
                  { name: 'common', test: SMALL_PAGES, priority: 1, includeDependenciesRecursively: false },
                  { name: 'forms', test: FORMS },
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
      magpie: { build: { target: 'es2024', minify: true } },
      magpie_codec: { build: { target: 'es2024', minify: true } },
    },
    builder: {
      async buildApp(builder) {
        for (const name of ['client', 'plain', 'magpie_codec', 'magpie']) {
          const environment = builder.environments[name];
          if (environment === undefined) throw new Error(`no build environment called ${name}`);
          await builder.build(environment);
        }
      },
    },
  }),
);
