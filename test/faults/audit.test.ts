/** The audit catches each kind of violation: one is put into a copy of a sound state folder, by hand, and must be named. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { listBlobs } from '#scripts/audit/blob-listing.ts';
import { copyState, type ObjectCopy, rowsOf, type StateCopy } from '#scripts/audit/state-copy.ts';
import { makeWireClient, type WireClient } from '#test/flow/wire-client.ts';
import { pngOf } from '#test/seed/pictures.ts';
import { startServer } from '#test/server.ts';
import { banContent } from './banned-content.ts';
import { beginUpload, partOf, randomFile, sendPart } from './upload-client.ts';

const AUDIT = path.resolve(import.meta.dirname, '../../scripts/audit/main.ts');

const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-audit-test-'));
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
    const folder = await wire.call('POST', '/drive/v1/files', {
      token: alice.token,
      body: { kind: 'drive#folder', name: 'folder' },
    });
    const parentId: string = folder.body.file.id;
    const one = await wire.upload(alice, { name: 'one.bin', bytes: randomFile(150_000), parentId, partBytes: 100_000 });
    await wire.upload(alice, { name: 'two.bin', bytes: randomFile(20_000), parentId });
    for (const bytes of [40_000, 50_000])
      await wire.upload(alice, { name: 'two.bin', bytes: randomFile(bytes), parentId, conflict: 'replace' });
    await wire.upload(alice, { name: 'picture.png', bytes: pngOf(60, 40), parentId });
    const listed = await wire.call('GET', `/drive/v1/files?parent_id=${parentId}`, { token: alice.token });
    const pictures: string[] = listed.body.files.map((file: { thumbnail_link: string }) => file.thumbnail_link);
    for (const link of pictures.filter((url) => url !== '')) expect((await fetch(link)).status).toBe(200);
    const three = await wire.upload(alice, { name: 'three.bin', bytes: randomFile(30_000) });
    await wire.call('POST', '/drive/v1/files:batchTrash', { token: alice.token, body: { ids: [three] } });
    const upload = await beginUpload(wire, alice, 'open.bin', 9_000_000);
    await sendPart(server.origin, upload, 1, partOf(randomFile(9_000_000), upload, 1));
    await beginUpload(wire, alice, 'open.bin', 7, 'replace');
    const shared = await wire.call('POST', '/drive/v1/share', {
      token: alice.token,
      body: { file_ids: [parentId], share_to: 'publiclink', expiration_days: -1, restore_limit: '2' },
    });
    await wire.call('POST', '/drive/v1/share/direct', { token: alice.token, body: { file_id: one } });
    const saved = await wire.call('POST', '/drive/v1/share/restore', {
      token: bob.token,
      body: { share_id: shared.body.share_id, file_ids: [one] },
    });
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
  rmSync(scratch, { recursive: true, force: true });
  whole.close();
});

async function waitingEvents(): Promise<number> {
  const state = await copyState(sound);
  const waiting = state.objects.reduce((sum, { db }) => sum + rowsOf(db, 'SELECT 1 FROM _outbox').length, 0);
  state.close();
  return waiting;
}

/** A copy of the sound folder to spoil. */
function spoilable(): string {
  copies += 1;
  const folder = path.join(scratch, `copy-${copies}`);
  cpSync(sound, folder, { recursive: true });
  return folder;
}

/** Runs statements in the first object of a class for which `pick` finds a row. */
function edit(folder: string, className: string, pick: string, statements: string): void {
  const target = whole.objects.find(
    (one: ObjectCopy) => one.className === className && rowsOf(one.db, pick).length > 0,
  );
  if (!target) throw new Error(`no ${className} has ${pick}`);
  const db = new DatabaseSync(path.join(folder, path.relative(sound, target.file)));
  db.exec(statements);
  db.close();
}

async function kindsOf(folder: string): Promise<string[]> {
  return (await auditFolder(folder, Date.now)).findings.map(({ kind }) => kind);
}

