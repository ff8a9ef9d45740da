import { runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import type { FileObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { LinkClaims } from '../content/claims.ts';
import { restoreVersion, version, versions } from '../tree/versions/versions.ts';
import { type BeginUploadInput, beginUpload } from './begin-upload.ts';
import {
  bytesOf,
  contentKeyOf,
  digestOf,
  personTest as it,
  makeUploader,
  read,
  refusalOf,
  rows,
  spaceOf,
  type Uploader,
} from './upload-fixture.ts';

const DAY_MS = 86_400_000;
const REPLACE = { name: 'a.bin', conflict: 'replace' } as const;
const CALL = { nowMs: 0, idempotencyKey: null, origin: 'http://localhost:8787' };

async function put(person: Uploader, bytes: Uint8Array<ArrayBuffer>, input: Partial<BeginUploadInput> = REPLACE) {
  const { file, task } = await person.upload(bytes, input);
  if (!file) throw new Error('no file');
  return { file, task };
}

const list = async (person: Uploader, id: string, limit = 0, pageToken = '') =>
  versions(person.deps, person.caller, person.nodeId(id), { limit, pageToken });
const open = (person: Uploader, id: string, versionId: string) =>
  version(person.deps, person.caller, person.nodeId(id), versionId);
const restore = (person: Uploader, id: string, versionId: string) =>
  restoreVersion(person.deps, person.caller, person.nodeId(id), versionId, { ...CALL } as never);
const forget = async (person: Uploader, id: string, versionId: string) =>
  unwrap(await person.stub.deleteVersion(callerData(person.caller), id, versionId));

/** Names and bytes of everything complete, by path in the root. */
async function held(person: Uploader): Promise<Record<string, string>> {
  const found = await rows<{ id: string; name: string }>(
    person,
    "SELECT id, name FROM nodes WHERE state = 0 AND is_file = 1 AND phase = 'PHASE_TYPE_COMPLETE' ORDER BY name",
  );
  const entries: [string, string][] = [];
  for (const { id, name } of found) entries.push([name, digestOf(await read(person, id))]);
  return Object.fromEntries(entries);
}

/** Invariants at rest: space, and the files and versions that each content counts. */
async function expectCounted(person: Uploader): Promise<void> {
  const [sum] = await rows<{ n: number }>(
    person,
    `SELECT (SELECT coalesce(sum(size_bytes), 0) FROM nodes WHERE content_key IS NOT NULL)
       + (SELECT coalesce(sum(size_bytes), 0) FROM versions) AS n`,
  );
  expect(await spaceOf(person)).toEqual({ usage_bytes: sum?.n, reserved_bytes: 0 });
  const counted = await rows<{ key: string; n: number }>(
    person,
    'SELECT content_key AS key, nodes AS n FROM contents ORDER BY content_key',
  );
  const there = await rows<{ key: string; n: number }>(
    person,
    `SELECT content_key AS key, count(*) AS n FROM (SELECT content_key FROM nodes WHERE content_key IS NOT NULL
       UNION ALL SELECT content_key FROM versions) GROUP BY content_key ORDER BY content_key`,
  );
  expect(counted).toEqual(there);
  expect(await rows(person, 'SELECT id FROM versions WHERE node_id NOT IN (SELECT id FROM nodes)')).toEqual([]);
}

it('an upload that replaces gives the file new bytes under its old id and star, and keeps the former as a version', async ({
  person,
}) => {
  const [before, after] = [bytesOf(3_000, 1), bytesOf(4_000, 2)];
  const first = await put(person, before, { name: 'a.bin', modifiedMs: 5_000 });
  unwrap(await person.stub.setStars(person.caller, { ids: [first.file.id], starred: true }));
  const begun = await person.begin({ ...REPLACE, name: 'A.bin', sizeBytes: after.length, modifiedMs: 9_000 });
  if (!begun.upload) throw new Error('no session');
  expect(begun.file).toMatchObject({ name: 'A.bin', phase: 'PHASE_TYPE_PENDING' });
  await person.parts(begun.upload, after);
  // Nothing changes before the end.
  expect(await held(person)).toEqual({ 'a.bin': digestOf(before) });
  const { file, task } = await person.complete(begun.upload.upload_id);
  expect(file).toMatchObject({ id: first.file.id, name: 'a.bin', starred: true, size: '4000', revision: '3' });
  expect(Date.parse(file.user_modified_time)).toBe(9_000);
  expect(task).toMatchObject({ file_id: file.id, phase: 'PHASE_TYPE_COMPLETE' });
  expect(await held(person)).toEqual({ 'a.bin': digestOf(after) });
  const { versions: retained } = await list(person, file.id);
  expect(retained).toMatchObject([
    { id: task?.params['version_id'], file_id: file.id, size: '3000', hash: first.file.hash },
  ]);
  await expectCounted(person);
  expect((await person.complete(begun.upload.upload_id)).file).toEqual(file);
  await expectCounted(person);
});

it('an upload that replaces makes a file where none has the name, and where the one that had it is gone when it ends', async ({
  person,
}) => {
  const first = await put(person, bytesOf(100, 1));
  expect(first.task?.params).toEqual({});
  expect(await rows(person, 'SELECT name_key FROM nodes')).toEqual([{ name_key: 'a.bin' }]);
  const session = await person.beginOwn({ ...REPLACE, sizeBytes: 200 });
  await person.parts(session, bytesOf(200, 2));
  unwrap(await person.stub.trash(person.caller, { ids: [first.file.id], trashTtlMs: DAY_MS }, null));
  const { file } = await person.complete(session.upload_id);
  expect(file.id).not.toBe(first.file.id);
  expect(await held(person)).toEqual({ 'a.bin': digestOf(bytesOf(200, 2)) });
  expect(await rows(person, 'SELECT 1 FROM versions')).toEqual([]);
  await expectCounted(person);
});

it('an upload that replaces never takes the place of a folder or of an unfinished file', async ({ person }) => {
  unwrap(await person.stub.createFolder(person.caller, { parentId: '', name: 'a.bin' }, null));
  expect((await put(person, bytesOf(10, 1))).file.name).toBe('a(1).bin');
  await person.beginOwn({ name: 'b.bin', sizeBytes: 5 });
  expect((await put(person, bytesOf(10, 2), { ...REPLACE, name: 'b.bin' })).file.name).toBe('b(1).bin');
});

it('an upload that replaces makes no version of equal bytes and takes no space for them', async ({ person }) => {
  const { file } = await put(person, bytesOf(500, 3));
  const again = await put(person, bytesOf(500, 3));
  expect(again.file.id).toBe(file.id);
  expect(again.task?.params).toEqual({ version_id: '' });
  expect((await list(person, file.id)).versions).toEqual([]);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 500, reserved_bytes: 0 });
  await expectCounted(person);
});

