/** `npm run backup -- --url` and `npm run restore -- --url`: an installation on Cloudflare, from the machine that deployed it. */
import { openInstallation } from '#scripts/deploy/installation.ts';
import { backUpCloudflare } from './backup.ts';
import { putBackCloudflare } from './put-back.ts';

export interface BackupCommand {
  /** Of the app. */
  readonly origin: string;
  readonly folder: string;
  readonly keep: number;
  readonly isPreparing: boolean;
}

/** @returns the exit code. @throws Stop, BackupRefused */
export async function backUp(command: BackupCommand, print: (line: string) => void): Promise<number> {
  const { origin, ...options } = command;
  const { backup, deleted, failed } = await backUpCloudflare(openInstallation(origin), {
    ...options,
    now: Date.now,
    print,
  });
  if (!backup) {
    for (const line of failed) process.stderr.write(`Cannot be read at Cloudflare: ${line}\n`);
    print('Prepared. Close the installation by npm run deploy -- --close and run the command without --prepare.');
    return failed.length > 0 ? 1 : 0;
  }
  const { counts, damaged } = backup.manifest;
  print(
    `Backup ${backup.name}: ${counts.objects} objects, ${counts.stored} stored files of ${counts.storedBytes} bytes. ` +
      'Open the installation: npm run deploy',
  );
  if (deleted.length > 0) print(`Deleted older backups: ${deleted.join(', ')}`);
  for (const line of damaged) process.stderr.write(`Damaged at Cloudflare and not in this backup: ${line}\n`);
  return damaged.length > 0 ? 1 : 0;
}

export interface RestoreCommand {
  readonly origin: string;
  readonly folder: string;
  /** Name of the backup; undefined: the newest. */
  readonly at: string | undefined;
}

/** @returns the exit code. @throws Stop, BackupRefused */
export async function putBack({ origin, folder, at }: RestoreCommand, print: (line: string) => void): Promise<number> {
  const installation = openInstallation(origin);
  const { name, objects, files } = await putBackCloudflare(installation, { folder, at, nowMs: Date.now(), print });
  print(`Restored ${name} into ${origin}: ${objects} objects, ${files} stored files. Open it: npm run deploy`);
  return 0;
}
