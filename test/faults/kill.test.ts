/** A server killed during the main jobs: acknowledged changes are present, begun jobs continue by themselves. */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditFolder } from '#scripts/audit/audit.ts';
import { copyState, rowsOf } from '#scripts/audit/state-copy.ts';
import { makeWireClient, type Person, sha256, type WireCall, type WireClient } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import {
  beginUpload,
  completeUpload,
  contentUrl,
  partOf,
  randomFile,
  sendHalf,
  sendPart,
  walkDrive,
} from './upload-client.ts';

const MIB = 1024 * 1024;

let server: TestServer;
let wire: WireClient;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startServer({ env });
  wire = makeWireClient(server.origin);
  alice = await wire.signIn('alice@example.com');
  bob = await wire.signIn('bob@example.com');
});

afterEach(async () => {
  expect((await auditFolder(server.dataDir, Date.now)).findings).toEqual([]);
});

afterAll(() => server?.stop());

// Leases that no test outlives: what a kill interrupted goes on because its process has ended. Parts that windows do not fit into: a large file is read again to be hashed.
const env = { LIMITS: JSON.stringify({ archiveLeaseSeconds: 3_600, partBytes: 5 * MIB }) };

/** Kills, reads one number out of a drive as the kill left it, and starts again. */
async function killAndStart(person: Person, sql = 'SELECT 0 AS n'): Promise<number> {
  await server.kill9();
  const state = await copyState(server.dataDir);
  const drive = state.objects.find(({ className, name }) => className === 'DriveObject' && name === person.userId);
  const found = drive ? rowsOf<{ n: number }>(drive.db, sql)[0]?.n : undefined;
  state.close();
  server = await startServer({ dataDir: server.dataDir, port: server.port, env });
  if (found === undefined) throw new Error('the kill left no drive');
  return found;
}

async function copyInto(person: Person, id: string, to: string): Promise<void> {
  const begun = await person.post('/drive/v1/files:batchCopy', { ids: [id], to: { parent_id: to } });
  expect((await wire.waitTask(person, begun.body.task_id)).body.phase).toBe('PHASE_TYPE_COMPLETE');
}

/** Files in a folder and in those below it. */
async function filesUnder(person: Person, folderId: string): Promise<{ id: string; name: string }[]> {
  const query = { parent_id: folderId, limit: '1000' };
  const page = await person.get('/drive/v1/files', query);
  const below = (page.body.files as { id: string; name: string; kind: string }[]).map(async ({ id, name, kind }) =>
    kind === 'drive#folder' ? filesUnder(person, id) : [{ id, name }],
  );
  return (await Promise.all(below)).flat();
}

/** Reads the beginning of an answer and leaves the rest where it is. */
async function readBeginning(answer: Response, leastBytes: number): Promise<Buffer> {
  const reader = answer.body?.getReader();
  const bites: Uint8Array[] = [];
  for (let readBytes = 0; readBytes < leastBytes; readBytes = bites.reduce((sum, { length }) => sum + length, 0)) {
    const step = await reader?.read();
    if (!step?.value) throw new Error('the answer ended early');
    bites.push(step.value);
  }
  return Buffer.concat(bites);
}

async function usageOf(person: Person): Promise<number> {
  const about = await person.get('/drive/v1/about');
  return Number(about.body.quota.usage);
}

