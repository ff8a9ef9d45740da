import { runInDurableObject } from 'cloudflare:test';
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { contentKeyOfWindows } from '#shared/content/content-key.ts';
import { crc32 } from '#shared/content/crc32.ts';
import { gcid } from '#shared/content/gcid.ts';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { blobIndexOf } from '../../blobs/keys.ts';
import { driveOf } from '../../deps.ts';
import type { uploadPart } from '../part.ts';
import type { HashPlan } from '../rpc-types.ts';
import {
  bytesOf,
  digestOf,
  forgetDigests,
  personTest as it,
  MIB,
  makeUploader,
  read,
  refusalOf,
  rows,
  spaceOf,
  type Uploader,
} from '../upload-fixture.ts';
import { digestWindow, foldDigests } from './digest.ts';
import { hashInline, runHashJob } from './run.ts';

async function seal(person: Uploader, bytes: Uint8Array<ArrayBuffer>): Promise<HashPlan> {
  const session = await person.beginOwn({ sizeBytes: bytes.length });
  await person.parts(session, bytes);
  await forgetDigests(person);
  return unwrap(
    await driveOf<typeof uploadPart>(person.deps, person.caller.userId).sealUpload(
      callerData(person.caller),
      session.upload_id,
      null,
    ),
  );
}

async function blobOf(person: Uploader, plan: HashPlan) {
  if (!plan.manifest) throw new Error('not sealed');
  const digests = [];
  for (let window = 0; window * 8 * MIB < plan.sizeBytes; window += 1)
    digests.push(await digestWindow(person.deps.blobs, plan.manifest, window));
  return { ...(await foldDigests(plan.sizeBytes, digests)), manifest: plan.manifest };
}

it('a crash: after sealing is made good by the client that asks again', async ({ person }) => {
  const plan = await seal(person, bytesOf(1_000));
  const { file } = await person.complete(plan.uploadId);
  expect(file.phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await read(person, file.id)).toEqual(bytesOf(1_000));
});

it('a crash: after sealing is made good by the job alone', async ({ person }) => {
  const plan = await seal(person, bytesOf(20 * MIB, 3));
  expect(await runHashJob(person.deps, person.caller.userId, plan.uploadId)).toBe('over');
  const state = await person.state(plan.uploadId);
  expect(state.phase).toBe('PHASE_TYPE_COMPLETE');
});

it('a crash: between claim and finish leaves a claim that the next run repeats', async ({ person }) => {
  const plan = await seal(person, bytesOf(5_000, 4));
  const blob = await blobOf(person, plan);
  const index = blobIndexOf(person.deps.blobIndex, blob.contentKey);
  unwrap(await index.claim(blob, person.caller.userId, plan.seq));
  await person.complete(plan.uploadId);
  await person.complete(plan.uploadId);
  expect(await blobIndexOf(person.deps.blobIndex, blob.contentKey).references(blob.contentKey)).toBe(1);
  expect(await rows(person, 'SELECT nodes FROM contents')).toEqual([{ nodes: 1 }]);
});

it('a crash: with windows digested in part goes on where it was', async ({ person }) => {
  const drive = driveOf<typeof uploadPart>(person.deps, person.caller.userId);
  const bytes = bytesOf(20 * MIB, 5);
  const plan = await seal(person, bytes);
  const first = unwrap(await drive.nextWindows(plan.uploadId, []));
  expect(first.windows).toEqual([0, 1, 2]);
  if (!plan.manifest) throw new Error('not sealed');
  const done = [await digestWindow(person.deps.blobs, plan.manifest, 1)];
  expect(unwrap(await drive.nextWindows(plan.uploadId, done))).toEqual({ windows: [], left: 2 });
  await runInDurableObject(person.stub, (_object, state) =>
    state.storage.sql.exec('UPDATE upload_windows SET lease_until_ms = 0'),
  );
  expect(await runHashJob(person.deps, person.caller.userId, plan.uploadId)).toBe('over');
  const { file } = await person.complete(plan.uploadId);
  expect(digestOf(await read(person, file.id))).toBe(digestOf(bytes));
});

