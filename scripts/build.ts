/** Builds dist/client and dist/magpie. `node scripts/build.ts [--force]`; does nothing when no input changed. */
import { BuildFailed, ensureBuild } from './build/ensure.ts';

try {
  const built = await ensureBuild({ force: process.argv.includes('--force') });
  process.stdout.write(built.fresh ? `Built ${built.buildId}\n` : `Up to date: ${built.buildId}\n`);
} catch (error) {
  if (!(error instanceof BuildFailed)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
