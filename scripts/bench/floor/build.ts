/** Makes the folders that serve.ts serves: the floor Worker, bundled, and the built product with a slow list in front. */
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';
import { magpieAssets } from '#scripts/build/assets-plugin.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { BINDINGS_FILE } from '../harness/serve.ts';

const ENTRY_ID = 'virtual:floor-entry';

/** The module a runtime starts with: the one place where a default export is demanded. */
function floorEntry(): Plugin {
  const worker = import.meta.resolve('./worker.tsx').slice('file://'.length);
  return {
    name: 'floor-entry',
    resolveId: (id) => (id === ENTRY_ID ? `\0${id}` : undefined),
    load(id) {
      if (id !== `\0${ENTRY_ID}`) return undefined;
      return `import { makeFloor } from ${JSON.stringify(worker)};\nexport default makeFloor();`;
    },
  };
}

/** Bundles the floor Worker as the product's own is. @param data  see FloorData in worker.tsx */
export async function buildFloor(folder: string, data: unknown): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [floorEntry(), magpieAssets(path.join(ROOT, 'dist/client'), 'auto')],
    ssr: {
      target: 'webworker',
      noExternal: true,
      resolve: { conditions: ['workerd', 'worker', 'module', 'browser'], externalConditions: [] },
    },
    build: {
      ssr: true,
      outDir: path.join(folder, 'worker'),
      emptyOutDir: true,
      minify: true,
      target: 'es2024',
      rolldownOptions: {
        input: { index: ENTRY_ID },
        external: [/^cloudflare:/, /^node:/],
        output: { entryFileNames: 'index.js' },
      },
    },
  });
  writeBindings(folder, {
    compatibilityDate: '2026-11-01',
    compatibilityFlags: [],
    bindings: {},
    unsafeBindings: [],
    DATA: data,
  });
}

function writeBindings(folder: string, { DATA, ...options }: Record<string, unknown>): void {
  writeFileSync(path.join(folder, BINDINGS_FILE), JSON.stringify({ ...options, bindings: { DATA } }));
}

/** Header of a request that is to be answered from slow objects, and the milliseconds that every list call then takes. */
export const DELAY_HEADER = 'x-bench-delay-ms';

/**
 * The product's Worker behind a wrapper: for a request with {@link DELAY_HEADER}, the two calls that bring rows (a page
 * of a share, a page of a drive) answer that much later. Nothing else differs from the product.
 */
const DELAYED = `
import product from './product.js';
export * from './product.js';
const LISTS = { SHARE: ['visit', (input) => input.page !== null], DRIVE: ['listNodes', () => true] };
function slowNamespace(namespace, [method, isList], delayMs) {
  return {
    getByName(name) {
      const stub = namespace.getByName(name);
      return new Proxy(stub, {
        get(target, key) {
          if (key !== method) return (...given) => target[key](...given);
          return async (...given) => {
            if (isList(...given)) await new Promise((resolve) => setTimeout(resolve, delayMs));
            return target[key](...given);
          };
        },
      });
    },
  };
}
const slowEnvs = new Map();
function slowEnv(env, delayMs) {
  let slow = slowEnvs.get(delayMs);
  if (slow === undefined) {
    slow = { ...env };
    for (const name of Object.keys(LISTS)) slow[name] = slowNamespace(env[name], LISTS[name], delayMs);
    slowEnvs.set(delayMs, slow);
  }
  return slow;
}
export default {
  fetch(request, env, context) {
    const delayMs = Number(request.headers.get('${DELAY_HEADER}') ?? 0);
    return product.fetch(request, delayMs > 0 ? slowEnv(env, delayMs) : env, context);
  },
  scheduled: (...given) => product.scheduled?.(...given),
};
`;

/** Copies the built product and puts the wrapper before it. */
export function makeDelayed(folder: string): void {
  const worker = path.join(folder, 'worker');
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(ROOT, 'dist/magpie'), worker, { recursive: true });
  cpSync(path.join(ROOT, 'dist/miniflare.json'), path.join(folder, BINDINGS_FILE));
  renameSync(path.join(worker, 'index.js'), path.join(worker, 'product.js'));
  writeFileSync(path.join(worker, 'index.js'), DELAYED);
}
