/** Windows that lie within a part are digested as it comes in: the bytes read again, and that no content key changes. */
import { expect } from 'vitest';
import { makePartDigester } from '#worker/platform/blobs/window-digest.ts';
import {
  bytesOf,
  contentKeyOf,
  digestOf,
  forgetDigests,
  personTest as it,
  MIB,
  makeUploader,
  read,
  rows,
  type Uploader,
} from '../upload-fixture.ts';

/** MiB of content that are read from the store from now on, as `from-until` of each object. */
function watchReads(person: Uploader): string[] {
  const reads: string[] = [];
  const { blobs } = person.deps;
  const get: typeof blobs.get = (key, start = 0, end = 0) => {
    reads.push(`${start / MIB}-${end / MIB}`);
    return blobs.get(key, start, end);
  };
  Object.assign(person.deps, { blobs: { ...blobs, get } });
  return reads;
}

/** The content key that reading every byte gives. */
async function keyByReading(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const person = makeUploader();
  const session = await person.beginOwn({ sizeBytes: bytes.length });
  await person.parts(session, bytes);
  await forgetDigests(person);
  await person.complete(session.upload_id);
  await expect.poll(async () => (await rows(person, 'SELECT 1 FROM contents')).length, { timeout: 20_000 }).toBe(1);
  const [row] = await rows<{ content_key: string }>(person, 'SELECT content_key FROM contents');
  return row?.content_key ?? '';
}

async function sendS3(person: Uploader, bytes: Uint8Array<ArrayBuffer>, parts: readonly [number, number, number][]) {
  const { key, token, uploadId, file } = await person.beginS3(bytes.length);
  const etags = new Map<number, string>();
  for (const [part, from, until] of parts) {
    const path = `/${key}?partNumber=${part}&uploadId=${uploadId}`;
    const answer = await person.s3('PUT', path, token, { body: bytes.slice(from * MIB, until * MIB) });
    etags.set(part, answer.headers.get('etag') ?? '');
  }
  const reads = watchReads(person);
  const listed = [...etags]
    .sort(([a], [b]) => a - b)
    .map(([part, etag]) => `<Part><PartNumber>${part}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
  const done = await person.s3('POST', `/${key}?uploadId=${uploadId}`, token, { body });
  expect(done.status).toBe(200);
  return { reads, fileId: file.id };
}

it('a file of whole windows a part is done when its last call answers, and is not read again', async ({ person }) => {
  const bytes = bytesOf(41 * MIB, 1);
  const session = await person.beginOwn({ sizeBytes: bytes.length });
  await person.parts(session, bytes);
  const reads = watchReads(person);
  const { file } = await person.complete(session.upload_id);
  expect([file.phase, reads]).toEqual(['PHASE_TYPE_COMPLETE', []]);
  expect(await contentKeyOf(person, file.id)).toBe(await keyByReading(bytes));
  expect(digestOf(await read(person, file.id))).toBe(digestOf(bytes));
});

it('of parts at the S3-style endpoint only windows across two parts are read', async ({ person }) => {
  const bytes = bytesOf(27 * MIB, 2);
  const { reads, fileId } = await sendS3(person, bytes, [
    [1, 0, 9],
    [3, 18, 27],
    [2, 9, 18],
  ]);
  // Windows 1 and 2, each from two objects.
  expect(reads).toEqual(['8-9', '0-7', '7-9', '0-6']);
  expect(await contentKeyOf(person, fileId)).toBe(await keyByReading(bytes));
});

it('parts that are elsewhere than expected are read, and give the same content', async ({ person }) => {
  const bytes = bytesOf(20 * MIB, 3);
  const { reads, fileId } = await sendS3(person, bytes, [
    [7, 3, 20],
    [2, 0, 3],
  ]);
  expect(reads.length).toBeGreaterThan(2);
  expect(await contentKeyOf(person, fileId)).toBe(await keyByReading(bytes));
});

it('a large upload of which more than four windows are across two parts goes to the job, which reads these alone', async () => {
  const person = makeUploader();
  const bytes = bytesOf(54 * MIB, 4);
  const parts = Array.from({ length: 6 }, (_, at): [number, number, number] => [at + 1, at * 9, at * 9 + 9]);
  await sendS3(person, bytes, parts);
  const windows = await rows<{ window: number; is_done: number }>(
    person,
    'SELECT window, sha256 IS NOT NULL AS is_done FROM upload_windows WHERE window >= 0 ORDER BY window',
  );
  // The job may have ended before this look.
  if (windows.length > 0)
    expect(windows.filter(({ is_done }) => is_done === 1).map(({ window }) => window)).toContain(0);
  await expect.poll(async () => (await rows(person, 'SELECT 1 FROM contents')).length, { timeout: 20_000 }).toBe(1);
  const [row] = await rows<{ content_key: string }>(person, 'SELECT content_key FROM contents');
  expect(row?.content_key).toBe(await keyByReading(bytes));
});

it('a part digests no window past the end, and a window that is the part as such', () => {
  expect(makePartDigester({ offset: 0, totalBytes: 5 }, 5)).toMatchObject({ windows: 1, isWindow: true });
  expect(makePartDigester({ offset: 8 * MIB, totalBytes: 30 * MIB }, 8 * MIB)).toMatchObject({
    windows: 1,
    isWindow: true,
  });
  expect(makePartDigester({ offset: 8 * MIB, totalBytes: 30 * MIB }, 16 * MIB)).toMatchObject({
    windows: 2,
    isWindow: false,
  });
  expect(makePartDigester({ offset: 5 * MIB, totalBytes: 30 * MIB }, 5 * MIB)).toMatchObject({
    windows: 0,
    isWindow: false,
  });
  expect(makePartDigester({ offset: 999 * MIB, totalBytes: 30 * MIB }, 8 * MIB)).toMatchObject({
    windows: 0,
    isWindow: false,
  });
  expect(makePartDigester({ offset: 20 * MIB, totalBytes: 30 * MIB }, 10 * MIB)).toMatchObject({
    windows: 1,
    isWindow: false,
  });
});
