/**
 * `bin/magpie backup --to FOLDER [--data DIR] [--keep N]`, `bin/magpie backup --list FOLDER`,
 * `bin/magpie restore --from FOLDER [--at NAME] [--data DIR]`, both with `--url https://...` for Cloudflare, `bin/magpie rehearse --from FOLDER [--at NAME] [--scratch DIR]`.
 * Exit 0: done. 1: refused or failed. 2: asked wrongly.
 */
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Stop } from '#scripts/deploy/stop.ts';
import { loadEnvFile } from '#scripts/start/env-file.ts';
import { asksForHelp, takenByNpm } from '#scripts/start/npm-options.ts';
import { FolderInUse } from '#scripts/start/state/lock.ts';
import { MIB } from '#shared/units.ts';
import { makeBackup } from './backup.ts';
import * as cloudflare from './cloudflare/commands.ts';
import { recordRehearsal } from './last-backup.ts';
import { BackupRefused, backupNames, readBackup, requireBackupFolder } from './manifest.ts';
import { rehearse } from './rehearse.ts';
import { restoreBackup } from './restore.ts';

const USAGE = `bin/magpie backup --to FOLDER [--data DIR] [--keep N]
bin/magpie backup --url https://drive.example.com --to FOLDER [--prepare] [--keep N]
bin/magpie backup --list FOLDER
bin/magpie restore --from FOLDER [--at NAME] [--data DIR]
bin/magpie restore --from FOLDER [--at NAME] --url https://drive.example.com
bin/magpie rehearse --from FOLDER [--at NAME] [--scratch DIR]
`;
const KEEP = 7;
/** Those whose loss changes what a command does. */
const OPTIONS_OF_NPM = ['to', 'from', 'at', 'list', 'data', 'keep', 'scratch', 'url', 'prepare'];

/** Answers of a file system -> what to do. */
const FILE_SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'This user may not write or read there: run it as the user of the server, with a folder that it may write.',
  EPERM: 'This user may not write or read there: run it as the user of the server, with a folder that it may write.',
  EROFS: 'It is mounted to be read only: name another folder.',
  ENOSPC: 'The disk is full, and nothing that looks whole was left there: free space, and run it again.',
  EDQUOT:
    'The quota of this user is used up, and nothing that looks whole was left there: free space, and run it again.',
};

/** For the person at the terminal; undefined for a fault of the program. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Stop) return `${error.message}\n${error.remedy}`;
  if (error instanceof UsageError || error instanceof BackupRefused || error instanceof FolderInUse)
    return error.message;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const remedy = FILE_SYSTEM[code];
  return remedy && `${message}. ${remedy}`;
}

class UsageError extends Error {}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function readCommand(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        at: { type: 'string' },
        list: { type: 'string' },
        data: { type: 'string' },
        keep: { type: 'string' },
        scratch: { type: 'string' },
        url: { type: 'string' },
        prepare: { type: 'boolean' },
      },
    });
    return { command: positionals[0], ...values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

type Command = ReturnType<typeof readCommand>;

function folderOf(text: string | undefined, option: string): string {
  if (!text) throw new UsageError(`--${option} FOLDER is needed.`);
  return path.resolve(text);
}

function dataDirOf({ data }: Command): string {
  return path.resolve(data ?? (process.env['MAGPIE_DATA'] || '.data'));
}

/** Undefined for one machine. */
function originOf({ url, data, prepare }: Command): string | undefined {
  if (url === undefined) {
    if (prepare) throw new UsageError('--prepare is for --url only.');
    return undefined;
  }
  if (!URL.canParse(url)) throw new UsageError('--url takes an address such as https://drive.example.com.');
  if (data !== undefined) throw new UsageError('--url and --data exclude each other.');
  return new URL(url).origin;
}

async function backUp(command: Command): Promise<number> {
  const keep = command.keep === undefined ? KEEP : Number(command.keep);
  if (!Number.isInteger(keep) || keep < 1) throw new UsageError('--keep takes a number from 1.');
  const origin = originOf(command);
  if (origin !== undefined)
    return cloudflare.backUp(
      { origin, folder: folderOf(command.to, 'to'), keep, isPreparing: command.prepare === true },
      print,
    );
  const reserveMebibytes = Number(process.env['MAGPIE_DISK_RESERVE_MB']) || undefined;
  const { backup, copiedFiles, copiedBytes, pausedMs, deleted } = await makeBackup({
    dataDir: dataDirOf(command),
    folder: folderOf(command.to, 'to'),
    keep,
    reserveBytes: reserveMebibytes && reserveMebibytes * MIB,
    now: Date.now,
  });
  const { counts, damaged } = backup.manifest;
  print(
    `Backup ${backup.name}: ${counts.databases} databases, ${counts.stored} stored files of ${counts.storedBytes} bytes; ` +
      `${copiedFiles} of them with ${copiedBytes} bytes were new. The server was paused for ${Math.round(pausedMs)} ms.`,
  );
  if (deleted.length > 0) print(`Deleted older backups: ${deleted.join(', ')}`);
  for (const line of damaged) process.stderr.write(`Damaged in the state folder and in this backup: ${line}\n`);
  return damaged.length > 0 ? 1 : 0;
}

function list(folder: string): number {
  requireBackupFolder(folder);
  for (const name of backupNames(folder)) {
    const { manifest } = readBackup(folder, name);
    const { databases, stored, storedBytes } = manifest.counts;
    print(
      `${name}  version ${manifest.version}, ${databases} databases, ${stored} stored files of ${storedBytes} bytes`,
    );
  }
  return 0;
}

async function run(command: Command): Promise<number> {
  switch (command.command) {
    case 'backup':
      return command.list === undefined ? backUp(command) : list(folderOf(command.list, 'list'));
    case 'restore': {
      const origin = originOf(command);
      if (origin !== undefined)
        return cloudflare.putBack({ origin, folder: folderOf(command.from, 'from'), at: command.at }, print);
      const dataDir = dataDirOf(command);
      const { name, manifest } = await restoreBackup(folderOf(command.from, 'from'), command.at, dataDir);
      const { databases, stored } = manifest.counts;
      print(`Restored ${name} into ${dataDir}: ${databases} databases, ${stored} stored files. Start the server now.`);
      return 0;
    }
    case 'rehearse': {
      const folder = folderOf(command.from, 'from');
      await rehearse({ folder, at: command.at, scratchIn: path.resolve(command.scratch ?? os.tmpdir()), print });
      recordRehearsal(dataDirOf(command), Date.now());
      return 0;
    }
    default:
      throw new UsageError('');
  }
}

process.umask(0o077);
loadEnvFile();
try {
  if (asksForHelp(process.argv.slice(2))) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const [name = ''] = process.argv.slice(2);
  const taken = takenByNpm(process.env, name, OPTIONS_OF_NPM);
  if (taken !== '') throw new UsageError(taken);
  process.exitCode = await run(readCommand(process.argv.slice(2)));
} catch (error) {
  const isUsage = error instanceof UsageError;
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${sentenceOf(error) ?? fault}\n`);
  if (isUsage) process.stderr.write(USAGE);
  process.exitCode = isUsage ? 2 : 1;
}