it('finds nothing in a sound folder', async () => {
  expect((await auditFolder(sound, Date.now)).findings).toEqual([]);
});

const ALICE = "SELECT 1 FROM nodes WHERE name = 'one.bin' AND params = '{}'";
const BOB = "SELECT 1 FROM tasks WHERE type = 'restore'";
const ONE = "(SELECT id FROM nodes WHERE name = 'one.bin')";
const FOLDER = "(SELECT id FROM nodes WHERE name = 'folder')";
const KEY = "(SELECT content_key FROM nodes WHERE name = 'one.bin')";

const DRIVE_CASES: readonly (readonly [kind: string, statements: string])[] = [
  ['usage', 'UPDATE space SET usage_bytes = usage_bytes + 1'],
  ['node-count', 'UPDATE space SET nodes = nodes + 1'],
  ['reserved', 'UPDATE space SET reserved_bytes = reserved_bytes - 1'],
  ['space-row', 'DELETE FROM space'],
  ['content-count', `UPDATE contents SET nodes = nodes + 1 WHERE content_key = ${KEY}`],
  ['file-content', `DELETE FROM contents WHERE content_key = ${KEY}`],
  ['manifest-unreadable', `UPDATE contents SET manifest = '{}' WHERE content_key = ${KEY}`],
  [
    'manifest-differs',
    `UPDATE contents SET manifest = replace(manifest, '"v":1', '"v": 1') WHERE content_key = ${KEY}`,
  ],
  ['unfinished-with-bytes', `UPDATE nodes SET phase = 'PHASE_TYPE_PENDING' WHERE id = ${ONE}`],
  ['finished-without-bytes', `UPDATE nodes SET content_key = NULL WHERE id = ${ONE}`],
  ['folder-with-bytes', `UPDATE nodes SET size_bytes = 1 WHERE id = ${FOLDER}`],
  ['unfinished-without-upload', "DELETE FROM uploads WHERE state = 'open'"],
  ['part-without-upload', "DELETE FROM uploads WHERE state = 'open'"],
  ['upload-without-file', "DELETE FROM nodes WHERE phase = 'PHASE_TYPE_PENDING'"],
  ['sealed-without-manifest', "UPDATE uploads SET state = 'hashing' WHERE state = 'open'"],
  ['done-without-file-bytes', "UPDATE uploads SET state = 'done' WHERE state = 'open'"],
  ['task-never-ends', "UPDATE tasks SET phase = 'PHASE_TYPE_RUNNING' WHERE type = 'trash'"],
  ['task-ended-with-work', "UPDATE tasks SET job = '{}' WHERE type = 'trash'"],
  ['ended-job-without-failure', "UPDATE tasks SET ended_job = '{}' WHERE type = 'trash'"],
  ['work-without-task', "INSERT INTO job_items (task_id, part, node_id) VALUES ('nothing', 'root', 'x')"],
  ['batch-without-ids', `UPDATE tasks SET phase = 'PHASE_TYPE_RUNNING', job = '{"kind":"batch"}' WHERE type = 'trash'`],
  ['copy-left-hidden', `UPDATE nodes SET state = 3, parent_id = '~made' WHERE id = ${ONE}`],
  ['deletion-left', `UPDATE nodes SET state = 2, parent_id = '~gone' WHERE id = ${ONE}`],
  ['reservation-without-owner', "INSERT INTO reservations VALUES ('nothing', 5, 0)"],
  ['task-without-fetch', "UPDATE tasks SET type = 'offline', phase = 'PHASE_TYPE_RUNNING' WHERE type = 'trash'"],
  [
    'reservation-of-ended-task',
    "UPDATE tasks SET phase = 'PHASE_TYPE_ERROR' WHERE id IN (SELECT task_id FROM uploads WHERE state = 'open')",
  ],
  ['upload-without-reservation', 'UPDATE reservations SET bytes = bytes - 1'],
  ['parent-missing', `UPDATE nodes SET parent_id = 'nowhere' WHERE id = ${ONE}`],
  ['root-misplaced', `UPDATE nodes SET parent_id = '' WHERE state = 1`],
  ['trash-without-end', 'UPDATE nodes SET trash_until_ms = NULL WHERE state = 1'],
  ['circle', `UPDATE nodes SET parent_id = id WHERE id = ${FOLDER}`],
  [
    'name-twice',
    "UPDATE nodes SET name = 'one.bin', name_key = (SELECT name_key FROM nodes WHERE name = 'one.bin') WHERE name = 'two.bin'",
  ],
  ['unranked', "INSERT INTO ranked_folders (folder_id, done) VALUES ('', 1)"],
  ['name-key', `UPDATE nodes SET name = 'other' WHERE id = ${ONE}`],
  ['event-without-file', "UPDATE events SET node_id = 'nothing' WHERE type = 'TYPE_CREATE'"],
  ['event-unknown', "UPDATE events SET type = 'TYPE_GUESS' WHERE type = 'TYPE_CREATE'"],
  [
    'events-kept',
    `INSERT INTO events WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 2500)
       SELECT 'x', 't' || n, 'e' || n, '{}', 0, 0, NULL FROM n`,
  ],
  ['version-without-file', "UPDATE versions SET node_id = 'nothing'"],
  ['version-content', "UPDATE versions SET content_key = '1-00'"],
  ['version-order', 'UPDATE versions SET replaced_ms = -n'],
  ['star', `UPDATE nodes SET starred = 2 WHERE id = ${ONE}`],
  ['revision', 'UPDATE space SET revision = -1'],
  ['share-unwatched', 'DELETE FROM watches'],
  ['share-of-unfinished', `UPDATE nodes SET phase = 'PHASE_TYPE_PENDING' WHERE id = ${FOLDER}`],
  ['watch-left', `INSERT INTO watches (node_id, share_id) VALUES (${FOLDER}, 'nothing')`],
  ['unscheduled', 'DELETE FROM _cf_METADATA; DELETE FROM _alarm'],
  ['alarm-note', 'UPDATE _alarm SET at_ms = at_ms - 20000'],
  ['alarm-unknown', 'UPDATE _cf_METADATA SET value = value - 5000000000 WHERE key = 1'],
  ['reference-ahead', 'UPDATE space SET ref_seq = 0'],
  ['ended-family-served', 'DELETE FROM revoked_families'],
  ['epoch-ahead', 'UPDATE guard SET min_epoch = 99'],
  [
    'owned-blob-going',
    `INSERT INTO discards SELECT json_extract(manifest, '$.parts[0].key'), ${Date.now() + 1e9} FROM contents WHERE content_key = ${KEY}`,
  ],
];

