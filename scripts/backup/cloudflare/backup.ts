/**
 * A backup of an installation on Cloudflare, in the form of a backup of one machine: `npm run restore` makes a state folder of it.
 * docs/decisions/0380-own-copies-of-cloudflare.md
 */
import { appendFileSync, constants, copyFileSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { boundClasses, requireClosed } from '#scripts/deploy/closed.ts';
import type { ByteInstallation, Installation } from '#scripts/deploy/installation.ts';
import { Stop } from '#scripts/deploy/stop.ts';
import type { DatabasePage } from '#worker/platform/storage/rows.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { lockBackupFolder, openBackupFolder } from '../backup-folder.ts';
import { filesBelow } from '../databases.ts';
import { flushFile } from '../flush.ts';
import { isFullDisk } from '../full-disk.ts';
import { DRAFT_DIR, FILES_DIR, STORE_DIR } from '../layout.ts';
import { countsOf, deleteOlder, JOURNAL, type MadeBackup, makeWhole, newestBackup, programVersion } from '../made.ts';
import { type BackupFile, BackupRefused } from '../manifest.ts';
import { hashFile } from '../stored-bytes.ts';
import { writeSchedule } from './alarms.ts';
import { type CopiedBytes, copyBytes } from './copy-bytes.ts';
import { type CopiedObjects, copyObjects, dropFailed, requireProgress } from './copy-objects.ts';
import { makeDatabaseFile } from './database-file.ts';
import { type Mirror, openMirror } from './mirror.ts';
import {
  alarmsPlace,
  bytesPlace,
  DATABASE_BINDINGS,
  type DatabaseBinding,
  databasePlace,
  objectId,
  objectPlace,
} from './object-place.ts';
import { begunBackups, targetOf } from './put-progress.ts';

/** Below the folder of backups. */
const MIRROR_DIR = 'cloudflare';
/** Rounds over all objects until none was written since the round before. */
const MOST_ROUNDS = 4;
const STILL_WRITTEN = new Stop(
  'something is still written',
  'Wait a minute after the installation was closed, and run the same command again.',
);
export interface CloudflareBackupOptions {
  readonly folder: string;
  /** Backups that stay. */
  readonly keep: number;
  /** Only copies what takes long, while the installation serves. */
  readonly isPreparing: boolean;
  readonly now: () => number;
  print(line: string): void;
}

interface Facts {
  readonly format: number;
  readonly blobIndexDigits: string;
}

/** @throws Stop for an installation of another version: its rows would be read by wrong names */
export async function requireSameFormat({ ask, origin }: Installation): Promise<Facts> {
  const facts = await ask<Facts>('/_internal/backup/facts', {});
  if (facts.format !== STATE_FORMAT)
    throw new Stop(
      `${origin} runs another version: it stores format ${facts.format}, this program ${STATE_FORMAT}`,
      'Use the version that was deployed, or deploy this one first.',
    );
  return facts;
}

async function copyRounds(installation: Installation, mirror: Mirror, options: CloudflareBackupOptions) {
  const bound = await boundClasses(installation);
  let total = 0;
  for (let round = 1; ; round += 1) {
    const done = await copyObjects(installation, { bound, mirror, nowMs: options.now() });
    total += done.copied;
    options.print(`Objects: ${done.present.size}, of them ${done.copied} copied${round > 1 ? ' again' : ''}.`);
    // The first call of an object ends what an earlier version of the program still did in it: so one round is not enough.
    if (options.isPreparing || (done.copied === 0 && round > 1)) return { ...done, copied: total };
    if (round === MOST_ROUNDS) throw STILL_WRITTEN;
  }
}

async function copyDatabase({ ask }: Installation, binding: DatabaseBinding, file: string): Promise<void> {
  for (let tries = 1; tries <= MOST_ROUNDS; tries += 1) {
    const target = makeDatabaseFile(file);
    try {
      for (let cursor = ''; ; ) {
        const page = await ask<DatabasePage>('/_internal/backup/database', { database: binding, cursor });
        target.add(page);
        if (page.next === '') break;
        requireProgress(cursor, page.next);
        cursor = page.next;
      }
      const copied = await target.finish();
      const { hash } = await ask<{ hash: string }>('/_internal/backup/database-hash', { database: binding });
      if (hash === copied) return;
    } finally {
      target.discard();
    }
  }
  throw STILL_WRITTEN;
}

/** @throws Stop for two objects of one name, BackupRefused for a copy that the disk has changed */
async function placeObjects(mirror: Mirror, target: string): Promise<void> {
  const objects = mirror.all().map((object) => ({ ...object, localId: objectId(object.className, object.name) }));
  const names = new Set(objects.map(({ className, localId }) => `${className}/${localId}`));
  if (names.size < objects.length)
    throw new Stop('two objects of one class have the same name', 'Look which of them Cloudflare lists by mistake.');
  const log = path.join(target, 'objects.log');
  for (const object of objects) {
    const { className, localId, name } = object;
    const from = mirror.fileOf(object);
    const to = path.join(target, objectPlace(className, localId));
    if ((await hashFile(from)).sha256 !== object.sha256) {
      mirror.forget(object);
      throw new BackupRefused(
        `${from} was altered on this disk. Run the same command again: it copies the object anew.`,
      );
    }
    mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
    try {
      linkSync(from, to);
    } catch {
      // A file system without links.
      copyFileSync(from, to, constants.COPYFILE_EXCL);
    }
    appendFileSync(log, `${JSON.stringify({ className, id: localId, name })}\n`, { mode: 0o600 });
  }
  for (const className of new Set(objects.map((object) => object.className)))
    writeSchedule(
      path.join(target, alarmsPlace(className)),
      objects.filter((object) => object.className === className),
    );
}

/** Cloudflare does not give secrets out: they are those of the machine that deployed. */
function secretsOf({ secrets }: ByteInstallation): Record<string, string> {
  return Object.fromEntries(
    ['SECRET_ROOT', 'JWT_PRIVATE_JWK', 'INTERNAL_TOKEN'].map((name) => {
      const value = secrets.get(name);
      if (value !== undefined) return [name, value];
      throw new Stop(`${secrets.file} has no ${name}`, 'Copy the file from the machine that deployed.');
    }),
  );
}

function writeNotes(target: string, secrets: Readonly<Record<string, string>>, blobIndexDigits: string): void {
  const notes = {
    format: `${STATE_FORMAT}\n`,
    'blob-store': 'disk\n',
    'blob-index': `${blobIndexDigits}\n`,
    'secrets.json': `${JSON.stringify(secrets, null, 2)}\n`,
  };
  for (const [name, text] of Object.entries(notes)) writeFileSync(path.join(target, name), text, { mode: 0o600 });
}

async function listFiles(target: string): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  for (const place of filesBelow(target)) {
    const file = path.join(target, place);
    flushFile(file);
    files.push({ place, stamp: '', ...(await hashFile(file)) });
  }
  return files;
}

