/**
 * Builds dist/client and dist/magpie, `node scripts/build.ts [--force]`; does nothing when no input changed. Packs the browser extension for
 * the installation at EXTENSION_ORIGIN: dist/extension to load unpacked, dist/extension.zip for a store.
 */
import path from 'node:path';
import { BuildFailed, ensureBuild, ROOT } from './build/ensure.ts';
import { writeStorePackage } from './build/extension.ts';

try {
  const built = await ensureBuild({ force: process.argv.includes('--force') });
  process.stdout.write(built.fresh ? `Built ${built.buildId}\n` : `Up to date: ${built.buildId}\n`);
  writeStorePackage(ROOT, path.join(ROOT, 'dist/extension'), process.env['EXTENSION_ORIGIN']);
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
