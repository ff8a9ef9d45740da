/** One production build, as a process: `node scripts/build/run.ts <hash of the inputs>`. Started by ensure.ts. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { checkRouteTable } from '#shared/route-table.ts';
import { writeCardFonts } from './card-fonts.ts';
import { compressClient } from './compress.ts';
import { ROOT, STAMP_FILE } from './ensure.ts';
import { writeExtensionFiles } from './extension.ts';
import { writeRuntimeConfig } from './runtime-config.ts';

const dist = path.join(ROOT, 'dist');
// Removed first and written last: a build that was cut off is never taken for a good one.
rmSync(STAMP_FILE, { force: true });
rmSync(path.join(dist, 'magpie'), { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
try {
  checkRouteTable();
  const builder = await createBuilder({ root: ROOT, logLevel: 'warn' });
  await builder.buildApp();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await writeCardFonts(ROOT, path.join(dist, 'client/card-fonts'));
writeExtensionFiles(ROOT, path.join(dist, 'client/extension.json'));
await compressClient(path.join(dist, 'client'), path.join(dist, 'compressed'));
// The bindings as the local runtime wants them; reading them here keeps wrangler out of the server's memory.
const { workerOptions } = unstable_getMiniflareWorkerOptions(path.join(dist, 'magpie/wrangler.json'));
const { assets: _assets, modulesRules: _rules, rootPath: _root, ...bindings } = workerOptions;
writeFileSync(path.join(dist, 'miniflare.json'), `${JSON.stringify(bindings, null, 2)}\n`);
await writeRuntimeConfig({
  workerDir: path.join(dist, 'magpie'),
  bindingsFile: path.join(dist, 'miniflare.json'),
  outDir: path.join(dist, 'runtime'),
});
writeFileSync(STAMP_FILE, `${process.argv[2] ?? ''}\n`);
process.exit(0);
