import { expect, it, vi } from 'vitest';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { receivePart } from './receive-part.ts';
import { bytesOf, digestOf, MIB, makeUploader, read, refusalOf, rows, spaceOf } from './upload-fixture.ts';

it('our own upload protocol gives back a file sent in parts, in any order', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const bytes = bytesOf(2 * MIB + 12_345);
  const session = await person.beginOwn({ sizeBytes: bytes.length, name: 'a b.bin' });
  expect(session).toMatchObject({ part_size: MIB, part_count: 3, parts: [], phase: 'PHASE_TYPE_PENDING' });
  await person.part(session, 3, bytes.slice(2 * MIB));
  await person.part(session, 1, bytes.slice(0, MIB));
  expect((await person.state(session.upload_id)).parts).toEqual([1, 3]);
  await person.part(session, 2, bytes.slice(MIB, 2 * MIB));
  const { file, task } = await person.complete(session.upload_id);
  expect(file).toMatchObject({ name: 'a b.bin', phase: 'PHASE_TYPE_COMPLETE', size: String(bytes.length) });
  expect(task).toMatchObject({ type: 'upload', phase: 'PHASE_TYPE_COMPLETE', progress: 100 });
  expect(file.hash).toMatch(/^[0-9A-F]{40}$/);
  expect(digestOf(await read(person, file.id))).toBe(digestOf(bytes));
  expect(await spaceOf(person)).toEqual({ usage_bytes: bytes.length, reserved_bytes: 0 });
});

it('our own upload protocol: completes a file of no bytes at once', async () => {
  const person = makeUploader();
  const answer = await person.begin({ sizeBytes: 0, name: 'empty.txt' });
  expect(answer.upload).toBeUndefined();
  expect(answer.file).toMatchObject({
    phase: 'PHASE_TYPE_COMPLETE',
    size: '0',
    hash: 'DA39A3EE5E6B4B0D3255BFEF95601890AFD80709',
  });
  expect(answer.task?.phase).toBe('PHASE_TYPE_COMPLETE');
});

it('our own upload protocol: names what is missing and refuses to complete without it', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const session = await person.beginOwn({ sizeBytes: 3 * MIB });
  await person.part(session, 2, bytesOf(MIB));
  const failure = await person.complete(session.upload_id).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    errorName: 'failed_precondition',
    detail: { reason: 'parts_missing', metadata: { missing: '1,3' } },
  });
});

it.each([
  ['a part that is too short', 1, MIB - 1, 'invalid_argument/part_size'],
  ['a part that is too long', 3, 11, 'invalid_argument/part_size'],
  ['part 0', 0, MIB, 'invalid_argument/part_number'],
  ['a part behind the last', 4, 10, 'invalid_argument/part_number'],
])('our own upload protocol refuses %s', async (_what, number, length, refusal) => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const session = await person.beginOwn({ sizeBytes: 2 * MIB + 10 });
  expect(await refusalOf(person.part(session, number, bytesOf(length)))).toBe(refusal);
  expect((await person.state(session.upload_id)).parts).toEqual([]);
});

it('our own upload protocol keeps the old part until a new one of the same number is stored', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const session = await person.beginOwn({ sizeBytes: MIB });
  await person.part(session, 1, bytesOf(MIB, 1));
  const short = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytesOf(10));
      controller.error(new Error('the client went away'));
    },
  });
  const broken = receivePart(
    person.deps,
    { uploadId: session.upload_id, part: 1, token: session.upload_token, body: short, sizeBytes: MIB },
    person.deps.clock.nowMs(),
  );
  const logged = vi.spyOn(console, 'error');
  expect(await refusalOf(broken)).toBe('cancelled/body');
  // A sender that went away is no fault of the store.
  expect(logged.mock.calls.filter(([line]) => String(line).includes('blobs.put'))).toEqual([]);
  logged.mockRestore();
  const { file } = await person.complete(session.upload_id);
  expect(await read(person, file.id)).toEqual(bytesOf(MIB, 1));
});