interface Copied {
  readonly objects: CopiedObjects;
  readonly bytes: CopiedBytes;
  readonly facts: Facts;
}

async function assemble(
  installation: ByteInstallation,
  mirror: Mirror,
  options: CloudflareBackupOptions,
  { objects, bytes, facts }: Copied,
): Promise<MadeBackup> {
  const { folder, now } = options;
  const draft = path.join(folder, DRAFT_DIR);
  const target = path.join(draft, FILES_DIR);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(target, { recursive: true, mode: 0o700 });
  try {
    await placeObjects(mirror, target);
    for (const binding of DATABASE_BINDINGS)
      await copyDatabase(installation, binding, path.join(target, databasePlace(binding)));
    writeNotes(target, secretsOf(installation), facts.blobIndexDigits);
    const files = await listFiles(target);
    const lists = {
      version: programVersion(),
      stateFormat: STATE_FORMAT,
      madeAtMs: now(),
      counts: countsOf(files, bytes.files),
      damaged: [...objects.failed, ...bytes.missing.map((key) => `${bytesPlace(key)}: it is listed and has no bytes`)],
    };
    return makeWhole(folder, draft, lists, files, bytes.files);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

export interface CloudflareBackup {
  /** Null after a preparation. */
  readonly backup: MadeBackup | null;
  readonly copiedObjects: number;
  readonly newFiles: number;
  readonly newBytes: number;
  readonly deleted: readonly string[];
  /** Of objects that could not be read. */
  readonly failed: readonly string[];
}

/** Lets `/ops` know that there is a backup. The backup lacks this line of the log: a restored state was not backed up before. */
async function recordMade(installation: ByteInstallation, name: string, print: (line: string) => void): Promise<void> {
  try {
    await installation.ask('/_internal/backup/made', { name });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    print(`The operators' log could not take the line that backup ${name} is made: ${error.message}`);
  }
}

async function copyAll(installation: ByteInstallation, options: CloudflareBackupOptions): Promise<CloudflareBackup> {
  const { folder, isPreparing, keep, print } = options;
  if (!isPreparing) await requireClosed(installation);
  const facts = await requireSameFormat(installation);
  secretsOf(installation);
  const [begun] = begunBackups(folder, await targetOf(installation));
  if (begun !== undefined)
    throw new BackupRefused(
      `${installation.origin} has a part of backup ${begun}, whose restore was cut off. Let the restore end first: run it with --at ${begun}.`,
    );
  // Before the objects: the backup has this line of the log too.
  await installation.ask('/_internal/backup/note', { note: isPreparing ? 'prepares a backup' : 'a backup' });
  const mirror = openMirror(path.join(folder, MIRROR_DIR));
  const objects = await copyRounds(installation, mirror, options);
  const bytes = await copyBytes(installation, {
    storeDir: path.join(folder, STORE_DIR),
    journal: path.join(folder, JOURNAL),
    earlier: newestBackup(folder)?.stored ?? [],
  });
  print(`Stored files: ${bytes.files.length}, of them ${bytes.newFiles} with ${bytes.newBytes} bytes were new.`);
  const { newFiles, newBytes } = bytes;
  if (bytes.others > 0) print(`${bytes.others} other objects of the bucket are not copied.`);
  const counts = { copiedObjects: objects.copied, newFiles, newBytes, failed: objects.failed };
  if (isPreparing) return { backup: null, ...counts, deleted: [] };
  dropFailed(mirror, objects);
  const backup = await assemble(installation, mirror, options, { objects, bytes, facts });
  rmSync(path.join(folder, JOURNAL), { force: true });
  const deleted = deleteOlder(folder, keep, backup);
  if (backup.manifest.damaged.length === 0) await recordMade(installation, backup.name, print);
  return { backup, ...counts, deleted };
}

/** @throws Stop, BackupRefused with a sentence for the operator; no half backup stays */
export async function backUpCloudflare(
  installation: ByteInstallation,
  options: CloudflareBackupOptions,
): Promise<CloudflareBackup> {
  const { folder } = options;
  try {
    openBackupFolder(folder, installation.origin);
    const unlock = lockBackupFolder(folder);
    try {
      return await copyAll(installation, options);
    } finally {
      unlock();
    }
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    throw new BackupRefused(
      `The disk of ${folder} is full. Free space, or keep fewer backups (--keep), and run it again: it goes on where it stopped.`,
      { cause: error },
    );
  }
}