it('a crash: of the job is noticed by the alarm, which starts it again', async ({ person }) => {
  const plan = await seal(person, bytesOf(9_000, 6));
  await runInDurableObject(person.stub, (_object, state) =>
    state.storage.sql.exec('UPDATE upload_windows SET lease_until_ms = 0'),
  );
  await runAlarm(person.stub);
  await expect.poll(async () => (await person.state(plan.uploadId)).phase).toBe('PHASE_TYPE_COMPLETE');
});

it('a crash: that lost stored bytes fails the upload and releases its space', async ({ person }) => {
  const plan = await seal(person, bytesOf(9_000, 7));
  await person.deps.blobs.delete(plan.manifest?.parts.map(({ key }) => key) ?? []);
  expect(await hashInline(person.deps, person.caller.userId, plan)).toBeNull();
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
  expect(await refusalOf(person.complete(plan.uploadId))).toBe('failed_precondition/upload_over');
});

it("a crash: of the person's patience: a file removed while it is hashed leaves nothing, and the index lets go", async () => {
  const person = makeUploader();
  const plan = await seal(person, bytesOf(9_000, 8));
  const blob = await blobOf(person, plan);
  await person.abort(plan.uploadId);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
  expect(await runHashJob(person.deps, person.caller.userId, plan.uploadId)).toBe('over');
  await runAlarm(person.stub);
  const index = blobIndexOf(person.deps.blobIndex, blob.contentKey);
  await expect.poll(async () => await index.references(blob.contentKey)).toBe(0);
  expect((await person.state(plan.uploadId)).phase).toBe('PHASE_TYPE_ERROR');
});

it('a large file is hashed by the job while its task runs', async ({ person }) => {
  const bytes = bytesOf(33 * MIB, 9);
  const session = await person.beginOwn({ sizeBytes: bytes.length });
  await person.parts(session, bytes);
  await forgetDigests(person);
  const { file, task } = await person.complete(session.upload_id);
  expect(file.phase).toBe('PHASE_TYPE_PENDING');
  expect(task?.phase).toBe('PHASE_TYPE_RUNNING');
  await expect
    .poll(async () => (await rows<{ phase: string }>(person, 'SELECT phase FROM tasks'))[0]?.phase, {
      timeout: 20_000,
    })
    .toBe('PHASE_TYPE_COMPLETE');
  expect(digestOf(await read(person, file.id))).toBe(digestOf(bytes));
});

it("content: that two people bring is stored once; the second one's objects go", async () => {
  const [first, second] = [makeUploader(), makeUploader()];
  const bytes = bytesOf(50_000, 10);
  const one = await first.upload(bytes);
  const session = await second.beginOwn({ sizeBytes: bytes.length });
  await second.parts(session, bytes);
  const [part] = await rows<{ object_key: string }>(second, 'SELECT object_key FROM upload_parts');
  const two = await second.complete(session.upload_id);
  await runAlarm(second.stub);
  expect(await second.deps.blobs.size(part?.object_key ?? '')).toBeNull();
  expect(await read(second, two.file.id)).toEqual(bytes);
  expect(await read(first, one.file.id)).toEqual(bytes);
});

it('content that was claimed is published to the index no second time, unless its content was released concurrently', async () => {
  const person = makeUploader();
  const bytes = bytesOf(30_000, 16);
  const told = () => rows(person, "SELECT 1 FROM _outbox WHERE event = 'drive.contents-changed'");
  const one = await person.upload(bytes, { name: 'one' });
  expect(await told()).toEqual([]);
  const plan = await seal(person, bytes);
  const blob = await blobOf(person, plan);
  const index = blobIndexOf(person.deps.blobIndex, blob.contentKey);
  unwrap(await index.claim(blob, person.caller.userId, plan.seq));
  unwrap(await person.stub.remove(callerData(person.caller), { ids: [one.file.id] }, null));
  unwrap(
    await driveOf<typeof uploadPart>(person.deps, person.caller.userId).finishUpload(plan.uploadId, blob, plan.seq),
  );
  await runAlarm(person.stub);
  await expect.poll(told).toEqual([]);
  expect(await blobIndexOf(person.deps.blobIndex, blob.contentKey).references(blob.contentKey)).toBe(1);
});

