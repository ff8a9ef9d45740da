import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { bytesOf, codeOf, makeUploader, ORIGIN, refusalOf } from '../upload-fixture.ts';
import { ossHeaders } from './signature/signing-fixture.ts';

it('the S3-style endpoint refuses what is not signed with the secret of its token; one of our own protocol is a bearer there', async () => {
  const person = makeUploader();
  const session = await person.beginS3(10);
  const path = `/${session.key}?uploadId=${session.uploadId}`;
  const none = await person.s3('GET', `${path}&security-token=${session.token}`, '');
  expect(await codeOf(none)).toBe('403 AccessDenied');
  const headers = ossHeaders({ ...session.params, access_key_secret: 'other' }, 'GET', ORIGIN + path);
  expect(await codeOf(await person.s3('GET', path, session.token, { headers }))).toBe('403 SignatureDoesNotMatch');
  const late = { ...headers, 'x-oss-date': new Date(Date.now() - 16 * 60_000).toUTCString() };
  expect(await codeOf(await person.s3('GET', path, session.token, { headers: late }))).toBe('403 RequestTimeTooSkewed');
  const foreign = { ...headers, authorization: headers['authorization']?.replace('STS.', 'STS.0') ?? '' };
  expect(await codeOf(await person.s3('GET', path, session.token, { headers: foreign }))).toBe(
    '403 InvalidAccessKeyId',
  );
  const own = await person.beginOwn({ sizeBytes: 10 });
  const bearer = { headers: { 'x-upload-token': own.upload_token } };
  expect((await person.s3('GET', `/u-${own.upload_id}?uploadId=${own.upload_id}`, '', bearer)).status).toBe(200);
  expect(
    await refusalOf(person.part({ ...own, upload_id: session.uploadId, upload_token: session.token }, 1, bytesOf(10))),
  ).toBe('permission_denied/upload_token_wrong');
});

it('the S3-style endpoint compares the body with the digest that is signed, also where no header names it', async () => {
  const person = makeUploader();
  const session = await person.beginS3(10);
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${at.slice(0, 8)}/any/s3/aws4_request`;
  const hex = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text);
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = `host:\nx-amz-date:${at}\nx-amz-security-token:${session.token}\n`;
  const names = 'host;x-amz-date;x-amz-security-token';
  const sign = (payload: string) => {
    const canonical = [
      'PUT',
      `/${session.key}`,
      '',
      lines.replace('host:', `host:${new URL(ORIGIN).host}`),
      names,
      payload,
    ];
    const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical.join('\n'))].join('\n');
    const key = scope
      .split('/')
      .reduce<string | Uint8Array>(
        (before, part) => hex(before, part).digest(),
        `AWS4${session.params.access_key_secret}`,
      );
    return hex(key, text).digest('hex');
  };
  const put = (payload: string, header: Record<string, string>) =>
    person.s3('PUT', `/${session.key}`, '', {
      body: bytesOf(10),
      headers: {
        'x-amz-date': at,
        'x-amz-security-token': session.token,
        ...header,
        authorization: `AWS4-HMAC-SHA256 Credential=${session.params.access_key_id}/${scope}, SignedHeaders=${names}, Signature=${sign(payload)}`,
      },
    });
  const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  expect(await codeOf(await put(sha256(''), {}))).toBe('400 BadDigest');
  expect(await codeOf(await put(sha256('other'), { 'x-amz-content-sha256': sha256('other') }))).toBe('400 BadDigest');
  expect(await codeOf(await put(sha256(''), unsigned))).toBe('403 SignatureDoesNotMatch');
  expect((await person.state(session.uploadId)).parts).toEqual([]);
  expect((await put('UNSIGNED-PAYLOAD', unsigned)).status).toBe(200);
});
