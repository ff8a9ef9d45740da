/** `npm start`: makes generated files that are missing, then loads the supervisor, which imports them. */
import { enableCompileCache } from 'node:module';
import path from 'node:path';

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