it.each(DRIVE_CASES)('names %s in a drive', async (kind, statements) => {
  const folder = spoilable();
  edit(folder, 'DriveObject', ALICE, statements);
  expect(await kindsOf(folder)).toContain(kind);
});

/** The link that bob saved from. */
const SAVED = 'SELECT 1 FROM share WHERE restore_count > 0';

const OTHER_CASES: readonly (readonly [kind: string, className: string, pick: string, statements: string])[] = [
  [
    'balance-differs',
    'MemberObject',
    'SELECT 1 FROM entries',
    "UPDATE balance SET timeline = json_remove(timeline, '$.premium[0]')",
  ],
  ['balance-version', 'MemberObject', 'SELECT 1 FROM entries', 'UPDATE balance SET version = version + 1'],
  ['drive-behind', 'DriveObject', 'SELECT 1 FROM entitlement', 'DELETE FROM entitlement'],
  ['drive-ahead', 'DriveObject', 'SELECT 1 FROM entitlement', 'UPDATE entitlement SET version = version + 1'],
  ['drive-differs', 'DriveObject', 'SELECT 1 FROM entitlement', "UPDATE entitlement SET timeline = '{}'"],
  ['restores-uncounted', 'ShareObject', SAVED, 'UPDATE share SET restore_count = 0'],
  ['restores-overcounted', 'ShareObject', SAVED, 'UPDATE share SET restore_count = 2'],
  ['restores-over-limit', 'ShareObject', SAVED, 'UPDATE share SET restore_count = 3'],
  ['views-overcounted', 'ShareObject', SAVED, "UPDATE days SET views = 1 WHERE day <> ''"],
  ['views-not-days', 'ShareObject', SAVED, 'UPDATE share SET tallied_views = tallied_views + 1'],
  ['saves-not-days', 'ShareObject', SAVED, 'UPDATE days SET saves = 0'],
  ['direct-with-page', 'ShareObject', 'SELECT 1 FROM share WHERE direct = 1', 'UPDATE share SET direct = 0'],
  [
    'direct-twice',
    'ShareBookObject',
    'SELECT 1 FROM links',
    "UPDATE links SET share_to = '~direct', root_ids = (SELECT root_ids FROM links WHERE share_to = '~direct')",
  ],
  ['hosts-not-views', 'ShareObject', SAVED, "UPDATE days SET views = 7 WHERE day <> ''"],
  [
    'claim-left',
    'ShareObject',
    'SELECT 1 FROM claims',
    "UPDATE claims SET holders = 1, used = 0, task_id = ''; DELETE FROM _cf_METADATA; DELETE FROM _alarm",
  ],
  ['share-name', 'ShareObject', 'SELECT 1 FROM share', "UPDATE share SET share_id = 'other'"],
  ['share-not-in-book', 'ShareBookObject', 'SELECT 1 FROM links', 'DELETE FROM links'],
  ['link-terms-differ', 'ShareObject', 'SELECT 1 FROM share', 'UPDATE share SET view_only = 1'],
  ['link-change-lost', 'ShareBookObject', 'SELECT 1 FROM links', 'UPDATE links SET changes = changes + 1'],
  ['cancelled-share-open', 'ShareBookObject', 'SELECT 1 FROM links', "UPDATE links SET state = 'cancelled'"],
  ['link-without-share', 'ShareObject', 'SELECT 1 FROM share', 'DELETE FROM share'],
  ['reference-missing', 'BlobIndexObject', 'SELECT 1 FROM refs', 'UPDATE refs SET present = 0'],
  ['blob-unreferenced', 'BlobIndexObject', 'SELECT 1 FROM refs', 'UPDATE refs SET present = 0'],
  ['blob-dying', 'BlobIndexObject', 'SELECT 1 FROM refs', 'UPDATE blobs SET dead_ms = 5'],
  ['content-unindexed', 'BlobIndexObject', 'SELECT 1 FROM refs', 'DELETE FROM blobs'],
  ['images-without-blob', 'BlobIndexObject', 'SELECT 1 FROM images', 'DELETE FROM blobs'],
  ['images-missing', 'BlobIndexObject', 'SELECT 1 FROM images', 'UPDATE images SET small_bytes = small_bytes + 1'],
  ['images-of-nothing', 'DriveObject', 'SELECT 1 FROM images', "UPDATE images SET content_key = '1-0'"],
  ['images-differ', 'DriveObject', 'SELECT 1 FROM images', "UPDATE images SET object_key = 'other'"],
  ['orphan', 'BlobIndexObject', 'SELECT 1 FROM images', 'DELETE FROM images'],
  ['blob-in-wrong-index', 'BlobIndexObject', 'SELECT 1 FROM blobs', "UPDATE _self SET name = 'blob-index-zz'"],
  ['manifest-size', 'BlobIndexObject', 'SELECT 1 FROM blobs', 'UPDATE blobs SET size_bytes = size_bytes + 1'],
  [
    'blob-of-two',
    'BlobIndexObject',
    'SELECT 1 FROM blobs',
    "INSERT INTO blobs SELECT '1-0000', manifest, size_bytes, gcid, crc32, created_ms, dead_ms FROM blobs LIMIT 1",
  ],
  [
    'identifier-without-account',
    'DirectoryObject',
    'SELECT 1 FROM identifiers',
    "UPDATE identifiers SET user_id = 'nobody'",
  ],
  [
    'living-family-refused',
    'AccountObject',
    'SELECT 1 FROM families WHERE revoked_ms IS NOT NULL',
    'UPDATE families SET revoked_ms = NULL',
  ],
  [
    'code-opened-another',
    'AccountObject',
    'SELECT 1 FROM codes WHERE replayed_ms IS NULL',
    "UPDATE codes SET family_id = '' WHERE replayed_ms IS NULL",
  ],
  [
    'opened-twice',
    'AccountObject',
    'SELECT 1 FROM codes WHERE replayed_ms IS NULL',
    `DROP INDEX families_by_opener;
     INSERT INTO families (family_id, device_id, client_id, generation, created_ms, rotated_ms, used_ms, revoked_ms, opened_by)
     SELECT 'x', device_id, client_id, 1, 0, 0, 0, 1, opened_by FROM families WHERE opened_by LIKE 'code:%' LIMIT 1`,
  ],
  [
    'replayed-code-lives',
    'AccountObject',
    'SELECT 1 FROM codes WHERE replayed_ms IS NOT NULL',
    'UPDATE families SET revoked_ms = NULL WHERE family_id IN (SELECT family_id FROM codes WHERE replayed_ms IS NOT NULL)',
  ],
  [
    'decision-not-applied',
    'ShareObject',
    "SELECT 1 FROM share WHERE status = 'PROHIBITED'",
    'UPDATE share SET decision = 0',
  ],
  ['ban-missing', 'BlobIndexObject', 'SELECT 1 FROM bans', 'DELETE FROM bans'],
  ['ban-not-applied', 'DriveObject', 'SELECT 1 FROM blocked_contents', 'DELETE FROM blocked_contents'],
  ['report-left', 'DeskObject', 'SELECT 1 FROM reports', 'UPDATE reports SET taken = 0'],
  // One that waits for something has an alarm already, whatever it waits for.
  [
    'news-unscheduled',
    'BlobIndexObject',
    'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM _alarm)',
    "INSERT INTO _outbox VALUES ('x', 'event', '{}', 0, 0, 0)",
  ],
];

