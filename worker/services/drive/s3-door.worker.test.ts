import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ChunkDecoder } from './s3-door-chunks.ts';
import { bytesOf, MIB, makeUploader, type Uploader } from './upload-fixture.ts';

function completeBody(parts: readonly (readonly [number, string])[]): string {
  const inner = parts.map(
    ([part, etag]) => `<Part><PartNumber>${part}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
  );
  return `<?xml version="1.0"?><CompleteMultipartUpload>${inner.join('')}</CompleteMultipartUpload>`;
}

async function codeOf(answer: Response): Promise<string> {
  return `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''}`;
}

interface Door {
  key: string;
  token: string;
  uploadId: string;
}

async function putPart(
  person: Uploader,
  door: Door,
  part: number,
  bytes: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const answer = await person.s3('PUT', `/${door.key}?partNumber=${part}&uploadId=${door.uploadId}`, door.token, {
    body: bytes,
    headers,
  });
  return { answer, etag: answer.headers.get('etag') ?? '' };
}

describe('the S3-style door', () => {
  it('takes initiate, parts of any size with gaps in their numbers, and complete', async () => {
    const person = makeUploader();
    const bytes = bytesOf(1_000);
    const door = await person.beginS3(bytes.length);
    const initiated = await person.s3('POST', `/${door.key}?uploads`, door.token);
    expect(initiated.headers.get('content-type')).toBe('application/xml');
    expect(await initiated.text()).toContain(
      `<Bucket>magpie</Bucket><Key>${door.key}</Key><UploadId>${door.uploadId}</UploadId>`,
    );
    const last = await putPart(person, door, 9_000, bytes.slice(1));
    const first = await putPart(person, door, 7, bytes.slice(0, 1));
    expect(first.etag).toMatch(/^"[0-9a-f]{32}"$/);
    const body = completeBody([
      [7, first.etag],
      [9_000, last.etag],
    ]);
    const done = await person.s3('POST', `/${door.key}?uploadId=${door.uploadId}`, door.token, { body });
    expect(done.status).toBe(200);
    const text = await done.text();
    expect(text).toContain('<CompleteMultipartUploadResult><Location>');
    const again = await person.s3('POST', `/${door.key}?uploadId=${door.uploadId}`, door.token, { body });
    expect([again.status, await again.text()]).toEqual([200, text]);
    expect((await person.state(door.uploadId)).phase).toBe('PHASE_TYPE_COMPLETE');
  });

  it('takes a whole file in one PUT, and the same PUT again', async () => {
    const person = makeUploader();
    const door = await person.beginS3(500);
    for (let time = 0; time < 2; time += 1) {
      const answer = await person.s3('PUT', `/magpie/${door.key}`, door.token, { body: bytesOf(500) });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toMatch(/^".+"$/);
    }
    expect((await person.state(door.uploadId)).phase).toBe('PHASE_TYPE_COMPLETE');
    expect(await codeOf(await person.s3('PUT', `/${door.key}`, door.token, { body: bytesOf(501) }))).toBe(
      '404 NoSuchUpload',
    );
  });

  it('finds the token in either header or the query, and refuses without it', async () => {
    const person = makeUploader();
    const door = await person.beginS3(10);
    const path = `/${door.key}?uploadId=${door.uploadId}`;
    expect((await person.s3('GET', path, door.token)).status).toBe(200);
    expect((await person.s3('GET', path, '', { headers: { 'x-amz-security-token': door.token } })).status).toBe(200);
    expect((await person.s3('GET', `${path}&security-token=${door.token}`, '')).status).toBe(200);
    expect((await person.s3('GET', `${path}&X-Amz-Security-Token=${door.token}`, '')).status).toBe(200);
    expect(await codeOf(await person.s3('GET', path, ''))).toBe('403 AccessDenied');
    const other = await person.beginS3(10);
    expect(await codeOf(await person.s3('GET', path, other.token))).toBe('403 AccessDenied');
    expect(await codeOf(await person.s3('GET', `/${door.key}?uploadId=${other.uploadId}`, door.token))).toBe(
      '404 NoSuchUpload',
    );
  });

  it('never lets the sum of parts pass the declared size', async () => {
    const person = makeUploader();
    const door = await person.beginS3(100);
    expect((await putPart(person, door, 1, bytesOf(60))).answer.status).toBe(200);
    expect(await codeOf((await putPart(person, door, 2, bytesOf(41))).answer)).toBe('400 EntityTooLarge');
    expect((await putPart(person, door, 1, bytesOf(90))).answer.status).toBe(200);
    const race = await Promise.all([2, 3, 4, 5].map((part) => putPart(person, door, part, bytesOf(6))));
    expect(race.filter(({ answer }) => answer.status === 200)).toHaveLength(1);
    expect(await codeOf((await putPart(person, door, 10_001, bytesOf(1))).answer)).toBe('400 InvalidArgument');
  });

  it('checks order, etags and sizes of the list that completes', async () => {
    const person = makeUploader();
    const door = await person.beginS3(20);
    const [one, two] = [await putPart(person, door, 1, bytesOf(10)), await putPart(person, door, 2, bytesOf(10))];
    const complete = async (parts: [number, string][]) =>
      codeOf(
        await person.s3('POST', `/${door.key}?uploadId=${door.uploadId}`, door.token, { body: completeBody(parts) }),
      );
    expect(
      await complete([
        [2, two.etag],
        [1, one.etag],
      ]),
    ).toBe('400 InvalidPartOrder');
    expect(
      await complete([
        [1, one.etag],
        [2, one.etag],
      ]),
    ).toBe('400 InvalidPart');
    expect(
      await complete([
        [1, one.etag],
        [3, two.etag],
      ]),
    ).toBe('400 InvalidPart');
    expect(await complete([[1, one.etag]])).toBe('400 IncompleteBody');
    expect(await complete([])).toBe('400 MalformedXML');
    expect(
      await complete([
        [1, one.etag],
        [2, two.etag],
      ]),
    ).toBe('200 ');
  });

  it('lists parts in pages', async () => {
    const person = makeUploader();
    const door = await person.beginS3(50);
    for (const part of [2, 4, 6]) await putPart(person, door, part, bytesOf(5));
    const path = `/${door.key}?uploadId=${door.uploadId}&max-parts=2`;
    const first = await (await person.s3('GET', path, door.token)).text();
    expect([...first.matchAll(/<PartNumber>(\d+)</g)].map(([, part]) => part)).toEqual(['2', '4']);
    expect(first).toContain(
      '<NextPartNumberMarker>4</NextPartNumberMarker><MaxParts>2</MaxParts><IsTruncated>true</IsTruncated>',
    );
    const second = await (await person.s3('GET', `${path}&part-number-marker=4`, door.token)).text();
    expect([...second.matchAll(/<PartNumber>(\d+)</g)].map(([, part]) => part)).toEqual(['6']);
    expect(second).toContain('<IsTruncated>false</IsTruncated>');
  });

  it('refuses bytes whose Content-MD5 is another, and shows nothing of them', async () => {
    const person = makeUploader();
    const door = await person.beginS3(30);
    const bytes = bytesOf(30);
    const right = createHash('md5').update(bytes).digest('base64');
    const wrong = createHash('md5').update('other').digest('base64');
    expect(await codeOf((await putPart(person, door, 1, bytes, { 'content-md5': wrong })).answer)).toBe(
      '400 BadDigest',
    );
    expect((await person.state(door.uploadId)).parts).toEqual([]);
    expect((await putPart(person, door, 1, bytes, { 'content-md5': right })).answer.status).toBe(200);
  });

  it('wants to know the length of a body', async () => {
    const person = makeUploader();
    const door = await person.beginS3(30);
    const path = `/${door.key}?partNumber=1&uploadId=${door.uploadId}`;
    expect(await codeOf(await person.s3('PUT', path, door.token, { body: new Blob([bytesOf(30)]).stream() }))).toBe(
      '411 MissingContentLength',
    );
  });

  it('takes aws-chunked bodies apart', async () => {
    const person = makeUploader();
    const bytes = bytesOf(70_000);
    const door = await person.beginS3(bytes.length);
    const text = new TextEncoder();
    const signature = `;chunk-signature=${'a'.repeat(64)}`;
    const body = await new Blob([
      text.encode(`${(65_536).toString(16)}${signature}\r\n`),
      bytes.slice(0, 65_536),
      text.encode(`\r\n${(70_000 - 65_536).toString(16)}${signature}\r\n`),
      bytes.slice(65_536),
      text.encode(`\r\n0${signature}\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n`),
    ]).arrayBuffer();
    const headers = { 'content-encoding': 'aws-chunked', 'x-amz-decoded-content-length': String(bytes.length) };
    const answer = await person.s3('PUT', `/${door.key}`, door.token, { body: new Uint8Array(body), headers });
    expect(answer.status).toBe(200);
    const { file } = await person.complete(door.uploadId);
    const direct = await person.upload(bytes);
    expect(file.hash).toBe(direct.file.hash);
    const short = await person.beginS3(bytes.length);
    const cut = await person.s3('PUT', `/${short.key}`, short.token, {
      body: new Uint8Array(body).slice(0, 50_000),
      headers,
    });
    expect(await codeOf(cut)).toBe('503 ServiceUnavailable');
    expect((await person.state(short.uploadId)).parts).toEqual([]);
  });

  it('starts over when an upload is initiated again, and ends it on DELETE', async () => {
    const person = makeUploader();
    const door = await person.beginS3(30);
    await putPart(person, door, 1, bytesOf(30));
    await person.s3('POST', `/${door.key}?uploads`, door.token);
    expect((await person.state(door.uploadId)).parts).toEqual([]);
    expect((await person.s3('DELETE', `/${door.key}?uploadId=${door.uploadId}`, door.token)).status).toBe(204);
    expect(await codeOf((await putPart(person, door, 1, bytesOf(30))).answer)).toBe('404 NoSuchUpload');
  });

  it('answers only its own calls', async () => {
    const person = makeUploader();
    const door = await person.beginS3(30);
    expect(await codeOf(await person.s3('GET', `/${door.key}`, door.token))).toBe('405 MethodNotAllowed');
    expect((await person.s3('GET', '/u-turn', door.token)).status).toBe(404);
  });
});

describe('one session, two doors', () => {
  it('takes parts by our own door and completes by the other', async () => {
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
    const body = completeBody([
      [1, first],
      [2, second.headers.get('etag') ?? ''],
    ]);
    const done = await person.s3(
      'POST',
      `/u-${session.upload_id}?uploadId=${session.upload_id}`,
      session.upload_token,
      { body },
    );
    expect(done.status).toBe(200);
    const { file } = await person.complete(session.upload_id);
    expect(file).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', size: String(2 * MIB) });
    expect((await person.upload(bytes)).file.hash).toBe(file.hash);
  });

  it('takes odd parts by the S3-style door and completes by our own', async () => {
    const person = makeUploader({ limits: { partBytes: MIB } });
    const bytes = bytesOf(MIB + 5, 4);
    const door = await person.beginS3(bytes.length);
    await putPart(person, door, 1, bytes.slice(0, 3));
    await putPart(person, door, 2, bytes.slice(3));
    const { file } = await person.complete(door.uploadId);
    expect(file.phase).toBe('PHASE_TYPE_COMPLETE');
    expect((await person.upload(bytes)).file.hash).toBe(file.hash);
  });
});

describe('chunk framing', () => {
  it.each([1, 2, 3, 7, 1_000])('is read in bites of %i bytes', (bite) => {
    const framed = new TextEncoder().encode('5;chunk-signature=ab\r\nhello\r\n6\r\n world\r\n0\r\ntrailer: x\r\n\r\n');
    const decoder = new ChunkDecoder();
    let text = '';
    for (let at = 0; at < framed.length; at += bite)
      decoder.push(framed.subarray(at, at + bite), (content) => (text += new TextDecoder().decode(content)));
    decoder.finish();
    expect(text).toBe('hello world');
  });

  it.each(['xyz\r\nhello\r\n0\r\n', '3\r\nhello\r\n0\r\n', `${'1'.repeat(5_000)}`])(
    'is refused when broken: %.20s',
    (framed) => {
      expect(() => new ChunkDecoder().push(new TextEncoder().encode(framed), () => {})).toThrow();
    },
  );
});