test('an upload killed between its parts retains the acknowledged ones and continues from there', async () => {
  const bytes = randomFile(17 * MIB + 5);
  const upload = await beginUpload(wire, alice, 'half.bin', bytes.length);
  expect(upload.partCount).toBe(4);
  for (const part of [1, 4]) expect(await sendPart(server.origin, upload, part, partOf(bytes, upload, part))).toBe(200);
  await sendHalf(server.origin, upload, 2, partOf(bytes, upload, 2));

  await killAndStart(alice);

  const state = await alice.get(`/drive/v1/uploads/${upload.uploadId}`);
  expect(state.body).toMatchObject({ parts: [1, 4], phase: 'PHASE_TYPE_PENDING', part_count: 4 });
  const early = await completeUpload(wire, alice, upload.uploadId);
  expect(early.status).toBe(400);
  const resumed = { uploadId: upload.uploadId, token: state.body.upload_token };
  for (const part of [2, 3])
    expect(await sendPart(server.origin, resumed, part, partOf(bytes, upload, part))).toBe(200);
  const done = await completeUpload(wire, alice, upload.uploadId);
  expect(done.status).toBe(200);
  await wire.waitTask(alice, upload.taskId);
  const { bytes: back } = await wire.download(await contentUrl(wire, alice, upload.fileId));
  expect(sha256(back)).toBe(sha256(bytes));
});

/** A file that another person sends into a folder of alice. */
interface SentFile {
  /** Path of the files that the person sends. */
  readonly files: string;
  readonly call: Pick<WireCall, 'headers' | 'token'>;
}

async function bringThroughKill(folder: string, { files, call }: SentFile): Promise<void> {
  const bytes = randomBytes(20 * MIB);
  const begin = () =>
    wire.call('POST', files, { ...call, body: { key: 'film', name: 'film.bin', size: bytes.length } });
  const { body: session } = await begin();
  const part = (number: number) => {
    const from = (number - 1) * session.part_size;
    const content = bytes.subarray(from, from + session.part_size);
    return wire.call('PUT', `${files}/film/parts/${number}`, { ...call, bytes: content });
  };
  expect((await part(1)).status).toBe(200);
  const broken = part(2).catch(() => null);
  const promised =
    "SELECT bytes AS n FROM reservations JOIN uploads ON uploads.id = owner WHERE by_part = 1 AND state = 'open'";
  // The part that broke off may have its promise yet.
  expect([session.part_size, 2 * session.part_size]).toContain(await killAndStart(alice, promised));
  await broken;
  const { body: again } = await begin();
  expect(again.parts).toContain(1);
  for (let number = 2; number <= session.part_count; number += 1) expect((await part(number)).status).toBe(200);
  const complete = () => wire.call('POST', `${files}/film/complete`, call);
  expect((await complete()).status).toBe(200);
  expect((await complete()).status).toBe(200);
  const { body: found } = await alice.get('/drive/v1/files', { parent_id: folder });
  expect(found.files).toHaveLength(1);
  const url = await contentUrl(wire, alice, found.files[0].id);
  expect(sha256((await wire.download(url)).bytes)).toBe(sha256(bytes));
}

test('a file of a visitor killed between its parts retains the acknowledged ones and their space, and continues from there', async () => {
  const folder = await alice.makeFolder('Collected');
  const { body: link } = await alice.post('/drive/v1/collect/links', { folder_id: folder });
  const call = { headers: { 'x-collect-secret': randomBytes(20).toString('hex') } };
  await bringThroughKill(folder, { files: `/drive/v1/collect/visits/${link.link_id}/files`, call });
});

test('a file of a guest killed between its parts retains the acknowledged ones and their space, and continues from there', async () => {
  const folder = await alice.makeFolder('In common');
  const invitation = { file_id: folder, person: 'bob@example.com', role: 'editor' };
  const { body: grant } = await alice.post('/drive/v1/common/grants', invitation);
  const path = `/drive/v1/common/folders/${grant.grant_id}`;
  const accept = () => wire.call('PATCH', path, { token: bob.token, body: { answer: 'accepted' } });
  await expect.poll(async () => (await accept()).status).toBe(200);
  await bringThroughKill(folder, { files: `${path}/sending`, call: { token: bob.token } });
});