it('content: with the same claimed gcid comes back as itself', async ({ person }) => {
  const gcid = 'A'.repeat(40);
  const [left, right] = [bytesOf(40_000, 11), bytesOf(40_000, 12)];
  const one = await person.upload(left, { gcid, name: 'left' });
  const two = await person.upload(right, { gcid, name: 'right' });
  expect(await read(person, one.file.id)).toEqual(left);
  expect(await read(person, two.file.id)).toEqual(right);
  expect(one.file.hash).not.toBe(two.file.hash);
  expect(one.file.hash).not.toBe(gcid);
});

it('content: with the same true gcid but other bytes is never merged', async ({ person }) => {
  const plans = [await seal(person, bytesOf(1_000, 13)), await seal(person, bytesOf(1_000, 14))];
  for (const plan of plans) {
    const blob = { ...(await blobOf(person, plan)), gcid: 'B'.repeat(40), crc32: 1 };
    const held = unwrap(
      await blobIndexOf(person.deps.blobIndex, blob.contentKey).claim(blob, person.caller.userId, plan.seq),
    );
    expect(held.manifest).toEqual(plan.manifest);
    unwrap(await driveOf<typeof uploadPart>(person.deps, person.caller.userId).finishUpload(plan.uploadId, held));
  }
  const files = await rows<{ id: string; gcid: string }>(person, 'SELECT id, gcid FROM nodes ORDER BY name_key');
  expect(files.map((file) => file.gcid)).toEqual(['B'.repeat(40), 'B'.repeat(40)]);
  expect(await Promise.all(files.map((file) => read(person, file.id)))).toEqual(
    expect.arrayContaining([bytesOf(1_000, 13), bytesOf(1_000, 14)]),
  );
});

it.each([
  ['hello', new TextEncoder().encode('hello'), '6B4F89A54E2D27ECD7E8DA05B4AB8FD9D1D8B119'],
  ['a full block', Uint8Array.from({ length: 262_144 }, (_, at) => at), '1592A0A4C2552DCE960C4302C5FCBEAB74AD90B7'],
  [
    'a block and a byte',
    Uint8Array.from({ length: 262_145 }, (_, at) => (at === 262_144 ? 255 : at)),
    '8D8E0641A07D3B8680976CFE8B4D0ACA47D0F844',
  ],
])('digests are those of the wire for %s', async (_what, bytes, hash) => {
  expect((await makeUploader().upload(bytes.slice())).file.hash).toBe(hash);
});

it('digests are the same however the bytes were cut into objects, and those any host computes', async () => {
  const [one, other] = [
    makeUploader({ limits: { partBytes: 3 * MIB } }),
    makeUploader({ limits: { partBytes: 7 * MIB } }),
  ];
  const bytes = bytesOf(17 * MIB + 11, 15);
  await one.upload(bytes);
  await other.upload(bytes);
  const [left, right] = [
    await rows<{ content_key: string; gcid: string; crc32: number }>(
      one,
      'SELECT content_key, gcid, crc32 FROM contents',
    ),
    await rows(other, 'SELECT content_key, gcid, crc32 FROM contents'),
  ];
  expect(left).toEqual(right);
  const sha = (piece: Uint8Array, name: string): Uint8Array => createHash(name).update(piece).digest();
  const windows = [0, 1, 2].map((window) => sha(bytes.subarray(window * 8 * MIB, (window + 1) * 8 * MIB), 'sha256'));
  const blocks = Array.from({ length: Math.ceil(bytes.length / 262_144) }, (_, at) =>
    sha(bytes.subarray(at * 262_144, (at + 1) * 262_144), 'sha1'),
  );
  expect(left[0]).toEqual({
    content_key: await contentKeyOfWindows(windows, bytes.length, (joined) => sha(joined, 'sha256')),
    gcid: await gcid(blocks, (joined) => sha(joined, 'sha1')),
    crc32: crc32(bytes),
  });
});
