import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect } from 'vitest';
import { crc32c } from '#shared/content/crc32.ts';
import { crc64Bytes, crc64nvme } from '#shared/content/crc64.ts';
import { bytesOf, codeOf, personTest as it, makeUploader, read, rows, type Uploader } from '../upload-fixture.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const hash = (name: string) => (bytes: Uint8Array) => base64(createHash(name).update(bytes).digest());

const DIGESTS: readonly (readonly [header: string, of: (bytes: Uint8Array) => string])[] = [
  ['content-md5', hash('md5')],
  ['x-amz-checksum-sha1', hash('sha1')],
  ['x-amz-checksum-sha256', hash('sha256')],
  ['x-amz-checksum-crc32', (bytes) => base64(word(crc32(bytes)))],
  ['x-amz-checksum-crc32c', (bytes) => base64(word(crc32c(bytes)))],
  ['x-amz-checksum-crc64nvme', (bytes) => base64(crc64Bytes(crc64nvme(bytes)))],
  ['x-amz-content-sha256', (bytes) => createHash('sha256').update(bytes).digest('hex')],
];
const CHECKSUMS = DIGESTS.filter(([header]) => header.startsWith('x-amz-checksum-'));

const BYTES = bytesOf(700_000, 51);
const OTHER = bytesOf(700_000, 52);