it('an upload that replaces works for no bytes, which end as they begin', async ({ person }) => {
  const { file } = await put(person, bytesOf(500, 4));
  const { file: empty } = await person.begin({ ...REPLACE, sizeBytes: 0 });
  expect(empty).toMatchObject({ id: file.id, size: '0', phase: 'PHASE_TYPE_COMPLETE' });
  expect((await list(person, file.id)).versions).toHaveLength(1);
  await expectCounted(person);
});

it('an upload that replaces takes the place of what has its name where it is when it ends', async ({ person }) => {
  const { id: to } = unwrap(await person.stub.createFolder(person.caller, { parentId: '', name: 'to' }, null));
  const old = await put(person, bytesOf(10, 1), { name: 'x.bin', parentId: to });
  const begun = await person.begin({ name: 'y.bin', conflict: 'replace', sizeBytes: 20 });
  if (!begun.upload || !begun.file) throw new Error('no session');
  await person.parts(begun.upload, bytesOf(20, 2));
  unwrap(await person.stub.move(person.caller, { ids: [begun.file.id], to }, null));
  unwrap(await person.stub.rename(person.caller, old.file.id, 'Y.bin', null));
  const { file } = await person.complete(begun.upload.upload_id);
  expect(file).toMatchObject({ id: old.file.id, name: 'Y.bin', size: '20', parent_id: to });
  expect((await list(person, file.id)).versions).toHaveLength(1);
  await expectCounted(person);
});

