/** `npm start`: makes generated files that are missing, then loads the supervisor, which imports them. */
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

const { loadEnvFile } = await import('./env-file.ts');
loadEnvFile();
const { isRelease } = await import('./root.ts');
if (!isRelease()) {
  const { generateMissing } = await import('#scripts/generate/missing.ts');
  await generateMissing();
}
await import('./start.ts');
