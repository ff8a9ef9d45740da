import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import {
  bytesOf,
  codeOf,
  personTest as it,
  MIB,
  makeUploader,
  read,
  rows,
  spaceOf,
  type Uploader,
} from '../upload-fixture.ts';

function completeBody(...parts: readonly (readonly [number, string])[]): string {
  const inner = parts.map(
    ([part, etag]) => `<Part><PartNumber>${part}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  );
  return `<?xml version="1.0"?><CompleteMultipartUpload>${inner.join('')}</CompleteMultipartUpload>`;
}

interface S3Session {
  key: string;
  token: string;
  uploadId: string;
}

/** Address of the upload. */
const at = ({ key, uploadId }: S3Session): string => `/${key}?uploadId=${uploadId}`;

async function complete(person: Uploader, session: S3Session, ...parts: [number, string][]): Promise<string> {
  return codeOf(await person.s3('POST', at(session), session.token, { body: completeBody(...parts) }));
}

async function putPart(
  person: Uploader,
  session: S3Session,
  part: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const answer = await person.s3('PUT', `${at(session)}&partNumber=${part}`, session.token, { body: bytes, headers });
  return { answer, etag: answer.headers.get('etag') ?? '' };
}

it('the S3-style endpoint takes initiate, parts of any size with gaps in their numbers, and complete', async ({
  person,
}) => {
  const bytes = bytesOf(1_000);
  const session = await person.beginS3(bytes.length);
  const initiated = await person.s3('POST', `/${session.key}?uploads`, session.token);
  expect(initiated.headers.get('content-type')).toBe('application/xml; charset=utf-8');
  expect(await initiated.text()).toContain(
    `<Bucket>magpie</Bucket><Key>${session.key}</Key><UploadId>${session.uploadId}</UploadId>`,
  );
  const last = await putPart(person, session, 9_000, bytes.slice(1));
  const first = await putPart(person, session, 7, bytes.slice(0, 1));
  expect(first.etag).toMatch(/^"[0-9a-f]{32}-1"$/);
  const body = completeBody([7, first.etag], [9_000, last.etag]);
  const done = await person.s3('POST', at(session), session.token, { body });
  expect(done.status).toBe(200);
  const text = await done.text();
  expect(text).toContain('<CompleteMultipartUploadResult><Location>');
  expect(done.headers.get('etag')).toBe(`"${session.uploadId}-2"`);
  const again = await person.s3('POST', at(session), session.token, { body });
  expect([again.status, await again.text()]).toEqual([200, text]);
  expect((await person.state(session.uploadId)).phase).toBe('PHASE_TYPE_COMPLETE');
});

it('the S3-style endpoint takes a whole file in one PUT, and the same PUT again', async ({ person }) => {
  const session = await person.beginS3(500);
  for (let time = 0; time < 2; time += 1) {
    const answer = await person.s3('PUT', `/magpie/${session.key}`, session.token, { body: bytesOf(500) });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toMatch(/^".+-1"$/);
  }
  expect((await person.state(session.uploadId)).phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await codeOf(await person.s3('PUT', `/${session.key}`, session.token, { body: bytesOf(501) }))).toBe(
    '409 FileAlreadyExists',
  );
});

it('the S3-style endpoint refuses without a token, with that of another upload, and for another upload', async ({
  person,
}) => {
  const session = await person.beginS3(10);
  const path = at(session);
  expect((await person.s3('GET', path, session.token)).status).toBe(200);
  expect(await codeOf(await person.s3('GET', path, ''))).toBe('403 AccessDenied');
  const other = await person.beginS3(10);
  expect(await codeOf(await person.s3('GET', path, other.token))).toBe('403 AccessDenied');
  expect(await codeOf(await person.s3('GET', `/${session.key}?uploadId=${other.uploadId}`, session.token))).toBe(
    '404 NoSuchUpload',
  );
});

it('the S3-style endpoint never lets the sum of parts pass the declared size', async ({ person }) => {
  const session = await person.beginS3(100);
  expect((await putPart(person, session, 1, bytesOf(60))).answer.status).toBe(200);
  expect(await codeOf((await putPart(person, session, 2, bytesOf(41))).answer)).toBe('400 EntityTooLarge');
  expect((await putPart(person, session, 1, bytesOf(90))).answer.status).toBe(200);
  const race = await Promise.all([2, 3, 4, 5].map((part) => putPart(person, session, part, bytesOf(6))));
  expect(race.filter(({ answer }) => answer.status === 200)).toHaveLength(1);
  expect(await codeOf((await putPart(person, session, 10_001, bytesOf(1))).answer)).toBe('400 InvalidArgument');
});

it('checks order, etags and sizes of the list that completes', async ({ person }) => {
  const session = await person.beginS3(20);
  const [one, two] = [await putPart(person, session, 1, bytesOf(10)), await putPart(person, session, 2, bytesOf(10))];
  expect(await complete(person, session, [2, two.etag], [1, one.etag])).toBe('400 InvalidPartOrder');
  expect(await complete(person, session, [1, one.etag], [2, one.etag])).toBe('400 InvalidPart');
  expect(await complete(person, session, [1, one.etag], [3, two.etag])).toBe('400 InvalidPart');
  expect(await complete(person, session, [1, one.etag])).toBe('400 IncompleteBody');
  const body = `<CompleteMultipartUpload>${' '.repeat(100_000)}</CompleteMultipartUpload>`;
  const long = await person.s3('POST', at(session), session.token, { body });
  expect(await codeOf(long)).toBe('400 MaxMessageLengthExceeded');
  expect(await complete(person, session)).toBe('400 MalformedXML');
  expect(await complete(person, session, [1, one.etag], [2, two.etag])).toBe('200 ');
});

it('the S3-style endpoint: lists parts in pages', async ({ person }) => {
  const session = await person.beginS3(50);
  for (const part of [2, 4, 6]) await putPart(person, session, part, bytesOf(5));
  const path = `/${session.key}?uploadId=${session.uploadId}&max-parts=2`;
  const first = await (await person.s3('GET', path, session.token)).text();
  expect([...first.matchAll(/<PartNumber>(\d+)</g)].map(([, part]) => part)).toEqual(['2', '4']);
  expect(first).toContain(
    '<NextPartNumberMarker>4</NextPartNumberMarker><MaxParts>2</MaxParts><IsTruncated>true</IsTruncated>',
  );
  const second = await (await person.s3('GET', `${path}&part-number-marker=4`, session.token)).text();
  expect([...second.matchAll(/<PartNumber>(\d+)</g)].map(([, part]) => part)).toEqual(['6']);
  expect(second).toContain('<IsTruncated>false</IsTruncated>');
  // Clients that page go on for as long as they are given a marker.
  expect(second).not.toContain('NextPartNumberMarker');
});

it('the S3-style endpoint refuses bytes whose Content-MD5 is another, and shows nothing of them', async ({
  person,
}) => {
  const session = await person.beginS3(30);
  const bytes = bytesOf(30);
  const right = createHash('md5').update(bytes).digest('base64');
  const wrong = createHash('md5').update('other').digest('base64');
  expect(await codeOf((await putPart(person, session, 1, bytes, { 'content-md5': wrong })).answer)).toBe(
    '400 BadDigest',
  );
  expect((await person.state(session.uploadId)).parts).toEqual([]);
  expect((await putPart(person, session, 1, bytes, { 'content-md5': right })).answer.status).toBe(200);
});

it('the S3-style endpoint takes a body without a length by what the upload lacks, and refuses any other', async ({
  person,
}) => {
  const streamed = (length: number) => ({ body: new Blob([bytesOf(length)]).stream() });
  for (const length of [29, 31]) {
    const session = await person.beginS3(30);
    expect(await codeOf(await person.s3('PUT', `/${session.key}`, session.token, streamed(length)))).toBe(
      '400 IncompleteBody',
    );
    expect((await person.state(session.uploadId)).parts).toEqual([]);
  }
  const whole = await person.beginS3(30);
  expect((await person.s3('PUT', `/${whole.key}`, whole.token, streamed(30))).status).toBe(200);
  expect((await person.state(whole.uploadId)).phase).toBe('PHASE_TYPE_COMPLETE');
  const parts = await person.beginS3(30);
  await putPart(person, parts, 1, bytesOf(20));
  const path = `/${parts.key}?partNumber=2&uploadId=${parts.uploadId}`;
  expect(await codeOf(await person.s3('PUT', path, parts.token, streamed(11)))).toBe('400 IncompleteBody');
  expect((await person.s3('PUT', path, parts.token, streamed(10))).status).toBe(200);
});

it('the S3-style endpoint reads numbers of the address as decimal digits alone', async ({ person }) => {
  const session = await person.beginS3(30);
  const path = at(session);
  for (const query of ['max-parts=1e3', 'max-parts=0x10', 'part-number-marker=+1', 'max-parts=1.0'])
    expect(await codeOf(await person.s3('GET', `${path}&${query}`, session.token))).toBe('400 InvalidArgument');
  for (const part of ['1e0', '%201', '0x1', ''])
    expect(
      await codeOf(await person.s3('PUT', `${path}&partNumber=${part}`, session.token, { body: bytesOf(30) })),
    ).toBe('400 InvalidArgument');
});

it('the S3-style endpoint starts over when an upload is initiated again, and ends it on DELETE', async ({ person }) => {
  const session = await person.beginS3(30);
  await putPart(person, session, 1, bytesOf(30));
  await person.s3('POST', `/${session.key}?uploads`, session.token);
  expect((await person.state(session.uploadId)).parts).toEqual([]);
  expect((await person.s3('DELETE', at(session), session.token)).status).toBe(204);
  expect(await codeOf((await putPart(person, session, 1, bytesOf(30))).answer)).toBe('404 NoSuchUpload');
});

it('the S3-style endpoint takes bytes again after an abort, by parts and whole, with file, space and task', async ({
  person,
}) => {
  const bytes = bytesOf(30, 7);
  const session = await person.beginS3(30, 'again.bin');
  const abort = () => person.s3('DELETE', at(session), session.token);
  const late = await putPart(person, session, 1, bytes);
  expect((await abort()).status).toBe(204);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 0, reserved_bytes: 0 });
  expect(await codeOf((await putPart(person, session, 1, bytes)).answer)).toBe('404 NoSuchUpload');
  // Its name is free as long as it holds nothing.
  await person.put(bytesOf(5, 8), { name: 'again.bin' });
  expect((await person.s3('POST', `/${session.key}?uploads`, session.token)).status).toBe(200);
  expect((await spaceOf(person)).reserved_bytes).toBe(30);
  expect((await person.state(session.uploadId)).parts).toEqual([]);
  expect((await abort()).status).toBe(204);
  expect((await person.s3('PUT', `/${session.key}`, session.token, { body: bytes })).status).toBe(200);
  expect(await read(person, session.file.id)).toEqual(bytes);
  expect(await spaceOf(person)).toEqual({ usage_bytes: 35, reserved_bytes: 0 });
  const [row] = await rows<{ name: string }>(person, `SELECT name FROM nodes WHERE id = '${session.file.id}'`);
  expect(row?.name).toBe('again(1).bin');
  const [task] = await rows<{ phase: string }>(person, `SELECT phase FROM tasks WHERE id = '${session.task.id}'`);
  expect(task?.phase).toBe('PHASE_TYPE_COMPLETE');
  expect(late.answer.status).toBe(200);
});

it('the S3-style endpoint takes no bytes again where our own protocol gave the upload up, the folder is gone, or too many are open', async () => {
  const person = makeUploader({ limits: { uploadSessions: 1 } });
  const given = await person.beginS3(30);
  await person.abort(given.uploadId);
  expect(await codeOf(await person.s3('POST', `/${given.key}?uploads`, given.token))).toBe('404 NoSuchUpload');
  const first = await person.beginS3(30);
  expect((await person.s3('DELETE', `/${first.key}?uploadId=${first.uploadId}`, first.token)).status).toBe(204);
  await person.beginS3(30);
  expect(await codeOf(await person.s3('POST', `/${first.key}?uploads`, first.token))).toBe('503 ServiceUnavailable');
});

it('completes again with the list that completed, and with no other', async ({ person }) => {
  const session = await person.beginS3(20);
  const [one, two] = [await putPart(person, session, 1, bytesOf(20)), await putPart(person, session, 1, bytesOf(20))];
  for (const [part, code] of [
    [one, '400 InvalidPart'],
    [two, '200 '],
    [two, '200 '],
    [one, '400 InvalidPart'],
  ] as const)
    expect(await complete(person, session, [1, part.etag])).toBe(code);
  expect(await complete(person, session, [2, two.etag])).toBe('400 InvalidPart');
  const whole = await person.beginS3(20);
  await person.s3('PUT', `/${whole.key}`, whole.token, { body: bytesOf(20) });
  expect(await complete(person, whole, [1, two.etag])).toBe('404 NoSuchUpload');
});

it('the S3-style endpoint: answers only its own calls', async ({ person }) => {
  const session = await person.beginS3(30);
  const get = await person.s3('GET', `/${session.key}`, session.token);
  expect([get.headers.get('allow'), await codeOf(get)]).toEqual([
    'GET, HEAD, PUT, POST, DELETE',
    '405 MethodNotAllowed',
  ]);
  expect((await person.s3('HEAD', `/${session.key}`, session.token)).status).toBe(404);
  await person.s3('PUT', `/${session.key}`, session.token, { body: bytesOf(30) });
  const head = await person.s3('HEAD', `/${session.key}`, session.token);
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '30']);
  expect((await person.s3('GET', '/u-turn', session.token)).status).toBe(404);
});

it('one session, two protocols takes parts by our own protocol and completes by the other', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const bytes = bytesOf(2 * MIB, 3);
  const session = await person.beginOwn({ sizeBytes: bytes.length });
  await person.part(session, 1, bytes.slice(0, MIB));
  const path = `/u-${session.upload_id}?partNumber=2&uploadId=${session.upload_id}`;
  const second = await person.s3('PUT', path, session.upload_token, { body: bytes.slice(MIB) });
  const list = await (
    await person.s3('GET', `/u-${session.upload_id}?uploadId=${session.upload_id}`, session.upload_token)
  ).text();
  const first = /<ETag>(.*?)<\/ETag>/.exec(list)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const body = completeBody([1, first], [2, second.headers.get('etag') ?? '']);
  const done = await person.s3('POST', `/u-${session.upload_id}?uploadId=${session.upload_id}`, session.upload_token, {
    body,
  });
  expect(done.status).toBe(200);
  const { file } = await person.complete(session.upload_id);
  expect(file).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', size: String(2 * MIB) });
  expect((await person.upload(bytes)).file.hash).toBe(file.hash);
});

it('one session, two protocols takes odd parts by the S3-style endpoint and completes by our own', async () => {
  const person = makeUploader({ limits: { partBytes: MIB } });
  const bytes = bytesOf(MIB + 5, 4);
  const session = await person.beginS3(bytes.length);
  await putPart(person, session, 1, bytes.slice(0, 3));
  await putPart(person, session, 2, bytes.slice(3));
  const { file } = await person.complete(session.uploadId);
  expect(file.phase).toBe('PHASE_TYPE_COMPLETE');
  expect((await person.upload(bytes)).file.hash).toBe(file.hash);
});
