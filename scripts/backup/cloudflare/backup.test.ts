/** Backups of an installation whose answers are wrong, whose disk fails, or whose objects cannot be read. */
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Stop } from '#scripts/deploy/stop.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { readBackup } from '../manifest.ts';
import { backUpCloudflare } from './backup.ts';
import { queryOf } from './database-file.ts';
import { type InstallationDouble, idOf as id, makeObject, startInstallationDouble } from './installation-double.ts';
import { objectId } from './object-place.ts';
import { putBackCloudflare } from './put-back.ts';

const KEY = '0123456789abcdef0123456789abcdef';

let cloud: InstallationDouble;
let { cloudflare: double, stored, unreadable, bytes, changed, calls } = {} as InstallationDouble;
let folder: string;

const installation = () => cloud.installation();
const backUp = (isPreparing = false) =>
  backUpCloudflare(installation(), { folder, keep: 2, isPreparing, now: Date.now, print: () => undefined });

beforeEach(async () => {
  cloud = await startInstallationDouble();
  ({ cloudflare: double, stored, unreadable, bytes, changed, calls } = cloud);
  bytes.set(KEY, new TextEncoder().encode('stored bytes'));
  folder = path.join(scratchFolder(), 'backups');
});
afterEach(async () => {
  await cloud.stop();
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

function textOf(place: string): string {
  const db = new DatabaseSync(place, { readOnly: true });
  try {
    return JSON.stringify(db.prepare('SELECT * FROM notes ORDER BY id').all());
  } finally {
    db.close();
  }
}

it('every object is a database under the id of one machine, and an unchanged one is not copied again', async () => {
  const { backup, copiedObjects } = await backUp();
  expect(copiedObjects).toBe(3);
  for (const at of [1, 2, 3]) {
    const place = `state/do/magpie-DriveObject/${objectId('DriveObject', `drive ${at}`)}.sqlite`;
    const wanted = JSON.stringify(stored.get(id(at))?.prepare('SELECT * FROM notes ORDER BY id').all());
    expect(textOf(path.join(backup?.folder ?? '', 'files', place))).toBe(wanted);
  }
  stored.get(id(2))?.prepare('DELETE FROM notes WHERE id = ?').run('n3');
  expect((await backUp()).copiedObjects).toBe(1);
  expect(readFileSync(path.join(folder, 'store/blobs/01/23', KEY), 'utf8')).toBe('stored bytes');
});

it('the log gets a line when a backup is made, none of a preparation, and a log that takes none spoils no backup', async () => {
  await backUp(true);
  expect(calls).not.toContain('made');
  await backUp();
  expect(calls.at(-1)).toBe('made');
  changed['made'] = () => {
    throw new Stop('no answer', 'Look at the network.');
  };
  expect((await backUp()).backup?.manifest.damaged).toEqual([]);
});

it('bytes that break off leave no file, and the next run has them', async () => {
  cloud.lacking = 1;
  await expect(backUp()).rejects.toThrow('broke off');
  expect(readdirSync(path.join(folder, 'store/blobs/01/23'))).toEqual([]);
  cloud.lacking = 0;
  expect((await backUp()).newFiles).toBe(1);
});

it('rows of a file are read one at a time', async () => {
  const db = makeObject('many', 500);
  let read = 0;
  db.function('counted', (value) => {
    read += 1;
    return value;
  });
  const rows = await queryOf(db)('SELECT counted(id) FROM notes', []);
  for (const [first] of rows) {
    expect(first).toBe('n0');
    break;
  }
  expect(read).toBe(1);
  db.close();
});

it('the id of workerd follows from class and name', () => {
  expect(objectId('DirectoryObject', 'directory-1a')).toBe(
    '432e09ce399e427c2806359f576e5545f4669be6751a15bc83840638e59e4a69',
  );
});

it('an object that cannot be read is named and left out, and the older backup stays', async () => {
  const first = await backUp();
  unreadable.add(id(2));
  const prepared = await backUp(true);
  expect(prepared.failed).toEqual([`DriveObject/${id(2)}: its database is damaged`]);
  const { backup, deleted } = await backUp();
  expect(backup?.manifest.damaged).toEqual([`DriveObject/${id(2)}: its database is damaged`]);
  expect(backup?.manifest.counts.objects).toBe(2);
  expect(deleted).toEqual([]);
  expect(readBackup(folder, first.backup?.name ?? '').manifest.counts.objects).toBe(3);
});

it('a key that is listed and has no bytes is named', async () => {
  bytes.set('f'.repeat(32), new Uint8Array());
  const { backup } = await backUp();
  expect(backup?.manifest.damaged).toEqual([expect.stringContaining('it is listed and has no bytes')]);
});

it.each([
  [
    'an id that leads elsewhere',
    () => double.world.objects.set('magpie/DriveObject', ['../../../outside']),
    'is no id',
  ],
  ['a key that leads elsewhere', () => bytes.set('../../../../../tmp/x', new Uint8Array(3)), 'is no key'],
  [
    'a statement that makes nothing',
    () => {
      changed['objects'] = (answer: { objects: { page: { schema: object[] } }[] }) => {
        answer.objects[0]?.page.schema.push({ type: 'table', name: 'x', sql: `ATTACH '${folder}/x.sqlite' AS x` });
        return answer;
      };
    },
    'no CREATE statement',
  ],
  [
    'the same page again and again',
    () => {
      changed['keys'] = () => ({ keys: [], others: 0, cursor: 'x' });
    },
    'the same page',
  ],
  [
    'two objects of one name',
    () => stored.get(id(2))?.prepare('UPDATE _self SET name = ?').run('drive 1'),
    'the same name',
  ],
  [
    'rows that change all the time',
    () => {
      let count = 0;
      changed['objects'] = (answer: object) => {
        stored.get(id(1))?.prepare('INSERT INTO notes VALUES (?, ?)').run(`later ${count}`, '');
        count += 1;
        return answer;
      };
    },
    'still written',
  ],
  [
    'a database that changes all the time',
    () => {
      changed['database-hash'] = () => ({ hash: 'other' });
    },
    'still written',
  ],
  ['another version', () => (changed['facts'] = () => ({ format: STATE_FORMAT + 1 })), 'another version'],
])('%s ends the run, and makes no backup', async (_name, make, message) => {
  make();
  await expect(backUp()).rejects.toThrow(message);
  expect(existsSync(path.join(folder, 'made'))).toBe(false);
  expect(readdirSync(path.dirname(folder))).toEqual(['backups']);
});

it('a copy that the disk has changed is no part of a backup, and is copied anew', async () => {
  await backUp();
  const file = path.join(folder, 'cloudflare/objects/DriveObject', `${id(1)}.sqlite`);
  const copy = readFileSync(file);
  copy[copy.length - 40] = (copy[copy.length - 40] ?? 0) ^ 1;
  // Another file, as the made backup has the first one.
  rmSync(file);
  writeFileSync(file, copy);
  await expect(backUp()).rejects.toThrow('was altered on this disk');
  expect((await backUp()).copiedObjects).toBe(1);
});

it('a list that was cut off in the middle of a line goes on', async () => {
  await backUp(true);
  appendFileSync(path.join(folder, 'cloudflare/objects.jsonl'), '{"className":"Dri');
  expect((await backUp()).copiedObjects).toBe(0);
});

it('one command at a time works on a folder', async () => {
  await backUp();
  let inside: unknown;
  changed['facts'] = (answer: object) => {
    inside ??= putBackCloudflare(installation(), { folder, at: undefined, nowMs: 0, print: () => undefined }).catch(
      (error: Error) => error.message,
    );
    return answer;
  };
  await backUp();
  expect(await inside).toContain('Another backup is being written');
});

it('an installation that has something is not written, and other content of an object is told', async () => {
  await backUp();
  const put = () => putBackCloudflare(installation(), { folder, at: undefined, nowMs: 0, print: () => undefined });
  await expect(put()).rejects.toThrow('is not empty');
  double.world.objects.set('magpie/DriveObject', []);
  changed['sizes'] = () => ({ sizes: ['stored bytes'.length] });
  changed['put-objects'] = () => ({ objects: [{ hash: 'other', failed: '' }] });
  await expect(put()).rejects.toThrow('another content');
  expect(calls).not.toContain('put-database');
  // The same run goes on, although its first objects are listed now; one of another installation does not.
  double.world.objects.set('magpie/DriveObject', [id(1)]);
  await expect(put()).rejects.toThrow('another content');
  double.world.scripts.set('other', double.world.scripts.get('magpie') as never);
  double.world.objects.set('other/DriveObject', [id(1)]);
  await expect(
    putBackCloudflare(cloud.installation('other'), { folder, at: undefined, nowMs: 0, print: () => undefined }),
  ).rejects.toThrow('is not empty');
});