it.each(OTHER_CASES)('names %s in a %s', async (kind, className, pick, statements) => {
  const folder = spoilable();
  edit(folder, className, pick, statements);
  expect(await kindsOf(folder)).toContain(kind === 'news-unscheduled' ? 'unscheduled' : kind);
});

it('names a reference without a file', async () => {
  const folder = spoilable();
  edit(folder, 'DriveObject', BOB, `DELETE FROM nodes WHERE is_file = 1; DELETE FROM contents`);
  expect(await kindsOf(folder)).toContain('reference-stale');
});

it('names one identifier that leads to two people', async () => {
  const folder = spoilable();
  const shards = whole.objects.filter(({ className }) => className === 'DirectoryObject');
  const [held] = shards.flatMap(({ db }) =>
    rowsOf<{ digest: string; user_id: string }>(db, 'SELECT digest, user_id FROM identifiers'),
  );
  if (held === undefined) throw new Error('nobody is known');
  // In another shard, and of another person: one row of it.
  const other = `SELECT min(digest) FROM identifiers WHERE user_id <> '${held.user_id}'
    AND NOT EXISTS (SELECT 1 FROM identifiers WHERE digest = '${held.digest}')`;
  edit(
    folder,
    'DirectoryObject',
    `SELECT 1 WHERE (${other}) IS NOT NULL`,
    `UPDATE identifiers SET digest = '${held.digest}' WHERE digest = (${other})`,
  );
  expect(await kindsOf(folder)).toContain('identifier-twice');
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
  const folder = spoilable();
  edit(folder, 'DirectoryObject', 'SELECT 1 FROM identifiers', 'DROP TABLE _self');
  expect(await kindsOf(folder)).toContain('nameless');
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
