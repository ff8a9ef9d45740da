/** State folders that cannot be served, or are left behind: each is reported in one sentence, and a stopped one is whole. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { callServerOf } from '#scripts/start/state/internal-endpoint.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { freePort, startServer } from '#test/server.ts';
import { STATE_FORMAT } from '#worker/platform/storage/state-format.ts';
import { makeSmallDisk } from './disk-double.ts';
import { randomFile, walkDrive } from './upload-client.ts';

const START = path.resolve(import.meta.dirname, '../../scripts/start/main.ts');
const scratch = scratchFolder();
chmodSync(scratch, 0o755);

/** Starts a server that must not come up. @returns its output */
async function startInVain(dataDir: string, user: { uid?: number; gid?: number } = {}): Promise<string> {
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(await freePort()), MAGPIE_DATA: dataDir };
  const { status, stderr } = spawnSync(process.execPath, [START], { env, encoding: 'utf8', timeout: 60_000, ...user });
  expect(status).toBe(1);
  return stderr;
}

function expectSentence(printed: string, sentence: RegExp): void {
  expect(printed).toMatch(sentence);
  expect(printed.trim().split('\n')).toHaveLength(1);
  expect(printed).not.toMatch(/\n\s+at |Error:/);
}

it('a folder that cannot be served is reported in one sentence: when it belongs to another user', async () => {
  const dataDir = mkdtempSync(path.join(scratch, 'foreign-'));
  chmodSync(dataDir, 0o555);
  // Root may write everywhere, so the server runs as another user then.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  expectSentence(await startInVain(dataDir, user), /may not be written by this user: give this user the whole/);
});

it('a folder that cannot be served is reported in one sentence: when its path is a file', async () => {
  const file = path.join(scratch, 'file');
  writeFileSync(file, 'no folder');
  expectSentence(await startInVain(file), /file is not a folder: remove it, or set MAGPIE_DATA/);
  expectSentence(await startInVain(path.join(file, 'inside')), /is not a folder: remove it, or set MAGPIE_DATA/);
});

it('a folder that cannot be served is reported in one sentence: when a newer version has written it, and nothing in it changes', async () => {
  const dataDir = mkdtempSync(path.join(scratch, 'newer-'));
  writeFileSync(path.join(dataDir, 'format'), `${STATE_FORMAT + 1}\n`);
  expectSentence(await startInVain(dataDir), /was written by a newer version of Magpie \(format \d+, this version/);
  expect(readdirSync(dataDir).toSorted()).toEqual(['format', 'reserve']);
});

it('when the number of its format cannot be read', async () => {
  const dataDir = mkdtempSync(path.join(scratch, 'odd-'));
  writeFileSync(path.join(dataDir, 'format'), 'x');
  expectSentence(await startInVain(dataDir), /format is damaged: it must hold the number/);
});

const disk = makeSmallDisk(4);
// Elsewhere the file system cannot be made read-only or full; the sentences for those have their unit test.
it.runIf(disk !== null)(
  'a folder that cannot be served is reported in one sentence: when its file system is read-only or has no space',
  async () => {
    if (!disk) return;
    try {
      const dataDir = path.join(disk.folder, 'data');
      disk.setReadOnly(true);
      expectSentence(await startInVain(dataDir), /is on a read-only file system: mount it writable/);
      disk.setReadOnly(false);
      writeFileSync(path.join(disk.folder, 'filler'), Buffer.alloc(4 * 1_048_576 - 128 * 1024, 1));
      const printed = await startInVain(dataDir);
      expect(printed).toMatch(/^The disk of .* is full: free some space on it, or set MAGPIE_DATA/m);
      expect(printed).not.toMatch(/\n\s+at /);
    } finally {
      disk.remove();
    }
  },
);

/** As in a folder of a version that had no list of people. */
function emptyPeopleList(dataDir: string): void {
  const databases = readdirSync(path.join(dataDir, 'state'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.sqlite'))
    .map(({ parentPath, name }) => new DatabaseSync(path.join(parentPath, name)));
  const lists = databases.filter((db) => db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'people'").get());
  for (const list of lists) list.exec('DELETE FROM people');
  for (const db of databases) db.close();
  expect(lists).toHaveLength(1);
}

async function foundPeople(dataDir: string, term: string): Promise<readonly { readonly email: string }[]> {
  const { text } = await callServerOf(dataDir, '/_internal/people/find', { term, status: '', page_token: '' });
  return (JSON.parse(text) as { people: { email: string }[] }).people;
}

it('a server that was stopped leaves everything in the databases themselves, and a folder of before there were formats opens', async () => {
  const dataDir = path.join(scratch, 'stopped');
  const first = await startServer({ dataDir });
  const wire = makeWireClient(first.origin);
  const alice = await wire.signIn('alice@example.com');
  for (const name of ['one.bin', 'two.bin', 'three.bin']) await wire.upload(alice, { name, bytes: randomFile(50_000) });
  await first.stop();
  expect(readFileSync(path.join(dataDir, 'format'), 'utf8')).toBe(`${STATE_FORMAT}\n`);
  const logs = readdirSync(path.join(dataDir, 'state'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('-wal'))
    .filter(({ parentPath, name }) => readFileSync(path.join(parentPath, name)).length > 0);
  expect(logs).toEqual([]);

  const copy = path.join(scratch, 'copy');
  cpSync(dataDir, copy, { recursive: true, filter: (file) => !/-(wal|shm)$/.test(file) });
  rmSync(path.join(copy, 'format'));
  emptyPeopleList(copy);
  const second = await startServer({ dataDir: copy });
  await expect.poll(() => existsSync(path.join(copy, 'people-list-due'))).toBe(false);
  expect((await foundPeople(copy, 'alice')).map(({ email }) => email)).toEqual(['alice@example.com']);
  const wireAgain = makeWireClient(second.origin);
  const rows = await walkDrive(wireAgain, await wireAgain.signIn('alice@example.com'));
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['one.bin', 'two.bin', 'three.bin']));
  await second.stop();
  expect(existsSync(path.join(copy, 'format'))).toBe(true);
  expect((await auditFolder(copy, Date.now)).findings).toEqual([]);
});
