/**
 * `bin/magpie [--url https://...] <area> ...`: commands for the operator of a running server. MAGPIE_DATA names its state folder;
 * `--url` or MAGPIE_URL a server elsewhere.
 */
import path from 'node:path';
import { Stop } from '#scripts/deploy/stop.ts';
import { loadEnvFile } from '#scripts/start/env-file.ts';
import { asksForHelp, takenByNpm } from '#scripts/start/npm-options.ts';
import { type Area, joinNumbers } from './area.ts';
import { AREAS } from './areas.ts';
import { UsageError } from './arguments.ts';
import { readServer, signOut } from './remote.ts';

const ELSEWHERE = `bin/magpie --url https://drive.example.com <command>   on a server elsewhere; or MAGPIE_URL
bin/magpie --url https://drive.example.com sign-out    ends the stored token
`;

/** The usage of the area, or of all. Without `--`, npm takes options for its own. */
function usageOf(area: Area | undefined): string {
  const lines = area ? area.usage : Object.values(AREAS).flatMap(({ usage }) => usage);
  return `${lines.map((line) => `bin/magpie ${line}\n`).join('')}${area ? '' : ELSEWHERE}`;
}

/** The arguments without `--url`, and the server that they are for. */
function splitServer(all: readonly string[]): { command: readonly string[]; url: string } {
  const [first = '', ...rest] = all;
  if (first === '--url') return { command: rest.slice(1), url: rest[0] ?? '' };
  if (first.startsWith('--url=')) return { command: rest, url: first.slice('--url='.length) };
  return { command: all, url: process.env['MAGPIE_URL'] ?? '' };
}

loadEnvFile();
const { command, url } = splitServer(process.argv.slice(2));
const [name = '', ...args] = command;
const area = Object.hasOwn(AREAS, name) ? AREAS[name] : undefined;
try {
  if (asksForHelp(command)) {
    process.stdout.write(usageOf(area));
    process.exit(0);
  }
  const taken = takenByNpm(process.env, 'ops', ['url']);
  if (taken !== '') throw new UsageError(taken);
  const isElsewhere = url !== '' || process.argv[2]?.startsWith('--url');
  const server = isElsewhere ? readServer(url) : path.resolve(process.env['MAGPIE_DATA'] || '.data');
  if (name === 'sign-out' && isElsewhere) process.stdout.write(`${await signOut(server)}\n`);
  else if (area) process.stdout.write(`${await area.run(joinNumbers(args), server)}\n`);
  else if (name === 'sign-out') throw new UsageError('--url https://drive.example.com is missing');
  else
    throw new UsageError(
      name === ''
        ? `the command is missing: ${Object.keys(AREAS).join(', ')}`
        : `there is no command ${name}; there are ${Object.keys(AREAS).join(', ')}`,
    );
} catch (error) {
  const isUsage =
    error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
  process.stderr.write(
    isUsage
      ? `${(error as Error).message}\n${usageOf(area)}`.trimStart()
      : `${error instanceof Error ? error.message : String(error)}${error instanceof Stop ? `\n${error.remedy}` : ''}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
