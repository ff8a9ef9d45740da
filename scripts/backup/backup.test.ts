/** Backups of small folders made by hand: what is copied, what is refused, and what stays after a failure. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { requireFolder } from '#scripts/start/state/folder-check.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { makeBackup } from './backup.ts';
import { lastBackupMs } from './last-backup.ts';
import { type Backup, backupNames, readBackup, sha256Of } from './manifest.ts';
import { RuntimeEnded, type whilePaused } from './pause.ts';
import { restoreBackup } from './restore.ts';

const OBJECT = 'state/do/magpie-DriveObject/a1.sqlite';
const KEY = 'ab'.repeat(16);
const BLOB = `blobs/ab/ab/${KEY}`;
const NOW_MS = Date.UTC(2026, 10, 26, 12);

let scratch: string;
let dataDir: string;
let folder: string;
let clockMs: number;

function put(place: string, body: string | Uint8Array): void {
  const file = path.join(dataDir, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, body);
}

/** Files that nothing has written for a while are not looked at twice. */
function makeOld(place: string): void {
  const at = new Date(NOW_MS - 60_000);
  utimesSync(path.join(dataDir, place), at, at);
}

/** A database whose last rows are in its log only. */
function makeDatabase(place: string, rows: number): DatabaseSync {
  mkdirSync(path.dirname(path.join(dataDir, place)), { recursive: true });
  const db = new DatabaseSync(path.join(dataDir, place));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS t (n INTEGER)');
  for (let n = 0; n < rows; n++) db.exec(`INSERT INTO t VALUES (${n})`);
  return db;
}

function rowsIn(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const { n } = db.prepare('SELECT count(*) AS n FROM t').get() as { n: number };
  db.close();
  return n;
}

function backUp(more: Partial<Parameters<typeof makeBackup>[0]> = {}) {
  clockMs += 1_000;
  return makeBackup({ dataDir, folder, keep: 7, reserveBytes: 1, now: () => clockMs, ...more });
}

beforeEach(() => {
  scratch = scratchFolder();
  [dataDir, folder, clockMs] = [path.join(scratch, 'data'), path.join(scratch, 'backups'), NOW_MS];
  makeDatabase(OBJECT, 3).close();
  put(BLOB, 'bytes of a file');
  put('state/kv/ns/blobs/v1', 'value');
  put('format', `${STATE_FORMAT}\n`);
  put('secrets.json', '{"a":1}');
  put('tmp/scratch', 'x');
  put('reserve', 'x');
  put('state/cache/miniflare-CacheObject/c.sqlite', 'x');
});

it('a backup holds databases with their logs, stored bytes and notes, and nothing that a start makes anew', async () => {
  const open = makeDatabase(OBJECT, 2);
  const { backup } = await backUp();
  open.close();
  const { files, stored, manifest } = readBackup(folder, backup.name);
  expect(files.map(({ place }) => place)).toEqual(['format', 'secrets.json', OBJECT]);
  expect(stored.map(({ place }) => place)).toEqual([BLOB, 'state/kv/ns/blobs/v1']);
  expect(manifest.counts).toEqual({ objects: 1, databases: 1, stored: 2, storedBytes: 20 });
  expect(rowsIn(path.join(backup.folder, 'files', OBJECT))).toBe(5);
  expect(statSync(folder).mode & 0o077).toBe(0);

  const restored = path.join(scratch, 'restored');
  await restoreBackup(folder, undefined, restored);
  expect(rowsIn(path.join(restored, OBJECT))).toBe(5);
  expect(readFileSync(path.join(restored, BLOB), 'utf8')).toBe('bytes of a file');
  expect(existsSync(path.join(restored, 'reserve'))).toBe(false);
  requireFolder(restored);
});

it('the state folder has the time of its newest whole backup, which no backup holds', async () => {
  expect(lastBackupMs(dataDir)).toBeNull();
  await backUp();
  expect(lastBackupMs(dataDir)).toBe(clockMs);
  const { backup } = await backUp();
  expect(existsSync(path.join(backup.folder, 'files', 'last-backup.json'))).toBe(false);
  await expect(backUp({ pause: () => Promise.reject(new Error('stopped')) })).rejects.toThrow('stopped');
  expect(lastBackupMs(dataDir)).toBe(backup.manifest.madeAtMs);
});