it('our own upload protocol lets the last word win when a part is sent again, and throws the first away', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const session = await person.beginOwn({ sizeBytes: MIB });
  await person.part(session, 1, bytesOf(MIB, 1));
  const [first] = await rows<{ object_key: string }>(person, 'SELECT object_key FROM upload_parts');
  await person.part(session, 1, bytesOf(MIB, 2));
  const { file } = await person.complete(session.upload_id);
  expect(await read(person, file.id)).toEqual(bytesOf(MIB, 2));
  await runAlarm(person.stub);
  expect(await person.deps.blobs.size(first?.object_key ?? '')).toBeNull();
  expect(await rows(person, 'SELECT * FROM discards')).toEqual([]);
});

it('our own upload protocol: answers a second completion with the same success', async () => {
  const person = makeUploader();
  const session = await person.beginOwn({ sizeBytes: 100 });
  await person.parts(session, bytesOf(100));
  const both = await Promise.all([person.complete(session.upload_id), person.complete(session.upload_id)]);
  expect(both[0].file.id).toBe(both[1].file.id);
  expect(await person.complete(session.upload_id)).toEqual(both[0]);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 100, reserved_bytes: 0 });
});

it('our own upload protocol opens to its own token only, for its own upload, until it expires or the session ends', async () => {
  const person = makeUploader();
  const [session, other] = [await person.beginOwn({ sizeBytes: 10 }), await person.beginOwn({ sizeBytes: 10 })];
  const bytes = bytesOf(10);
  expect(await refusalOf(person.part({ ...session, upload_token: '' }, 1, bytes))).toBe(
    'permission_denied/upload_token_wrong',
  );
  expect(await refusalOf(person.part({ ...session, upload_token: other.upload_token }, 1, bytes))).toBe(
    'permission_denied/upload_token_wrong',
  );
  const [payload = '', signature = ''] = session.upload_token.split('.');
  const forged = btoa(atob(payload).replace('family', 'famile')).replaceAll('=', '');
  expect(await refusalOf(person.part({ ...session, upload_token: `${forged}.${signature}` }, 1, bytes))).toBe(
    'permission_denied/upload_token_wrong',
  );
  const late = {
    uploadId: session.upload_id,
    part: 1,
    token: session.upload_token,
    body: new Response(bytes).body,
    sizeBytes: 10,
  };
  expect(await refusalOf(receivePart(person.deps, late, person.deps.clock.nowMs() + 13 * 3_600_000))).toBe(
    'permission_denied/upload_token_expired',
  );
  await person.stub.endSessions({ sessionId: 'family', minEpoch: 0, untilMs: 4e12 });
  expect(await refusalOf(person.part(session, 1, bytes))).toBe('unauthenticated/session_ended');
});

it('hides an upload from everybody else', async () => {
  const [owner, stranger] = [makeUploader(), makeUploader()];
  const session = await owner.beginOwn({ sizeBytes: 10 });
  expect(await refusalOf(stranger.state(session.upload_id))).toBe('not_found/no_such_upload');
  expect(await refusalOf(stranger.complete(session.upload_id))).toBe('not_found/no_such_upload');
  await stranger.abort(session.upload_id);
  expect((await owner.state(session.upload_id)).phase).toBe('PHASE_TYPE_PENDING');
});

it.each([
  ['', 'file_name_empty/empty'],
  ['a/b', 'file_name_invalid/separator'],
  ['..', 'file_name_invalid/dots'],
])('our own upload protocol refuses the name %j', async (name, refusal) => {
  expect(await refusalOf(makeUploader().begin({ sizeBytes: 1, name }))).toBe(refusal);
});

