/** The work after the bundler, as a process started by run.ts: fonts of cards, the extension, compressed copies, the runtime's configuration. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { writeCardFonts } from './card-fonts.ts';
import { compressClient } from './compress.ts';
import { ROOT } from './ensure.ts';
import { writeExtensionFiles } from './extension.ts';
import { writeRuntimeConfig } from './runtime-config.ts';

const dist = path.join(ROOT, 'dist');
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
process.exit(0);
