/**
 * The audit catches each kind of violation: one is put into a copy of a sound state folder, by hand, and must be named. Violations within
 * one database share a copy, in which that database is sound again afterwards.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { listBlobs } from '#scripts/audit/blob-listing.ts';
import { copyState, type ObjectCopy, rowsOf, type StateCopy } from '#scripts/audit/state-copy.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { makeWireClient, type WireClient } from '#test/flow/wire-client.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { startServer } from '#test/server.ts';
import { banContent } from './banned-content.ts';
import { beginUpload, partOf, randomFile, sendPart } from './upload-client.ts';
import { ALICE, DRIVE_CASES, OTHER_CASES } from './violations.ts';

const AUDIT = path.resolve(import.meta.dirname, '../../scripts/audit/main.ts');

const scratch = scratchFolder();
const sound = path.join(scratch, 'sound');
let copies = 0;
/** The sound folder as it is before anything is spoiled: where an object is found there, it is in every copy. */
let whole: StateCopy;

/** A drive with files in place and in the trash, an open upload, a link, a save, and a session that ended. */
beforeAll(async () => {
  const server = await startServer({ dataDir: sound });
  try {
    const wire = makeWireClient(server.origin);
    const [alice, bob] = [await wire.signIn('alice@example.com'), await wire.signIn('bob@example.com')];
    const folder = await alice.post('/drive/v1/files', { kind: 'drive#folder', name: 'folder' });
    const parentId: string = folder.body.file.id;
    const one = await wire.upload(alice, { name: 'one.bin', bytes: randomFile(150_000), parentId, partBytes: 100_000 });
    await wire.upload(alice, { name: 'two.bin', bytes: randomFile(20_000), parentId });
    for (const bytes of [40_000, 50_000])
      await wire.upload(alice, { name: 'two.bin', bytes: randomFile(bytes), parentId, conflict: 'replace' });
    await wire.upload(alice, { name: 'picture.png', bytes: pngOf(60, 40), parentId });
    const listed = await alice.get(`/drive/v1/files?parent_id=${parentId}`);
    const pictures: string[] = listed.body.files.map((file: { thumbnail_link: string }) => file.thumbnail_link);
    for (const link of pictures.filter((url) => url !== '')) expect((await fetch(link)).status).toBe(200);
    const three = await wire.upload(alice, { name: 'three.bin', bytes: randomFile(30_000) });
    await alice.post('/drive/v1/files:batchTrash', { ids: [three] });
    const upload = await beginUpload(wire, alice, 'open.bin', 9_000_000);
    await sendPart(server.origin, upload, 1, partOf(randomFile(9_000_000), upload, 1));
    await beginUpload(wire, alice, 'open.bin', 7, 'replace');
    const shared = await alice.post('/drive/v1/share', {
      file_ids: [parentId],
      share_to: 'publiclink',
      expiration_days: -1,
      restore_limit: '2',
    });
    await alice.post('/drive/v1/share/direct', { file_id: one });
    const saved = await bob.post('/drive/v1/share/restore', { share_id: shared.body.share_id, file_ids: [one] });
    await wire.waitTask(bob, saved.body.restore_task_id);
    const left = await wire.signIn('alice@example.com');
    await wire.call('POST', '/v1/auth/revoke', {
      body: `client_id=cli&token=${encodeURIComponent(left.refreshToken)}`,
    });
    for (const shown of [1, 2]) await exchangeCode(wire, bob.token, shown);
    await banContent(server.origin, sound, wire);
    // Events of the last calls are in the outbox for a moment.
    for (let tries = 0; tries < 100 && (await waitingEvents()) > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 50));
  } finally {
    await server.stop();
  }
  whole = await copyState(sound);
});

/** A code of a command-line tool, used once or twice: the session of the second use has ended. */
async function exchangeCode(wire: WireClient, token: string, times: number): Promise<void> {
  const verifier = 'v'.repeat(43);
  const { body } = await wire.call('POST', '/v1/user/authorize', {
    token,
    body: {
      client_id: 'cli',
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    },
  });
  const form = { client_id: 'cli', grant_type: 'authorization_code', code: body.code, code_verifier: verifier };
  for (let shown = 0; shown < times; shown += 1) await wire.call('POST', '/v1/auth/token', { body: form });
}

afterAll(() => {
  whole.close();
});

async function waitingEvents(): Promise<number> {
  const state = await copyState(sound);
  const waiting = state.objects.reduce((sum, { db }) => sum + rowsOf(db, 'SELECT 1 FROM _outbox').length, 0);
  state.close();
  return waiting;
}

it('a folder with more objects than may be open at a time is read whole', async () => {
  const state = await copyState(sound, 2);
  const namesOf = ({ objects }: typeof state) =>
    objects.map(({ db }) => rowsOf<{ name: string }>(db, 'SELECT name FROM _self'));
  expect(namesOf(state)).toEqual(namesOf(whole));
  expect(namesOf(state).length).toBeGreaterThan(2);
  state.close();
});

/** A copy of the sound folder to spoil. */
function spoilable(): string {
  copies += 1;
  const folder = path.join(scratch, `copy-${copies}`);
  cpSync(sound, folder, { recursive: true });
  return folder;
}

/**
 * Runs statements in the first object of a class for which `pick` finds a row.
 * @returns the path of its database within the folder
 */
function edit(folder: string, className: string, pick: string, statements: string): string {
  const target = whole.objects.find(
    (one: ObjectCopy) => one.className === className && rowsOf(one.db, pick).length > 0,
  );
  if (!target) throw new Error(`no ${className} has ${pick}`);
  const file = path.relative(sound, target.file);
  const db = new DatabaseSync(path.join(folder, file));
  db.exec(statements);
  db.close();
  return file;
}

