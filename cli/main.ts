/** `magpie`: the program. Reads its arguments, runs one command, and ends with its exit code. */
import { readFileSync } from 'node:fs';
import type { Call } from './command/command.ts';
import { EXIT, failureOf, usageError } from './command/exit.ts';
import { helpOf, helpOfAll } from './command/help.ts';
import { type CommandLine, readArguments, textOption } from './command/read.ts';
import { COMMANDS, LOCAL_COMMANDS } from './commands.ts';
import { type Drive, openDrive, readServer } from './session/drive.ts';
import { settingsFolder, thisSystem } from './session/folders.ts';
import { makeSessions, type Sessions } from './session/sessions.ts';
import { makeOutput, type Output } from './terminal/output.ts';

/** The fields of the package that are read: its version, and the server that made it. */
interface Package {
  readonly version: string;
  readonly magpie?: { readonly server?: string };
}

function readPackage(): Package {
  return JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as Package;
}

/** Named, signed in to last, or the one that the package is from. @throws CommandError */
async function serverOf({ command, args, options }: CommandLine, sessions: Sessions, own: Package): Promise<string> {
  const named = textOption(options, 'server') || process.env['MAGPIE_SERVER'] || '';
  if (named !== '') return readServer(named);
  if (command?.name === 'login') {
    if (args[0] !== undefined) return readServer(args[0]);
    const origin = own.magpie?.server ?? '';
    if (origin !== '') return readServer(origin);
  }
  const known = (await sessions.lastServer()) || (own.magpie?.server ?? '');
  if (known !== '') return known;
  throw usageError('the server is not known: name it with --server https://drive.example.com');
}

const NOWHERE: Drive = {
  server: '',
  get api(): never {
    throw new Error('this command speaks to no server');
  },
  headers: {},
};

async function runCommand(line: CommandLine, out: Output, signal: AbortSignal): Promise<void> {
  const { command, args, options } = line;
  const own = readPackage();
  if (command === null) {
    if (options['version'] === true) out.raw(`${own.version}\n`);
    else out.raw(helpOfAll(COMMANDS));
    if (options['version'] !== true && options['help'] !== true) process.exitCode = EXIT.usage;
    return;
  }
  if (options['help'] === true) {
    out.raw(helpOf(command));
    return;
  }
  const sessions = makeSessions(settingsFolder(thisSystem()));
  const call: Call = LOCAL_COMMANDS.has(command.name)
    ? { args, options, out, sessions, server: '', drive: NOWHERE, signal }
    : await connected();
  await command.run(call);

  async function connected(): Promise<Call> {
    const server = await serverOf(line, sessions, own);
    const drive = await openDrive(server, sessions, own.version);
    return { args, options, out, sessions, server, drive, signal };
  }
}

const given = process.argv.slice(2);
const interrupted = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => interrupted.abort(new Error('interrupted')));
// A reader that has ended, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : EXIT.failed));
const out = makeOutput(process, given.includes('--json'));
try {
  await runCommand(readArguments(given, COMMANDS), out, interrupted.signal);
} catch (error) {
  const failure = failureOf(error, interrupted.signal.aborted);
  out.failure(failure);
  process.exitCode = failure.exit;
}
// Idle connections to the server would hold the process for some seconds.
await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
process.exit();
