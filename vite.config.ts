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
            // A service worker rules over the folder it lies in.
            output: { entryFileNames: ({ name }) => (name === 'offline-worker' ? 'sw.js' : 'assets/[name]-[hash].js') },
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