async function kindsOf(folder: string): Promise<string[]> {
  return (await auditFolder(folder, Date.now)).findings.map(({ kind }) => kind);
}

/** Sound, but while one database is spoiled. */
let shared: string | undefined;

/** Kinds of the violations that the audit names after statements in one object. */
async function kindsAfter(className: string, pick: string, statements: string): Promise<string[]> {
  shared ??= spoilable();
  const file = edit(shared, className, pick, statements);
  try {
    return await kindsOf(shared);
  } finally {
    for (const ending of ['', '-wal', '-shm']) {
      const [from, to] = [path.join(sound, `${file}${ending}`), path.join(shared, `${file}${ending}`)];
      if (existsSync(from)) copyFileSync(from, to);
      else rmSync(to, { force: true });
    }
  }
}

it('finds nothing in a sound folder', async () => {
  expect((await auditFolder(sound, Date.now)).findings).toEqual([]);
});

const BOB = "SELECT 1 FROM tasks WHERE type = 'restore'";

it.each(DRIVE_CASES)('names %s in a drive', async (kind, statements) => {
  expect(await kindsAfter('DriveObject', ALICE, statements)).toContain(kind);
});

it.each(OTHER_CASES)('names %s in a %s', async (kind, className, pick, statements) => {
  expect(await kindsAfter(className, pick, statements)).toContain(kind === 'news-unscheduled' ? 'unscheduled' : kind);
});

it('names a reference without a file', async () => {
  const spoil = 'DELETE FROM nodes WHERE is_file = 1; DELETE FROM contents';
  expect(await kindsAfter('DriveObject', BOB, spoil)).toContain('reference-stale');
});

it('names one identifier that leads to two people', async () => {
  const shards = whole.objects.filter(({ className }) => className === 'DirectoryObject');
  const [held] = shards.flatMap(({ db }) =>
    rowsOf<{ digest: string; user_id: string }>(db, 'SELECT digest, user_id FROM identifiers'),
  );
  if (held === undefined) throw new Error('nobody is known');
  // In another shard, and of another person: one row of it.
  const other = `SELECT min(digest) FROM identifiers WHERE user_id <> '${held.user_id}'
    AND NOT EXISTS (SELECT 1 FROM identifiers WHERE digest = '${held.digest}')`;
  const kinds = await kindsAfter(
    'DirectoryObject',
    `SELECT 1 WHERE (${other}) IS NOT NULL`,
    `UPDATE identifiers SET digest = '${held.digest}' WHERE digest = (${other})`,
  );
  expect(kinds).toContain('identifier-twice');
});

it('names bytes that are missing or too short', async () => {
  for (const [kind, spoil] of [
    ['blob-missing', (file: string) => rmSync(file)],
    ['blob-size', (file: string) => truncateSync(file, 1)],
  ] as const) {
    const folder = spoilable();
    for (const { file } of (await listBlobs(folder)).blobs.values()) if (file) spoil(file);
    expect(await kindsOf(folder)).toContain(kind);
  }
});

it('names an object without a name', async () => {
  expect(await kindsAfter('DirectoryObject', 'SELECT 1 FROM identifiers', 'DROP TABLE _self')).toContain('nameless');
});

it('finds nothing in the shared copy, in which each database is sound again', async () => {
  expect(await kindsOf(shared ?? spoilable())).toEqual([]);
});

it('exits 1 with the names of violations, repairs orphans and counters on request, and logs each repair', async () => {
  const folder = spoilable();
  const orphan = path.join(folder, 'blobs', '0123456789abcdef0123456789abcdef');
  const [some] = [...(await listBlobs(folder)).blobs.values()];
  const placed = path.join(
    path.dirname(some?.file ?? orphan),
    `${path.basename(some?.file ?? '').slice(0, 4)}${'0'.repeat(28)}`,
  );
  writeFileSync(placed, 'nobody refers to this');
  edit(
    folder,
    'DriveObject',
    ALICE,
    'UPDATE space SET usage_bytes = 1, reserved_bytes = 1; UPDATE contents SET nodes = 7',
  );
  const run = (...more: string[]) =>
    spawnSync(process.execPath, [AUDIT, '--data', folder, ...more], { encoding: 'utf8' });
  const told = run();
  expect(told.status).toBe(1);
  expect(told.stdout).toMatch(/^I3 orphan in store: .*\[.{32}\]$/m);
  expect(told.stdout).toMatch(/^I1 usage in DriveObject /m);
  expect(existsSync(placed)).toBe(true);
  const repaired = run('--repair');
  expect([repaired.status, repaired.stdout]).toEqual([0, expect.stringMatching(/, 0 violations\n$/)]);
  expect(existsSync(placed)).toBe(false);
  const log = readFileSync(path.join(folder, 'audit-repairs.jsonl'), 'utf8').trim().split('\n');
  expect(log.map((line) => JSON.parse(line).kind)).toEqual(
    expect.arrayContaining(['content-count', 'orphan', 'reserved', 'usage']),
  );
  writeFileSync(orphan, 'and this is no object');
  expect(run('--repair').status).toBe(1);
  expect(existsSync(orphan)).toBe(true);
});

it('refuses a folder of a newer version, whose tables it does not know', () => {
  const folder = path.join(scratch, 'newer');
  mkdirSync(path.join(folder, 'state'), { recursive: true });
  writeFileSync(path.join(folder, 'format'), '999999');
  const { status, stdout, stderr } = spawnSync(process.execPath, [AUDIT, '--data', folder, '--repair'], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^.* was written by a newer version .*\n$/)]);
});
