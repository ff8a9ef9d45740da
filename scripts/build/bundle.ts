/** Bundles one part of the product, as a process: `node scripts/build/bundle.ts client`. Started by run.ts. */
import { createBuilder } from 'vite';
import { type BuildPart, bundlerConfig, PARTS } from './bundler-config.ts';
import { ROOT } from './ensure.ts';

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
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.exit(0);
