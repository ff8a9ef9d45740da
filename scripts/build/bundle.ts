/** Bundles one part of the product, as a process: `node scripts/build/bundle.ts client`. Started by run.ts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createBuilder } from 'vite';
import { type BuildPart, bundlerConfig, PARTS } from './bundler-config.ts';
import { ROOT } from './ensure.ts';

/** The bindings as the local runtime wants them, and its configuration: read here, where the tools for it are loaded. */
async function configureRuntime(): Promise<void> {
  const { unstable_getMiniflareWorkerOptions } = await import('wrangler');
  const { writeRuntimeConfig } = await import('./runtime-config.ts');
  const dist = path.join(ROOT, 'dist');
  const bindingsFile = path.join(dist, 'miniflare.json');
  const { workerOptions } = unstable_getMiniflareWorkerOptions(path.join(dist, 'magpie/wrangler.json'));
  const { assets: _assets, modulesRules: _rules, rootPath: _root, ...bindings } = workerOptions;
  writeFileSync(bindingsFile, `${JSON.stringify(bindings, null, 2)}\n`);
  await writeRuntimeConfig({ workerDir: path.join(dist, 'magpie'), bindingsFile, outDir: path.join(dist, 'runtime') });
}

const part = process.argv[2] as BuildPart;
try {
  const builder = await createBuilder({
    ...(await bundlerConfig(part)),
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
  });
  for (const name of PARTS[part]) {
    const environment = builder.environments[name];
    if (environment === undefined) throw new Error(`no build environment called ${name}`);
    await builder.build(environment);
  }
  if (part === 'worker') await configureRuntime();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.exit(0);
