/** `npm start`: reads arguments and the file .env, then runs the supervisor. */
import { readStartArguments, START_USAGE, type StartArguments } from './arguments.ts';
import { loadEnvFile } from './env-file.ts';
import { takenByNpm } from './npm-options.ts';
import { runServer } from './start.ts';

const taken = takenByNpm(process.env, 'start', ['rotate-keys']);
if (taken !== '') {
  process.stderr.write(`${taken}\n`);
  process.exit(2);
}
let given: StartArguments;
try {
  given = readStartArguments(process.argv.slice(2));
  if (given.isHelp) {
    process.stdout.write(START_USAGE);
    process.exit(0);
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${START_USAGE}`);
  process.exit(2);
}
// Both processes get these variables.
loadEnvFile();
if (given.isLan) process.env['MAGPIE_LAN'] ||= '1';
await runServer(given.rotatesKeys);