test('a large upload killed while it is hashed becomes complete by itself', async () => {
  const bytes = randomFile(160 * MIB + 1);
  const upload = await beginUpload(wire, alice, 'large.bin', bytes.length);
  for (let part = 1; part <= upload.partCount; part++)
    expect(await sendPart(server.origin, upload, part, partOf(bytes, upload, part))).toBe(200);
  const sealed = await completeUpload(wire, alice, upload.uploadId);
  expect([sealed.status, sealed.body.file.phase]).toEqual([200, 'PHASE_TYPE_PENDING']);

  const hashing = "SELECT count(*) AS n FROM uploads WHERE state = 'hashing'";
  expect(await killAndStart(alice, hashing)).toBe(1);

  const task = await wire.waitTask(alice, upload.taskId);
  expect(task.body).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', progress: 100 });
  const { bytes: back } = await wire.download(await contentUrl(wire, alice, upload.fileId));
  expect(sha256(back)).toBe(sha256(bytes));
});

test('a restore killed in the middle ends by itself with exactly one set of copies', async () => {
  const inner = await alice.makeFolder('many');
  for (let index = 0; index < 20; index++)
    await wire.upload(alice, {
      name: `${index}.txt`,
      bytes: new Uint8Array(randomBytes(100 + index)),
      parentId: inner,
    });
  // 20 files in a folder, 20 of those in a shelf, 12 shelves: 5,053 nodes.
  const shelf = await alice.makeFolder('shelf');
  for (let copies = 0; copies < 20; copies++) await copyInto(alice, inner, shelf);
  const root = await alice.makeFolder('shared tree');
  for (let copies = 0; copies < 12; copies++) await copyInto(alice, shelf, root);
  const expected = { files: 12 * 20 * 20, folders: 1 + 12 * 21 };
  const expectedBytes = 12 * 20 * Array.from({ length: 20 }, (_, index) => 100 + index).reduce((sum, n) => sum + n, 0);

  const shared = await alice.post('/drive/v1/share', {
    file_ids: [root],
    share_to: 'publiclink',
    expiration_days: -1,
    restore_limit: '3',
  });
  const shareId: string = shared.body.share_id;
  const usageBefore = await usageOf(bob);
  const restore = () => bob.post('/drive/v1/share/restore', { share_id: shareId, file_ids: [root] });
  const begun = await restore();
  expect([begun.status, begun.body.restore_status]).toEqual([200, 'RESTORE_START']);

  const hidden = "SELECT count(*) AS n FROM nodes WHERE params LIKE '%original_share_id%'";
  const made = await killAndStart(bob, hidden);
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(expected.files + expected.folders);

  const taskId: string = begun.body.restore_task_id;
  const repeated = await restore();
  expect(repeated.body.restore_task_id).toBe(taskId);

  const task = await wire.waitTask(bob, taskId);
  expect(task.body).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', progress: 100 });
  const rows = await walkDrive(wire, bob);
  const files = rows.filter((row) => row.kind === 'drive#file');
  // The folder for saves is one more.
  expect([files.length, rows.length - files.length - 1]).toEqual([expected.files, expected.folders]);
  expect(rows.every((row) => row.phase === 'PHASE_TYPE_COMPLETE')).toBe(true);
  expect((await usageOf(bob)) - usageBefore).toBe(expectedBytes);
  // The owner's list is up to a minute old; the link itself holds the count at once.
  const seen = await bob.get(`/drive/v1/share?share_id=${shareId}`);
  expect(seen.body).toMatchObject({ restore_count_left: '2' });
});