it('a backup whose server restarts is made once more, and not a third time', async () => {
  let restarts = 1;
  const pause: typeof whilePaused = async (_runtime, work) => {
    if (restarts-- > 0) throw new RuntimeEnded();
    return work();
  };
  const { backup } = await backUp({ pause });
  expect(lastBackupMs(dataDir)).toBe(backup.manifest.madeAtMs);
  restarts = 2;
  await expect(backUp({ pause })).rejects.toThrow('ended or restarted');
});

it('writes between the first copy and the pause are in the backup, and bytes deleted after the pause too', async () => {
  const late = `blobs/ab/ab/${'ab'.repeat(15)}cd`;
  const gone = `blobs/cd/cd/${'cd'.repeat(16)}`;
  put(gone, 'deleted before the pause');
  const { backup } = await backUp({
    async pause(_runtime, work) {
      makeDatabase(OBJECT, 4).close();
      put(late, 'late');
      rmSync(path.join(dataDir, gone));
      const result = work();
      rmSync(path.join(dataDir, late));
      makeDatabase(OBJECT, 9).close();
      return result;
    },
  });
  const { stored } = readBackup(folder, backup.name);
  expect(stored.map(({ place }) => place)).toEqual([BLOB, late, 'state/kv/ns/blobs/v1']);
  const restored = path.join(scratch, 'restored');
  await restoreBackup(folder, undefined, restored);
  expect(rowsIn(path.join(restored, OBJECT))).toBe(7);
  expect(readFileSync(path.join(restored, late), 'utf8')).toBe('late');
  expect(readdirSync(path.join(dataDir, 'tmp'))).toEqual(['scratch']);
});

it('a second backup copies only what changed; old ones go with the bytes that no other lists', async () => {
  for (const place of [OBJECT, BLOB]) makeOld(place);
  const first = await backUp();
  expect(first.copiedFiles).toBe(2);
  rmSync(path.join(dataDir, BLOB));
  put(`blobs/cd/cd/${'cd'.repeat(16)}`, 'new');
  const second = await backUp();
  expect(second.copiedFiles).toBe(1);
  const inode = (backup: Pick<Backup, 'folder'>) => statSync(path.join(backup.folder, 'files', OBJECT)).ino;
  expect(inode(second.backup)).toBe(inode(first.backup));
  expect(existsSync(path.join(folder, 'store', BLOB))).toBe(true);
  const third = await backUp({ keep: 1 });
  expect(third.deleted).toEqual([first.backup.name, second.backup.name]);
  expect(backupNames(folder)).toEqual([third.backup.name]);
  expect(existsSync(path.join(folder, 'store', BLOB))).toBe(false);
});

it('a disk without space ends a backup; nothing that looks whole stays, and the next run completes it', async () => {
  await expect(backUp({ reserveBytes: 2 ** 60 })).rejects.toThrow(/has too little space: \d+ MiB more/);
  expect(backupNames(folder)).toEqual([]);
  const broken = backUp({
    pause: () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
  });
  await expect(broken).rejects.toThrow(/is full\. Nothing was changed in the state folder/);
  expect(readdirSync(folder).sort()).toEqual(['copied.jsonl', 'magpie-backup', 'store']);
  await expect(restoreBackup(folder, undefined, path.join(scratch, 'r'))).rejects.toThrow('holds no whole backup');
  // A run that was killed while it noted a copy.
  appendFileSync(path.join(folder, 'copied.jsonl'), '{"place":"blobs/ab');
  const { copiedFiles, backup } = await backUp();
  expect([copiedFiles, backupNames(folder)]).toEqual([0, [backup.name]]);
});

it('a damaged database is named, and older backups stay', async () => {
  const first = await backUp();
  put(OBJECT, 'SQLite format 3\0 and then nothing of a database');
  const second = await backUp({ keep: 1 });
  expect(second.backup.manifest.damaged).toEqual([expect.stringContaining(`${OBJECT}: `)]);
  expect(backupNames(folder)).toEqual([first.backup.name, second.backup.name]);
});

