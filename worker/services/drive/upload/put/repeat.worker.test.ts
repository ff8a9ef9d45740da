import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { bytesOf, codeOf, personTest as it, MIB, read, refusalOf, rows, type Uploader } from '../upload-fixture.ts';

type Bytes = Uint8Array<ArrayBuffer>;
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');

async function finished(person: Uploader, bytes: Bytes) {
  const session = await person.beginS3(bytes.length);
  const put = (body: Bytes | Blob, headers: Record<string, string> = {}) =>
    person.s3('PUT', `/${session.key}`, session.token, {
      body: body instanceof Blob ? body.stream() : body,
      headers,
    });
  expect((await put(bytes)).status).toBe(200);
  return { session, put };
}

describe.each([
  ['one window', 500],
  ['two windows', 8 * MIB + 5],
])('a PUT to an upload of %s that is complete', (_size, size) => {
  const [bytes, others] = [bytesOf(size, 1), bytesOf(size, 2)];

  it('is acknowledged when its bytes are those of the file, and refused otherwise', async ({ person }) => {
    const { session, put } = await finished(person, bytes);
    expect((await put(bytes)).status).toBe(200);
    expect((await put(bytes, { 'content-md5': md5(bytes) })).headers.get('etag')).toBe(
      `"${createHash('md5').update(bytes).digest('hex')}"`,
    );
    expect((await put(new Blob([bytes]))).status).toBe(200);
    expect(await codeOf(await put(others))).toBe('409 FileAlreadyExists');
    expect(await codeOf(await put(new Blob([others])))).toBe('409 FileAlreadyExists');
    expect(await codeOf(await put(others, { 'content-md5': md5(bytes) }))).toBe('400 BadDigest');
    expect(await codeOf(await put(bytes, { 'content-md5': md5(others) }))).toBe('400 BadDigest');
    expect(await codeOf(await put(bytesOf(size + 1)))).toBe('409 FileAlreadyExists');
    expect(await codeOf(await put(new Blob([bytesOf(size + 1)])))).toBe('409 FileAlreadyExists');
    expect(await read(person, session.file.id)).toEqual(bytes);
  });

  it('is compared after its framing is taken off, with digests of its trailer', async ({ person }) => {
    const { put } = await finished(person, bytes);
    const framed = async (content: Bytes, sha1: Bytes) => {
      const digest = createHash('sha1').update(sha1).digest('base64');
      const pieces = [`${size.toString(16)}\r\n`, content, `\r\n0\r\nx-amz-checksum-sha1:${digest}\r\n\r\n`];
      return new Uint8Array(await new Blob(pieces).arrayBuffer());
    };
    const headers = { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(size) };
    expect((await put(await framed(bytes, bytes), headers)).status).toBe(200);
    expect(await codeOf(await put(await framed(bytes, others), headers))).toBe('400 BadDigest');
    expect(await codeOf(await put(await framed(others, others), headers))).toBe('409 FileAlreadyExists');
    expect(await codeOf(await put((await framed(bytes, bytes)).slice(0, size), headers))).toBe('400 IncompleteBody');
  });
});

it('a PUT whose file was replaced since is acknowledged while its bytes are a version', async ({ person }) => {
  const { put } = await finished(person, bytesOf(10, 1));
  await person.put(bytesOf(10, 2), { conflict: 'replace' });
  expect((await put(bytesOf(10, 1))).status).toBe(200);
  expect((await put(bytesOf(10, 2))).status).toBe(200);
  expect(await codeOf(await put(bytesOf(10, 3)))).toBe('409 FileAlreadyExists');
});

it('a PUT is acknowledged again after the version with its bytes was deleted', async ({ person }) => {
  const { session, put } = await finished(person, bytesOf(10, 1));
  await person.put(bytesOf(10, 2), { conflict: 'replace' });
  await rows(person, `DELETE FROM versions WHERE node_id = '${session.file.id}'`);
  expect((await put(bytesOf(10, 1))).status).toBe(200);
});

it('of two PUTs of other bytes at a time, one at most is acknowledged', async ({ person }) => {
  const bodies = [1, 2, 3, 4].map((seed) => bytesOf(1_000, seed));
  const session = await person.beginS3(1_000);
  const answers = await Promise.all(bodies.map((body) => person.s3('PUT', `/${session.key}`, session.token, { body })));
  const taken = bodies.filter((_body, at) => answers[at]?.status === 200);
  expect(taken).toEqual([await read(person, session.file.id)]);
});

it('a form that is posted again with other bytes is refused', async ({ person }) => {
  const { form } = await person.begin({ sizeBytes: 10, protocol: 's3', isForm: true });
  const post = (bytes: Bytes) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form?.multi_parts ?? {})) body.append(name, value);
    body.append('file', new Blob([bytes]), 'any');
    return person.s3('POST', '/magpie', '', { body });
  };
  expect((await post(bytesOf(10, 1))).status).toBe(204);
  expect((await post(bytesOf(10, 1))).status).toBe(204);
  expect(await codeOf(await post(bytesOf(10, 2)))).toBe('409 FileAlreadyExists');
});

it('a small file that is sent again under its idempotency key with other bytes is refused', async ({ person }) => {
  const { file } = await person.put(bytesOf(10, 1), {}, 'key');
  expect((await person.put(bytesOf(10, 1), {}, 'key')).file?.id).toBe(file?.id);
  expect(await refusalOf(person.put(bytesOf(10, 2), {}, 'key'))).toBe('invalid_argument/idempotency_key_reused');
  await rows(person, `UPDATE nodes SET content_key = 'other' WHERE id = '${file?.id}'`);
  expect((await person.put(bytesOf(10, 1), {}, 'key')).file?.id).toBe(file?.id);
});