test('a move of very many files killed midway continues by itself, and each file is in one folder under one name', async () => {
  const carla = await wire.signIn('carla@example.com');
  const inner = await carla.makeFolder('many');
  for (let index = 0; index < 20; index++)
    await carla.post('/drive/v1/files', { kind: 'drive#file', name: `${index}.txt`, size: '0', parent_id: inner });
  const shelf = await carla.makeFolder('shelf');
  for (let copies = 0; copies < 20; copies++) await copyInto(carla, inner, shelf);
  const tree = await carla.makeFolder('tree');
  for (let copies = 0; copies < 3; copies++) await copyInto(carla, shelf, tree);
  const ids = (await walkDrive(wire, carla)).flatMap(({ id, kind }) => (kind === 'drive#file' ? [id] : []));
  expect(ids.length).toBe(20 + 400 + 1_200);
  const target = await carla.makeFolder('target');
  const usageBefore = await usageOf(carla);

  const moving = await carla.post('/drive/v1/files:batchMove', { ids, to: { parent_id: target } });
  const task = () => carla.get(`/drive/v1/tasks/${moving.body.task_id}`);
  await expect.poll(async () => (await task()).body.progress, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
  const moved = await killAndStart(carla, `SELECT count(*) AS n FROM nodes WHERE parent_id = '${target}'`);
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThan(ids.length);

  const done = await wire.waitTask(carla, moving.body.task_id);
  expect(done.body).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', progress: 100, params: {} });
  const rows = (await walkDrive(wire, carla)).filter(({ kind }) => kind === 'drive#file');
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(new Set(rows.map(({ parent_id }) => parent_id))).toEqual(new Set([target]));
  expect(new Set(rows.map(({ name }) => name)).size).toBe(ids.length);
  expect(await usageOf(carla)).toBe(usageBefore);
});

test('a zip file whose server was killed is resumed by range, and an archive killed midway is extracted once', async () => {
  const folder = await alice.makeFolder('zipped');
  const digests: Record<string, string> = {};
  for (const letter of 'abcdefghijkl') {
    const name = `${letter}.bin`;
    const bytes = Uint8Array.from(randomFile(2 * MIB + letter.charCodeAt(0)));
    digests[name] = sha256(bytes);
    await wire.upload(alice, { name, bytes, parentId: folder });
  }
  const link = await alice.post('/drive/v1/files:zip', { ids: [folder] });
  const broken = await fetch(link.body.url);
  const beginning = await readBeginning(broken, 5 * MIB);
  await killAndStart(alice);
  const headers = { range: `bytes=${beginning.length}-`, 'if-range': broken.headers.get('etag') ?? '' };
  const rest = await fetch(link.body.url, { headers });
  expect(rest.status).toBe(206);
  const whole = Uint8Array.from(Buffer.concat([beginning, new Uint8Array(await rest.arrayBuffer())]));
  expect(whole.length).toBe(Number(link.body.size));
  expect(sha256(whole)).toBe(sha256((await wire.download(link.body.url)).bytes));

  const archiveId = await wire.upload(alice, { name: 'zipped.zip', bytes: whole });
  const target = await alice.makeFolder('extracted');
  const begun = await alice.post('/decompress/v1/decompress', {
    file_id: archiveId,
    password: '',
    files: [],
    parent_id: target,
  });
  expect(begun.status).toBe(200);
  const task = () => alice.get(`/drive/v1/tasks/${begun.body.task_id}`);
  await expect.poll(async () => (await task()).body.progress, { interval: 5, timeout: 30_000 }).toBeGreaterThan(0);
  const open = "SELECT count(*) AS n FROM tasks WHERE type = 'decompress' AND phase = 'PHASE_TYPE_RUNNING'";
  expect(await killAndStart(alice, open)).toBe(1);
  await expect.poll(async () => (await task()).body.phase, { timeout: 60_000 }).toBe('PHASE_TYPE_COMPLETE');
  const found = await filesUnder(alice, target);
  expect(found.map(({ name }) => name).toSorted()).toEqual(Object.keys(digests));
  for (const { id, name } of found) {
    const { bytes } = await wire.download(await contentUrl(wire, alice, id));
    expect([name, sha256(bytes)]).toEqual([name, digests[name]]);
  }
});

test('a check-in that was answered before a kill is taken once, and the others of that moment change nothing', async () => {
  const press = () => alice.post('/vip/v1/activity/rewardVip', { type: 'check_in', data: { time_zone: 'Asia/Tokyo' } });
  await alice.makeFolder('before the check-in');
  const pressed = Array.from({ length: 20 }, () => press().catch(() => null));
  const first = await Promise.race(pressed);
  await killAndStart(alice);
  await Promise.all(pressed);
  expect(first?.status).toBe(200);
  expect((await press()).body.data).toEqual({ ...first?.body.data, repeated: true });
});
