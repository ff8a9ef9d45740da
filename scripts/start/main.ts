/** `npm start`: makes generated files that are missing, then loads the supervisor, which imports them. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { readStartArguments, START_USAGE } from './arguments.ts';
import { takenByNpm } from './npm-options.ts';

const taken = takenByNpm(process.env, 'start', ['rotate-keys']);
if (taken !== '') {
  process.stderr.write(`${taken}\n`);
  process.exit(2);
}
try {
  if (readStartArguments(process.argv.slice(2)).isHelp) {
    process.stdout.write(START_USAGE);
    process.exit(0);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${START_USAGE}`);
  process.exit(2);
}

// Compiled modules are kept for the next start: a fifth of the processor time of all three processes. Without a place to write, nothing is kept.
process.env['NODE_COMPILE_CACHE'] ??= path.resolve(import.meta.dirname, '../../node_modules/.cache/magpie-start');
enableCompileCache(process.env['NODE_COMPILE_CACHE']);

const { loadEnvFile } = await import('./env-file.ts');
loadEnvFile();
const { isRelease } = await import('./root.ts');
if (!isRelease()) {
  const { generateMissing } = await import('#scripts/generate/missing.ts');
  await generateMissing();
}
await import('./start.ts');