it('our own upload protocol refuses sizes that are none and folders that are not there', async () => {
  const person = makeUploader({ limits: { fileBytes: 1_000 } });
  expect(await refusalOf(person.begin({ sizeBytes: -1 }))).toBe('invalid_argument/size');
  expect(await refusalOf(person.begin({ sizeBytes: 1.5 }))).toBe('invalid_argument/size');
  expect(await refusalOf(person.begin({ sizeBytes: 1_001 }))).toBe('file_too_large');
  expect(await refusalOf(person.begin({ sizeBytes: 1, parentId: 'VAAAAAAAAAAAAAAAAAAAAAAAAA' }))).toBe(
    'file_not_found',
  );
});

it('our own upload protocol takes the next free name for a second file of the same name', async () => {
  const person = makeUploader();
  expect((await person.begin({ sizeBytes: 1, name: 'a.txt' })).file?.name).toBe('a.txt');
  expect((await person.begin({ sizeBytes: 1, name: 'a.txt' })).file?.name).toBe('a(1).txt');
});

it('our own upload protocol begins once for one idempotency key', async () => {
  const person = makeUploader();
  const [first, second] = [await person.begin({ sizeBytes: 5 }, 'key'), await person.begin({ sizeBytes: 5 }, 'key')];
  expect(second.file?.id).toBe(first.file?.id);
  expect(await refusalOf(person.begin({ sizeBytes: 6 }, 'key'))).toBe('invalid_argument/idempotency_key_reused');
  expect((await spaceOf(person)).reserved_bytes).toBe(5);
});

it('the storage of an upload never promises more than there is, however many begin at once', async () => {
  const person = makeUploader({ storageBytes: 1_000 });
  const begun = await Promise.all(Array.from({ length: 100 }, () => refusalOf(person.begin({ sizeBytes: 95 }))));
  expect(begun.filter((refusal) => refusal === '')).toHaveLength(10);
  expect(begun.filter((refusal) => refusal === 'file_space_not_enough')).toHaveLength(90);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 950 });
});

it('the storage of an upload is refused with the missing bytes, uploads under way counted', async () => {
  const person = makeUploader({ storageBytes: 1_000 });
  await person.begin({ sizeBytes: 900 });
  await expect(person.begin({ sizeBytes: 200 })).rejects.toMatchObject({
    errorName: 'file_space_not_enough',
    detail: { metadata: { used: '900', limit: '1000', needed: '200' } },
  });
});

it('the storage of an upload: limits open sessions', async () => {
  const person = makeUploader({ limits: { uploadSessions: 2 } });
  await person.begin({ sizeBytes: 1 });
  await person.begin({ sizeBytes: 1 });
  expect(await refusalOf(person.begin({ sizeBytes: 1 }))).toBe('resource_exhausted/upload_sessions');
});

it('the storage of an upload is given back by an abort, with everything the upload held', async () => {
  const person = makeUploader();
  const session = await person.beginOwn({ sizeBytes: 10 });
  await person.part(session, 1, bytesOf(10));
  const [part] = await rows<{ object_key: string }>(person, 'SELECT object_key FROM upload_parts');
  await person.abort(session.upload_id);
  await person.abort(session.upload_id);
  await runAlarm(person.stub);
  expect(await person.deps.blobs.size(part?.object_key ?? '')).toBeNull();
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
  expect(await rows(person, 'SELECT id FROM nodes')).toEqual([]);
  expect(await rows(person, 'SELECT phase FROM tasks')).toEqual([{ phase: 'PHASE_TYPE_ERROR' }]);
  expect(await refusalOf(person.part(session, 1, bytesOf(10)))).toBe('failed_precondition/upload_over');
  expect(await refusalOf(person.complete(session.upload_id))).toBe('failed_precondition/upload_over');
});

it('the storage of an upload is released by the alarm when the deadline has passed', async () => {
  const person = makeUploader({ limits: { uploadTtlSeconds: 0 } });
  await person.begin({ sizeBytes: 10 });
  await runAlarm(person.stub);
  await runAlarm(person.stub);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
  expect(await rows(person, 'SELECT id FROM nodes')).toEqual([]);
  expect(await rows(person, 'SELECT id FROM uploads')).toEqual([]);
});