it('folders that hold other things, or are inside of the state folder, are refused', async () => {
  await expect(backUp({ folder: path.join(dataDir, 'backups') })).rejects.toThrow('is inside of the state folder');
  await expect(backUp({ dataDir: scratch })).rejects.toThrow('is not the state folder of a server');
  mkdirSync(path.join(scratch, 'photos'));
  writeFileSync(path.join(scratch, 'photos/a.jpg'), 'x');
  await expect(backUp({ folder: path.join(scratch, 'photos') })).rejects.toThrow('is not empty and not a folder of');
  await backUp();
  await expect(restoreBackup(folder, undefined, dataDir)).rejects.toThrow('is not empty');
  await expect(restoreBackup(folder, 'yesterday', path.join(scratch, 'r'))).rejects.toThrow('has no backup yesterday');
});

it('a missing or altered file is refused by name, and the state folder stays empty', async () => {
  const { backup } = await backUp();
  const restored = path.join(scratch, 'restored');
  const restore = () => restoreBackup(folder, undefined, restored);
  const files = [
    path.join(folder, 'store', BLOB),
    path.join(backup.folder, 'files', OBJECT),
    ...['manifest.json', 'manifest.sha256', 'files.jsonl', 'stored.jsonl'].map((name) =>
      path.join(backup.folder, name),
    ),
  ];
  for (const file of files) {
    const bytes = readFileSync(file);
    // Of the same length: only the hash shows it.
    writeFileSync(
      file,
      Uint8Array.from(bytes, (byte, at) => (at === 30 % bytes.length ? byte ^ 1 : byte)),
    );
    await expect(restore()).rejects.toThrow(/was altered/);
    if (!file.endsWith('.sha256')) await expect(restore()).rejects.toThrow(file);
    expect(existsSync(restored) ? readdirSync(restored) : []).toEqual([]);
    rmSync(file);
    await expect(restore()).rejects.toThrow(/is missing|was altered/);
    writeFileSync(file, bytes);
  }
  await restore();
  expect(rowsIn(path.join(restored, OBJECT))).toBe(3);
});

it('a backup of a newer version is refused, by the number of the state folder and of the backup', async () => {
  const { backup } = await backUp();
  const file = path.join(backup.folder, 'manifest.json');
  const newer = readFileSync(file, 'utf8').replace(/"stateFormat": \d+/, `"stateFormat": ${STATE_FORMAT + 1}`);
  writeFileSync(file, newer);
  writeFileSync(path.join(backup.folder, 'manifest.sha256'), sha256Of(newer));
  const restore = () => restoreBackup(folder, undefined, path.join(scratch, 'restored'));
  await expect(restore()).rejects.toThrow(/was made by a newer version of Magpie .* state format \d+/);
  writeFileSync(path.join(folder, 'magpie-backup'), '2\n');
  await expect(restore()).rejects.toThrow('was written by a newer version of Magpie (backup format 2');
});

it('no path of a list leads out of the state folder', async () => {
  const { backup } = await backUp();
  const [manifest, stored] = ['manifest.json', 'stored.jsonl'].map((name) => path.join(backup.folder, name)) as [
    string,
    string,
  ];
  const before = sha256Of(readFileSync(stored));
  writeFileSync(stored, readFileSync(stored, 'utf8').replace(BLOB, '../escaped'));
  const text = readFileSync(manifest, 'utf8').replace(before, sha256Of(readFileSync(stored)));
  writeFileSync(manifest, text);
  writeFileSync(path.join(backup.folder, 'manifest.sha256'), sha256Of(text));
  await expect(restoreBackup(folder, undefined, path.join(scratch, 'restored'))).rejects.toThrow(/Invalid input/);
});

it('a folder in which a restore did not end is not served, and the restore begins anew', async () => {
  await backUp();
  const restored = path.join(scratch, 'restored');
  mkdirSync(path.join(restored, 'restoring/state'), { recursive: true });
  writeFileSync(path.join(restored, 'format'), '1\n');
  expect(() => requireFolder(restored)).toThrow(/A restore into .* did not end/);
  await restoreBackup(folder, undefined, restored);
  requireFolder(restored);
  expect(readFileSync(path.join(restored, 'format'), 'utf8')).toBe(`${STATE_FORMAT}\n`);
});
