/** Parts of a finished build. An incomplete folder is built again. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Parts that only the bundler can make, relative to the root of the repository. */
const BUNDLED = [
  'dist/client/.vite/manifest.json',
  'dist/client/card-fonts/index.json',
  'dist/client/extension.json',
  'dist/client/cli.json',
  'dist/client/.vite/pages.json',
  'dist/client/.vite/plain.json',
  'dist/client/.vite/share.json',
  'dist/client/.vite/sign-in.json',
  'dist/compressed',
  'dist/magpie/index.js',
  'dist/magpie/wrangler.json',
  'dist/magpie_codec/index.js',
  'dist/magpie_codec/wrangler.json',
  'dist/miniflare.json',
  'dist/runtime/config.json',
];
/** Makes `wrangler deploy` take the built Worker in place of wrangler.toml. */
const DEPLOY_POINTER = '.wrangler/deploy/config.json';

const CODEC = { configPath: '../../dist/magpie_codec/wrangler.json' };

/** True when every part that the bundler makes is there. */
export function hasBundle(root: string): boolean {
  return BUNDLED.every((file) => existsSync(path.join(root, file)));
}

/** Writes the file that points `wrangler deploy` at the built Worker, when it is missing. */
export function restoreDeployPointer(root: string): void {
  const file = path.join(root, DEPLOY_POINTER);
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ configPath: '../../dist/magpie/wrangler.json', auxiliaryWorkers: [CODEC] }));
}