/** The body as clients of the protocol frame it. */
async function framed(bytes: Bytes, trailers: Record<string, string>, signature = ''): Promise<Bytes> {
  const extension = signature && `;chunk-signature=${signature.repeat(64)}`;
  const pieces: (string | Bytes)[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) {
    const piece = bytes.slice(at, at + 65_536);
    pieces.push(`${piece.length.toString(16)}${extension}\r\n`, piece, '\r\n');
  }
  pieces.push(`0${extension}\r\n`, ...Object.entries(trailers).map(([name, value]) => `${name}:${value}\r\n`), '\r\n');
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

const chunkHeaders = (sizeBytes: number, more: Record<string, string> = {}) => ({
  'content-encoding': 'aws-chunked',
  'x-amz-decoded-content-length': String(sizeBytes),
  ...more,
});

async function putWhole(person: Uploader, bytes: Bytes, headers: Record<string, string>, body: Bytes = bytes) {
  const session = await person.beginS3(bytes.length);
  const answer = await person.s3('PUT', `/${session.key}`, session.token, { body, headers });
  return { session, answer };
}

/** A refused body leaves no part, and no object behind. */
async function expectNothing(person: Uploader, uploadId: string): Promise<void> {
  expect(await person.state(uploadId)).toMatchObject({ phase: 'PHASE_TYPE_PENDING', parts: [] });
  for (const { object_key: key } of await rows<{ object_key: string }>(
    person,
    `SELECT object_key FROM discards WHERE at_ms > ${Date.now()}`,
  ))
    expect(await person.deps.blobs.size(key)).toBeNull();
}

describe.each(DIGESTS)('a digest in the header %s', (header, of) => {
  it('is compared with the bytes of a whole file', async ({ person }) => {
    const right = await putWhole(person, BYTES, { [header]: of(BYTES) });
    expect(right.answer.status).toBe(200);
    expect(await read(person, right.session.file.id)).toEqual(BYTES);
    const wrong = await putWhole(person, OTHER, { [header]: of(BYTES) });
    expect(await codeOf(wrong.answer)).toBe('400 BadDigest');
    await expectNothing(person, wrong.session.uploadId);
  });

  it('is compared with the bytes of a part, and a part stored before stays', async ({ person }) => {
    const session = await person.beginS3(BYTES.length);
    const path = `/${session.key}?partNumber=1&uploadId=${session.uploadId}`;
    const send = (bytes: Bytes) =>
      person.s3('PUT', path, session.token, { body: bytes, headers: { [header]: of(BYTES) } });
    expect((await send(BYTES)).status).toBe(200);
    expect(await codeOf(await send(OTHER))).toBe('400 BadDigest');
    const { file } = await person.complete(session.uploadId);
    expect(await read(person, file.id)).toEqual(BYTES);
  });
});

describe.each(CHECKSUMS)('a digest in the trailer %s', (name, of) => {
  it.each([
    ['announced', { 'x-amz-trailer': name }, ''],
    ['announced, with signed chunks', { 'x-amz-trailer': name }, 'a'],
    ['not announced', {}, ''],
  ])('is compared when %s', async (_how, headers, signature) => {
    const person = makeUploader();
    const body = (value: string) =>
      framed(BYTES, { [name]: value, ...(signature && { 'x-amz-trailer-signature': 'b'.repeat(64) }) }, signature);
    const right = await putWhole(person, BYTES, chunkHeaders(BYTES.length, headers), await body(of(BYTES)));
    expect(right.answer.status).toBe(200);
    expect(await read(person, right.session.file.id)).toEqual(BYTES);
    const wrong = await putWhole(person, BYTES, chunkHeaders(BYTES.length, headers), await body(of(OTHER)));
    expect(await codeOf(wrong.answer)).toBe('400 BadDigest');
    await expectNothing(person, wrong.session.uploadId);
  });

  it('that was announced must come', async ({ person }) => {
    const headers = chunkHeaders(BYTES.length, { 'x-amz-trailer': name });
    const { answer, session } = await putWhole(person, BYTES, headers, await framed(BYTES, {}));
    expect(await codeOf(answer)).toBe('400 BadDigest');
    await expectNothing(person, session.uploadId);
  });
});

it('an answer gives the MD5 as ETag where it is known, and otherwise nothing that looks like one', async ({
  person,
}) => {
  const known = await putWhole(person, BYTES, { 'content-md5': hash('md5')(BYTES) });
  expect(known.answer.headers.get('etag')).toBe(`"${createHash('md5').update(BYTES).digest('hex')}"`);
  const unknown = await putWhole(person, BYTES, {});
  expect(unknown.answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}-1"$/);
});

it('an answer: repeats the checksum that was compared', async () => {
  const [name, of] = CHECKSUMS[2] ?? ['', () => ''];
  const { answer } = await putWhole(makeUploader(), BYTES, { [name]: of(BYTES) });
  expect(answer.headers.get(name)).toBe(of(BYTES));
});

it.each([
  ['content-md5', 'AAAA', 'InvalidDigest'],
  ['content-md5', 'nonsense!', 'InvalidDigest'],
  ['x-amz-checksum-crc32', 'AAAAAAAA', 'InvalidDigest'],
  ['x-amz-checksum-sha256', 'AAAAAA==', 'InvalidDigest'],
  ['x-amz-checksum-unheard', 'AAAAAA==', 'InvalidRequest'],
  ['x-amz-trailer', 'x-amz-checksum-crc32', 'InvalidRequest'],
  ['x-amz-decoded-content-length', '1e3', 'InvalidArgument'],
])('a request with %s: %s is refused as %s', async (header, value, code) => {
  const person = makeUploader();
  const { answer, session } = await putWhole(person, bytesOf(1_000), { [header]: value });
  expect(await codeOf(answer)).toBe(`400 ${code}`);
  expect((await person.state(session.uploadId)).parts).toEqual([]);
});

it.each(['UNSIGNED-PAYLOAD', 'noise'])('x-amz-content-sha256: %s claims nothing', async (value) => {
  const { answer } = await putWhole(makeUploader(), bytesOf(100), { 'x-amz-content-sha256': value });
  expect(answer.status).toBe(200);
});

it.each([
  ['shorter than announced', BYTES.length + 1, 'IncompleteBody'],
  ['longer than announced', BYTES.length - 1, 'IncompleteBody'],
])('an aws-chunked body that is %s is refused', async (_how, announced, code) => {
  const person = makeUploader();
  const session = await person.beginS3(announced);
  const body = await framed(BYTES, {});
  const answer = await person.s3('PUT', `/${session.key}`, session.token, { body, headers: chunkHeaders(announced) });
  expect(await codeOf(answer)).toBe(`400 ${code}`);
  await expectNothing(person, session.uploadId);
});

it('an aws-chunked body: without its end, or with a broken frame, is refused', async ({ person }) => {
  const body = await framed(BYTES, {});
  const cut = await putWhole(person, BYTES, chunkHeaders(BYTES.length), body.slice(0, 500_000));
  expect(await codeOf(cut.answer)).toBe('400 IncompleteBody');
  await expectNothing(person, cut.session.uploadId);
  const broken = await putWhole(person, BYTES, chunkHeaders(BYTES.length), BYTES);
  expect(await codeOf(broken.answer)).toBe('400 InvalidRequest');
  await expectNothing(person, broken.session.uploadId);
});

it('an aws-chunked body: that does not say how long its content is, is taken by what the upload lacks', async ({
  person,
}) => {
  const body = await framed(BYTES, {});
  const { answer, session } = await putWhole(person, BYTES, { 'content-encoding': 'aws-chunked' }, body);
  expect(answer.status).toBe(200);
  expect(await read(person, session.file.id)).toEqual(BYTES);
});
