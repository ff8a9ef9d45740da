/**
 * Puts a backup into an installation on Cloudflare that is closed and holds nothing: bytes first, then objects, then databases. Each step
 * may be repeated, and a file has the objects that are done, so that a run that was cut off goes on.
 */
import { copyFileSync, createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { type Bound, boundClasses, requireClosed } from '#scripts/deploy/closed.ts';
import { endSessions } from '#scripts/deploy/go-back.ts';
import { type ByteInstallation, type Installation, objectPages } from '#scripts/deploy/installation.ts';
import { Stop } from '#scripts/deploy/stop.ts';
import { MIB } from '#shared/units.ts';
import type { ObjectPart } from '#worker/platform/storage/object-copy.ts';
import {
  type DatabasePage,
  hashRows,
  type PageLimits,
  readDatabasePage,
  type TableRows,
} from '#worker/platform/storage/rows.ts';
import { lockBackupFolder } from '../backup-folder.ts';
import { isFullDisk } from '../full-disk.ts';
import { FILES_DIR, STORE_DIR } from '../layout.ts';
import { type Backup, type BackupFile, BackupRefused, requireBackupFolder } from '../manifest.ts';
import { chooseBackup } from '../restore.ts';
import { forEachOf, hashFile } from '../stored-bytes.ts';
import { readSchedule } from './alarms.ts';
import { requireSameFormat } from './backup.ts';
import { partsOf as partsOfList, publishAnew } from './copy-objects.ts';
import { queryOf } from './database-file.ts';
import { classAt, DATABASE_BINDINGS, databasePlace } from './object-place.ts';
import { begunBackups, openProgress, type Progress, targetOf } from './put-progress.ts';

/** Below what one call takes (worker/edge/recovery.ts), with space for what JSON adds: six bytes for a character at most. */
const PART: PageLimits = { bytes: MIB };
/** D1 bounds the statements of a request. */
const DATABASE_PART: PageLimits = { bytes: MIB, rows: 400 };
/** As many as worker/edge/backup.ts takes in one call, and their rows together. */
const OBJECTS_AT_ONCE = 16;
const BATCH_BYTES = 2 * MIB;
/** Objects that are sent one after another; several such lanes run at once. */
const OBJECTS_OF_A_LANE = 64;
const KEYS_AT_ONCE = 100;
const OWN_TABLES = new Set(['_self', '_schema']);

export interface PutBackOptions {
  readonly folder: string;
  readonly at: string | undefined;
  readonly nowMs: number;
  print(line: string): void;
}

type Part = Pick<ObjectPart, 'schema' | 'tables' | 'isFirst' | 'isLast'>;

/**
 * Parts of a database: the schema is in the first and in the last one, and the rows by which it exists are in the last one.
 */
export async function* partsOf(db: DatabaseSync, limits: PageLimits): AsyncGenerator<Part> {
  const query = queryOf(db);
  const own: TableRows[] = [];
  let schema: DatabasePage['schema'] = [];
  let cursor = '';
  let isFirst = true;
  do {
    const page: DatabasePage = await readDatabasePage(query, cursor, limits);
    if (isFirst) schema = page.schema;
    own.push(...page.tables.filter(({ table }) => OWN_TABLES.has(table)));
    const tables = page.tables.filter(({ table }) => !OWN_TABLES.has(table));
    const isLast = page.next === '';
    yield {
      isFirst,
      isLast,
      schema: isFirst || isLast ? schema : [],
      tables: isLast ? [...tables, ...own] : tables,
    };
    isFirst = false;
    cursor = page.next;
  } while (cursor !== '');
}

/** A database of the backup, proved and opened as a copy: SQLite writes beside a file that it reads. */
async function withCopy<T>(file: BackupFile & { from: string }, work: (db: DatabaseSync) => Promise<T>): Promise<T> {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-restore-'));
  const copy = path.join(scratch, 'copy.sqlite');
  try {
    copyFileSync(file.from, copy);
    if ((await hashFile(copy)).sha256 !== file.sha256)
      throw new BackupRefused(`${file.from} was altered: its bytes have another hash. Restore another backup (--at).`);
    const db = new DatabaseSync(copy, { enableForeignKeyConstraints: false });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface PutAnswer {
  /** Of everything the object stores; '' before its last part. */
  readonly hash: string;
  readonly failed: string;
}

interface NamedPart extends ObjectPart {
  readonly name: string;
}

interface Waiting {
  readonly id: string;
  readonly part: NamedPart;
  /** That the object must have after its last part. */
  readonly hash: string;
}

const OTHER_CONTENT =
  'It was made or changed by others. Restore into an installation that holds nothing: other names in the settings.';

/** Sends small objects together. */
function makeSender({ ask }: Installation, { binding, className }: Bound, note: (ids: readonly string[]) => void) {
  let batch: (Waiting & { bytes: number })[] = [];

  async function send(parts: readonly Waiting[]): Promise<void> {
    const body = { binding, objects: parts.map(({ part }) => part) };
    const { objects } = await ask<{ objects: PutAnswer[] }>('/_internal/backup/put-objects', body);
    for (const [at, { part, hash }] of parts.entries()) {
      const { failed = 'no answer', hash: stored = '' } = objects[at] ?? {};
      if (failed !== '')
        throw new Stop(
          `${className} ${part.name} cannot be put back: ${failed}`,
          'Run the same command again when the reason is gone: it goes on where it stopped.',
        );
      if (part.isLast && stored !== hash)
        throw new Stop(`${className} ${part.name} is there with another content than in the backup`, OTHER_CONTENT);
    }
    note(parts.filter(({ part }) => part.isLast).map(({ id }) => id));
  }

  async function flush(): Promise<void> {
    const parts = batch;
    batch = [];
    if (parts.length > 0) await send(parts);
  }

  return {
    flush,
    async add(waitingPart: Waiting): Promise<void> {
      const { part } = waitingPart;
      // Parts of one object are in order: only a whole object waits for others.
      if (!part.isFirst || !part.isLast) return send([waitingPart]);
      const bytes = Buffer.byteLength(JSON.stringify(part.tables));
      const before = batch.reduce((sum, each) => sum + each.bytes, 0);
      if (batch.length === OBJECTS_AT_ONCE || before + bytes > BATCH_BYTES) await flush();
      batch.push({ ...waitingPart, bytes });
    },
  };
}

/** When the alarms of a class were due, epoch ms, by the id of the object. */
async function alarmsOf(files: ReadonlyMap<string, BackupFile & { from: string }>, className: string) {
  const file = files.get(`state/do/magpie-${className}/metadata.sqlite`);
  if (!file || file.sizeBytes === 0) return new Map<string, number>();
  return withCopy(file, async (db) => readSchedule(db));
}

function nameIn(db: DatabaseSync): string | null {
  const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_self'").get();
  return has ? ((db.prepare('SELECT name FROM _self').get()?.['name'] as string | undefined) ?? null) : null;
}

const NEW_INSTALLATION = 'another name in the settings, made by npm run deploy -- --close.';

/** @returns a class that has objects; undefined for an installation that holds nothing */
async function classWithObjects(installation: Installation, bound: readonly Bound[]): Promise<string | undefined> {
  for (const { className } of bound)
    for await (const page of objectPages(installation, className, '')) if (page.ids.length > 0) return className;
  return undefined;
}

async function requireEmpty(installation: Installation, bound: readonly Bound[]): Promise<void> {
  const className = await classWithObjects(installation, bound);
  if (className !== undefined)
    throw new Stop(
      `${installation.origin} is not empty: it has objects of ${className}`,
      `Restore into a new installation: ${NEW_INSTALLATION}`,
    );
}

/** Ends runs of other backups that have put nothing back: they must not go on after this one. @throws Stop for one that has */
async function endOthers(
  installation: Installation,
  bound: readonly Bound[],
  others: readonly { name: string; progress: Progress }[],
): Promise<void> {
  for (const { name, progress } of others) {
    const isEmpty = !progress.hasObjects && (await classWithObjects(installation, bound)) === undefined;
    if (!isEmpty)
      throw new Stop(
        `${installation.origin} has a part of backup ${name}, whose restore was cut off`,
        `Let it end: run the command with --at ${name}. Restore another backup into a new installation: ${NEW_INSTALLATION}`,
      );
    progress.end();
  }
}

/** Signatures, links and sealed values of the backup are valid with these alone. */
function requireSameSecrets(backup: Backup, { secrets }: ByteInstallation): void {
  const stored = JSON.parse(readFileSync(path.join(backup.folder, FILES_DIR, 'secrets.json'), 'utf8')) as Record<
    string,
    string
  >;
  const other = ['SECRET_ROOT', 'JWT_PRIVATE_JWK'].filter((name) => stored[name] !== secrets.get(name));
  if (other.length > 0)
    throw new Stop(
      `the installation has other secrets than the backup: ${other.join(', ')}`,
      `Before the first deployment, write those of ${path.join(backup.folder, FILES_DIR, 'secrets.json')} into ${secrets.file} (docs/backup-cloudflare.md).`,
    );
}

async function putFile({ send, origin }: ByteInstallation, from: string, file: BackupFile): Promise<void> {
  const key = path.basename(file.place);
  const back = await hashFile(from);
  if (back.sha256 !== file.sha256)
    throw new BackupRefused(`${from} was altered: its bytes have another hash. Restore another backup (--at).`);
  const body = file.sizeBytes === 0 ? '' : (Readable.toWeb(createReadStream(from)) as unknown as BodyInit);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': String(file.sizeBytes) };
  const answer = await send('PUT', `/_internal/backup/bytes/${key}`, body, headers);
  const text = await answer.text();
  if (answer.status === 200) return;
  throw new Stop(
    `${origin} did not take ${file.place} (${file.sizeBytes} bytes): ${answer.status} ${text.slice(0, 300)}`,
    answer.status === 413
      ? `It is larger than a body may be on this plan. Copy it by rclone: rclone copyto ${from} r2:BUCKET/${key}`
      : 'Run the same command again when the reason is gone: it goes on where it stopped.',
  );
}

/** Sends those that are not there; a key has one content for ever, so that its size proves it. */
async function putBytes(installation: ByteInstallation, folder: string, backup: Backup): Promise<void> {
  for (const files of partsOfList(backup.stored, KEYS_AT_ONCE)) {
    const keys = files.map(({ place }) => path.basename(place));
    const { sizes } = await installation.ask<{ sizes: (number | null)[] }>('/_internal/backup/sizes', { keys });
    const absent = files.filter(({ sizeBytes }, at) => sizes[at] !== sizeBytes);
    await forEachOf(absent, (file) => putFile(installation, path.join(folder, STORE_DIR, file.place), file));
  }
}

async function putDatabases({ ask }: Installation, files: ReadonlyMap<string, BackupFile & { from: string }>) {
  for (const binding of DATABASE_BINDINGS) {
    const file = files.get(databasePlace(binding));
    if (!file || file.sizeBytes === 0) continue;
    await withCopy(file, async (db) => {
      const hash = await hashRows(queryOf(db));
      let stored = '';
      for await (const part of partsOf(db, DATABASE_PART))
        stored = (await ask<PutAnswer>('/_internal/backup/put-database', { database: binding, ...part })).hash;
      if (stored !== hash)
        throw new Stop(`the database ${binding} is there with another content than in the backup`, OTHER_CONTENT);
    });
  }
}

interface ObjectFiles {
  /** Of the backup, by place. */
  readonly files: ReadonlyMap<string, BackupFile & { from: string }>;
  readonly progress: Progress;
  readonly nowMs: number;
  /** Of the backup: a run that goes on writes the same. */
  readonly madeAtMs: number;
}

/** @returns how many objects of the class are there */
async function putObjects(
  installation: Installation,
  bound: Bound,
  { files, progress, nowMs, madeAtMs }: ObjectFiles,
): Promise<number> {
  const { className } = bound;
  const alarms = await alarmsOf(files, className);
  const objects = [...files].flatMap(([place, file]) => {
    const object = classAt(place);
    return object?.className === className && file.sizeBytes > 0 ? [{ id: object.id, file }] : [];
  });
  const waiting = objects.filter(({ id }) => !progress.done.has(id));
  await forEachOf(partsOfList(waiting, OBJECTS_OF_A_LANE), async (some) => {
    const sender = makeSender(installation, bound, progress.note);
    for (const { id, file } of some)
      await withCopy(file, async (db) => {
        const name = nameIn(db);
        if (name === null) return;
        const publish = publishAnew(className, madeAtMs);
        publish?.(db);
        const alarmMs = publish ? nowMs : (alarms.get(id) ?? null);
        const hash = await hashRows(queryOf(db));
        for await (const part of partsOf(db, PART)) await sender.add({ id, hash, part: { name, alarmMs, ...part } });
      });
    await sender.flush();
  });
  return objects.length;
}

/** Sessions that had ended since the backup would be valid again. */
async function endAllSessions(installation: Installation): Promise<void> {
  for await (const page of objectPages(installation, 'AccountObject', '')) await endSessions(installation, page.ids);
}

export interface PutBack {
  readonly name: string;
  readonly objects: number;
  readonly files: number;
}

/** @throws Stop, BackupRefused; run again, it goes on */
export async function putBackCloudflare(installation: ByteInstallation, options: PutBackOptions): Promise<PutBack> {
  const { folder } = options;
  requireBackupFolder(folder);
  try {
    const unlock = lockBackupFolder(folder);
    try {
      return await putBack(installation, options);
    } finally {
      unlock();
    }
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    throw new BackupRefused(
      `A disk is full: that of ${folder}, where a restore notes how far it is, or that of ${os.tmpdir()}. Free space there, and run it again: it goes on where it stopped.`,
      { cause: error },
    );
  }
}

async function putBack(installation: ByteInstallation, options: PutBackOptions): Promise<PutBack> {
  const { folder, at, nowMs, print } = options;
  const target = await targetOf(installation);
  const begun = begunBackups(folder, target);
  const backup = chooseBackup(folder, at ?? begun.at(-1));
  const files = new Map(
    backup.files.map((file) => [file.place, { ...file, from: path.join(backup.folder, FILES_DIR, file.place) }]),
  );
  if (backup.stored.some(({ place }) => !place.startsWith('blobs/')))
    throw new BackupRefused(
      'This backup has its bytes in a simulated bucket: run npm run store -- move, and back up again.',
    );
  await requireClosed(installation);
  requireSameSecrets(backup, installation);
  const progress = openProgress(folder, backup.name, target);
  const bound = await boundClasses(installation);
  const others = begun.filter((name) => name !== backup.name);
  await endOthers(
    installation,
    bound,
    others.map((name) => ({ name, progress: openProgress(folder, name, target) })),
  );
  if (!progress.hasObjects) await requireEmpty(installation, bound);
  if (progress.began) print(`Goes on with backup ${backup.name}, whose restore was cut off.`);
  const facts = await requireSameFormat(installation);
  const digits = readFileSync(path.join(backup.folder, FILES_DIR, 'blob-index'), 'utf8').trim();
  if (facts.blobIndexDigits !== digits)
    throw new Stop(
      `the backup has its index of contents in ${digits === '1' ? 16 : 256} objects, the installation in others`,
      `Write "BLOB_INDEX_DIGITS": "${digits}" into "vars" of the settings, and deploy again with --close.`,
    );
  progress.begin();
  await putBytes(installation, folder, backup);
  print(`Stored files: ${backup.stored.length} are there.`);
  if (!progress.hasObjects) {
    // Bytes may take hours.
    await requireEmpty(installation, bound);
    progress.beginObjects();
  }
  const { madeAtMs } = backup.manifest;
  let count = 0;
  for (const one of bound) count += await putObjects(installation, one, { files, progress, nowMs, madeAtMs });
  print(`Objects: ${count} are there.`);
  await putDatabases(installation, files);
  await endAllSessions(installation);
  progress.end();
  return { name: backup.name, objects: count, files: backup.stored.length };
}