it('an upload that replaces that was trashed before it ended replaces nothing', async ({ person }) => {
  const old = await put(person, bytesOf(10, 1));
  const begun = await person.begin({ ...REPLACE, sizeBytes: 20 });
  if (!begun.upload || !begun.file) throw new Error('no session');
  await person.parts(begun.upload, bytesOf(20, 2));
  unwrap(await person.stub.trash(person.caller, { ids: [begun.file.id], trashTtlMs: DAY_MS }, null));
  const { file } = await person.complete(begun.upload.upload_id);
  expect(file).toMatchObject({ id: begun.file.id, trashed: true });
  unwrap(await person.stub.untrash(person.caller, { ids: [file.id] }, null));
  expect(Object.keys(await held(person))).toEqual(['a(1).bin', 'a.bin']);
  expect((await list(person, old.file.id)).versions).toEqual([]);
  await expectCounted(person);
});

it('an upload that replaces needs storage for its bytes beside the former ones, to the byte', async () => {
  const person = makeUploader({ storageBytes: 1_000 });
  await put(person, bytesOf(600, 1));
  expect(await refusalOf(put(person, bytesOf(401, 2)))).toBe('file_space_not_enough');
  await put(person, bytesOf(400, 2));
  expect(await spaceOf(person)).toEqual({ usage_bytes: 1_000, reserved_bytes: 0 });
  await expectCounted(person);
});

it('a hundred at once of one name leave one file, the newest former contents, and exact counts', async () => {
  const person = makeUploader();
  const sessions = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const session = await person.beginOwn({ ...REPLACE, sizeBytes: 50 + n });
      await person.parts(session, bytesOf(50 + n, 1_000 + n));
      return session;
    }),
  );
  const ended = await Promise.all(sessions.map(({ upload_id }) => person.complete(upload_id)));
  const ids = new Set(ended.map(({ file }) => file.id));
  expect(ids.size).toBe(1);
  const [id = ''] = ids;
  expect(await rows(person, 'SELECT id, name_key FROM nodes')).toEqual([{ id, name_key: 'a.bin' }]);
  const retained = (await list(person, id)).versions;
  expect(retained).toHaveLength(20);
  const times = retained.map(({ replaced_time }) => replaced_time);
  expect(times).toEqual(times.toSorted().toReversed());
  await expectCounted(person);
}, 60_000);

async function three(person: Uploader): Promise<{ file: FileObject; ids: string[] }> {
  await put(person, bytesOf(100, 11));
  await put(person, bytesOf(200, 12));
  const { file } = await put(person, bytesOf(300, 13));
  return { file, ids: (await list(person, file.id)).versions.map(({ id }) => id) };
}

it('what a file held before is listed newest first, by pages', async ({ person }) => {
  const { file, ids } = await three(person);
  const first = await list(person, file.id, 1);
  const second = await list(person, file.id, 1, first.next_page_token);
  expect([...first.versions, ...second.versions].map(({ id, size }) => [id, size])).toEqual([
    [ids[0], '200'],
    [ids[1], '100'],
  ]);
  expect(second.next_page_token).toBe('');
  expect(await refusalOf(list(person, file.id, 1, 'noise'))).toMatch(/^invalid_argument/);
});

it('what a file held before is served by its link with name, tag and ranges, until it is deleted', async ({
  person,
}) => {
  const { file, ids } = await three(person);
  const { web_content_link: url } = await open(person, file.id, ids[1] ?? '');
  const whole = await person.fetchContent(url);
  expect(digestOf(whole.bytes)).toBe(digestOf(bytesOf(100, 11)));
  expect(whole.headers.get('content-disposition')).toContain('a.bin');
  expect(whole.headers.get('etag')).not.toBe(`"${await contentKeyOf(person, file.id)}"`);
  const part = await person.fetchContent(url, { headers: { range: 'bytes=10-19' } });
  expect(part).toMatchObject({ status: 206 });
  expect(digestOf(part.bytes)).toBe(digestOf(bytesOf(100, 11).slice(10, 20)));
  const { web_content_link: closed } = await open(person, file.id, ids[0] ?? '');
  await forget(person, file.id, ids[0] ?? '');
  await forget(person, file.id, ids[0] ?? '');
  expect((await person.fetchContent(closed)).status).toBe(403);
  expect(await refusalOf(open(person, file.id, ids[0] ?? ''))).toBe('not_found/no_such_version');
  expect(await spaceOf(person)).toEqual({ usage_bytes: 400, reserved_bytes: 0 });
  await expectCounted(person);
});

it('what a file held before comes back without taking space, and what it replaces is a version then', async () => {
  const person = makeUploader({ storageBytes: 600 });
  const { file, ids } = await three(person);
  const back = await restore(person, file.id, ids[1] ?? '');
  expect(back).toMatchObject({ id: file.id, size: '100' });
  expect(digestOf(await read(person, file.id))).toBe(digestOf(bytesOf(100, 11)));
  expect((await list(person, file.id)).versions.map(({ size }) => size)).toEqual(['300', '200']);
  expect(await refusalOf(restore(person, file.id, ids[1] ?? ''))).toBe('not_found/no_such_version');
  expect(await spaceOf(person)).toEqual({ usage_bytes: 600, reserved_bytes: 0 });
  await expectCounted(person);
});

it('what a file held before: that an operator closed is neither read, by links that are out either, nor put back, until it is opened again', async () => {
  const person = makeUploader();
  const first = await put(person, bytesOf(3_000, 1));
  const contentKey = await contentKeyOf(person, first.file.id);
  const { file } = await put(person, bytesOf(4_000, 2));
  const [retained] = (await list(person, file.id)).versions;
  const versionId = retained?.id ?? '';
  const { userId: ownerId, sessionId, epoch: tokenEpoch } = person.caller;
  const nodeId = person.nodeId(file.id);
  const claims = {
    kind: 'drive',
    ownerId,
    nodeId,
    contentKey,
    expiresAtMs: 9e15,
    attachment: true,
    sessionId,
    tokenEpoch,
  };
  const isServed = async () => (await person.stub.openContent(claims as LinkClaims)) !== null;
  const share = async () => unwrap(await person.stub.describeForShare(person.caller, [file.id]));
  expect(await isServed()).toBe(true);
  const block = async (blocked: boolean) => unwrap(await person.stub.blockContents([first.file.hash], blocked));
  await block(true);
  expect(await isServed()).toBe(false);
  expect(await refusalOf(open(person, file.id, versionId))).toBe('file_blocked/content_blocked');
  expect(await refusalOf(restore(person, file.id, versionId))).toBe('file_blocked/content_blocked');
  // The file holds another content now.
  expect(await refusalOf(share())).toBe('');
  await block(false);
  expect(await isServed()).toBe(true);
  await restore(person, file.id, versionId);
  await block(true);
  expect(await refusalOf(share())).toBe('share_status_prohibited/content_blocked');
  const to = unwrap(await person.stub.createFolder(person.caller, { parentId: '', name: 'to' }, null)).id;
  const copy = async () => unwrap(await person.stub.copy(person.caller, { ids: [file.id], to, limitBytes: 1e9 }, null));
  expect(await refusalOf(copy())).toBe('file_blocked');
});

it('what a file held before stays in the trash and comes back with the file; copies do not have it; deleting for good frees it', async () => {
  const person = makeUploader();
  const { file } = await three(person);
  const { id: to } = unwrap(await person.stub.createFolder(person.caller, { parentId: '', name: 'to' }, null));
  unwrap(await person.stub.copy(person.caller, { ids: [file.id], to, limitBytes: 1e9 }, null));
  expect(await spaceOf(person)).toEqual({ usage_bytes: 900, reserved_bytes: 0 });
  unwrap(await person.stub.trash(person.caller, { ids: [file.id], trashTtlMs: DAY_MS }, null));
  expect(await refusalOf(list(person, file.id))).toBe('file_in_recycle_bin');
  expect(unwrap(await person.stub.space(person.caller))).toMatchObject({ trashBytes: 300, versionBytes: 300 });
  unwrap(await person.stub.untrash(person.caller, { ids: [file.id] }, null));
  expect((await list(person, file.id)).versions).toHaveLength(2);
  unwrap(await person.stub.remove(person.caller, { ids: [file.id] }, null));
  expect(await rows(person, 'SELECT 1 FROM versions')).toEqual([]);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 300, reserved_bytes: 0 });
  await expectCounted(person);
});

it('what a file held before is exported with its file', async ({ person }) => {
  const { file } = await three(person);
  const { rows: found } = unwrap(await person.stub.exportPage(person.caller, ''));
  expect(found.find(({ id }) => id === file.id)?.versions.map(({ sizeBytes }) => sizeBytes)).toEqual([200, 100]);
});

it('what a file held before goes when it is too old, by the alarm, and when there are more than twenty', async ({
  person,
}) => {
  for (let n = 0; n < 22; n += 1) await put(person, bytesOf(40, 50 + n));
  const retained = await rows<{ n: number }>(person, 'SELECT n FROM versions ORDER BY n');
  expect(retained).toHaveLength(20);
  await runInDurableObject(person.stub, (_object, { storage }) => {
    storage.sql.exec(
      'UPDATE versions SET replaced_ms = replaced_ms - ? WHERE n <= ?',
      90 * DAY_MS,
      retained[4]?.n ?? 0,
    );
    return storage.setAlarm(Date.now() + 60_000);
  });
  await runAlarm(person.stub);
  expect(await rows(person, 'SELECT n FROM versions ORDER BY n')).toEqual(retained.slice(5));
  await expectCounted(person);
});

it('what a file held before is erased with the drive of a closed account', async ({ person }) => {
  await three(person);
  unwrap(await person.stub.erase());
  await expect
    .poll(async () => {
      await runInDurableObject(person.stub, (_object, { storage }) => storage.setAlarm(Date.now() + 60_000));
      await runAlarm(person.stub);
      return rows(person, 'SELECT id FROM versions UNION ALL SELECT content_key FROM contents');
    })
    .toEqual([]);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
});

it('an upload that is skipped makes nothing where a file or a folder has the name, and goes on where none has', async ({
  person,
}) => {
  const { file } = await put(person, bytesOf(10, 1));
  const answer = await person.begin({ name: 'A.BIN', conflict: 'skip', sizeBytes: 99 }, 'key');
  expect(answer).toMatchObject({ skipped: true, task: null, file: { id: file.id } });
  expect(await person.begin({ name: 'A.BIN', conflict: 'skip', sizeBytes: 99 }, 'key')).toEqual(answer);
  unwrap(await person.stub.createFolder(person.caller, { parentId: '', name: 'b.bin' }, null));
  expect((await person.begin({ name: 'b.bin', conflict: 'skip', sizeBytes: 9 })).skipped).toBe(true);
  const other = await person.begin({ name: 'c.bin', conflict: 'skip', sizeBytes: 9 });
  expect(other.skipped).toBeUndefined();
  expect(await rows(person, "SELECT 1 FROM uploads WHERE state = 'open'")).toHaveLength(1);
  // An unfinished file is no reason to skip another.
  expect((await person.begin({ name: 'c.bin', conflict: 'skip', sizeBytes: 9 })).file?.name).toBe('c(1).bin');
  expect(
    await refusalOf(beginUpload(person.deps, person.caller, { ...BARE, parentId: 'x' }, { ...CALL } as never)),
  ).toBe('file_not_found');
});

const BARE: BeginUploadInput = {
  parentId: '',
  name: 'x',
  sizeBytes: 1,
  gcid: '',
  contentKey: '',
  protocol: 'own',
  modifiedMs: null,
  conflict: 'skip',
};
