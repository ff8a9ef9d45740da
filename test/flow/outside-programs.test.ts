/**
 * Programs of other people against the real server, untouched but for its address: clients of the storage protocols, of OAuth, and command
 * lines. A program that is not installed is named; on Debian as root `npm test` installs all.
 */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { createRequire } from 'node:module';
import type { LookupFunction } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import * as openid from 'openid-client';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { serverOfFile } from '#test/server.ts';
import { findProgram, type Program, run } from './outside-programs.ts';
import { makeWireClient, sha256 } from './wire-client.ts';

/** The part of its interface that is used here; the package has no types. */
interface OssClient {
  put(key: string, body: Buffer): Promise<unknown>;
  putStream(key: string, body: Readable): Promise<unknown>;
  multipartUpload(key: string, body: Buffer, options: { partSize: number; parallel: number }): Promise<unknown>;
  signatureUrl(key: string, options: { method: string; 'Content-Type': string }): string;
}
type OssClass = new (options: Record<string, unknown>) => OssClient;
const OSS = createRequire(import.meta.url)('ali-oss') as OssClass;

interface Credentials {
  readonly access_key_id: string;
  readonly access_key_secret: string;
  readonly security_token: string;
  readonly bucket: string;
  readonly endpoint: string;
  readonly key: string;
}

const toLoopback: LookupFunction = (_host, options, done) => lookup('localhost', options, done);

const BYTES = randomBytes(300_000);
/** More than the smallest part of a multipart upload. */
const LARGE = randomBytes(6 * 1024 * 1024);
const folder = scratchFolder();

const server = await serverOfFile();
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');

async function begin(bytes: Buffer): Promise<{ credentials: Credentials; taskId: string }> {
  const body = {
    kind: 'drive#file',
    name: `outside ${randomBytes(4).toString('hex')}.bin`,
    size: String(bytes.length),
    upload_type: 'UPLOAD_TYPE_RESUMABLE',
    resumable: { provider: 'PROVIDER_ALIYUN' },
  };
  const answer = await alice.post('/drive/v1/files', body);
  return { credentials: answer.body.resumable.params, taskId: answer.body.task.id };
}

/** The file holds the bytes that the program sent. */
async function expectFile(taskId: string, bytes: Buffer): Promise<void> {
  const task = await wire.waitTask(alice, taskId);
  expect(task.body.phase).toBe('PHASE_TYPE_COMPLETE');
  const { body } = await alice.get(`/drive/v1/files/${task.body.file_id}`);
  const content = await wire.download(body.web_content_link);
  expect(sha256(content.bytes)).toBe(sha256(bytes));
}

describe.each([
  ['version 1', {}],
  ['version 4', { authorizationV4: true, region: 'oss-any' }],
])('ali-oss that signs by %s', (_version, options) => {
  const clientOf = ({ access_key_id, access_key_secret, security_token, bucket, endpoint }: Credentials, secret = '') =>
    new OSS({
      accessKeyId: access_key_id,
      accessKeySecret: secret || access_key_secret,
      stsToken: security_token,
      bucket,
      endpoint: `http://${endpoint}`,
      cname: true,
      secure: false,
      refreshSTSTokenInterval: 1e9,
      retryMax: 0,
      refreshSTSToken: async () => ({}),
      ...options,
    });

  test.each<[string, Buffer, (client: OssClient, key: string, bytes: Buffer) => Promise<unknown>]>([
    ['a buffer', BYTES, (client, key, bytes) => client.put(key, bytes)],
    ['a stream', BYTES, (client, key, bytes) => client.putStream(key, Readable.from([bytes]))],
    ['parts', BYTES, (client, key, bytes) => client.multipartUpload(key, bytes, { partSize: 102_400, parallel: 3 })],
    [
      'a signed address',
      BYTES,
      async (client, key, bytes) => {
        const type = 'application/octet-stream';
        const url = client.signatureUrl(key, { method: 'PUT', 'Content-Type': type });
        const body = Uint8Array.from(bytes);
        const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body });
        expect([answer.status, await answer.text()]).toEqual([200, '']);
      },
    ],
  ])('sends %s', async (_what, bytes, send) => {
    const { credentials, taskId } = await begin(bytes);
    await send(clientOf(credentials), credentials.key, bytes);
    await expectFile(taskId, bytes);
  });

  test('is refused with another secret', async () => {
    const { credentials } = await begin(BYTES);
    await expect(clientOf(credentials, 'other').put(credentials.key, BYTES)).rejects.toMatchObject({
      code: 'SignatureDoesNotMatch',
      status: 403,
    });
  });
});

describe.each([
  ['the bucket in the path', true],
  ['the bucket in the host', false],
])('client-s3 with %s', (_how, forcePathStyle) => {
  const clientOf = ({ access_key_id, access_key_secret, security_token, endpoint }: Credentials, secret = '') =>
    new S3Client({
      endpoint: `http://${endpoint}`,
      region: 'any-1',
      forcePathStyle,
      maxAttempts: 1,
      // Names below localhost are not known to every machine.
      requestHandler: { httpAgent: new Agent({ lookup: toLoopback }) },
      credentials: {
        accessKeyId: access_key_id,
        secretAccessKey: secret || access_key_secret,
        sessionToken: security_token,
      },
    });
  const target = ({ bucket, key }: Credentials) => ({ Bucket: bucket, Key: key });

  test.each<
    [string, Buffer, (client: S3Client, to: { Bucket: string; Key: string }, bytes: Buffer) => Promise<unknown>]
  >([
    ['a buffer', BYTES, (client, to, bytes) => client.send(new PutObjectCommand({ ...to, Body: bytes }))],
    [
      'a stream, in chunks with a trailer',
      BYTES,
      (client, to, bytes) =>
        client.send(new PutObjectCommand({ ...to, Body: Readable.from([bytes]), ContentLength: bytes.length })),
    ],
    [
      'parts by lib-storage',
      LARGE,
      (client, to, bytes) =>
        new Upload({ client, params: { ...to, Body: bytes }, partSize: 5 * 1024 * 1024, queueSize: 2 }).done(),
    ],
  ])('sends %s', async (_what, bytes, send) => {
    const { credentials, taskId } = await begin(bytes);
    await send(clientOf(credentials), target(credentials), bytes);
    await expectFile(taskId, bytes);
  });

  test('lists parts, aborts, and sends again', async () => {
    const { credentials, taskId } = await begin(BYTES);
    const client = clientOf(credentials);
    const to = target(credentials);
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(to));
    await client.send(new UploadPartCommand({ ...to, UploadId, PartNumber: 1, Body: BYTES }));
    const { Parts } = await client.send(new ListPartsCommand({ ...to, UploadId }));
    expect(Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([[1, BYTES.length]]);
    await client.send(new AbortMultipartUploadCommand({ ...to, UploadId }));
    await client.send(new PutObjectCommand({ ...to, Body: BYTES }));
    await expectFile(taskId, BYTES);
  });

  test('is refused with another secret', async () => {
    const { credentials } = await begin(BYTES);
    const sending = clientOf(credentials, 'other').send(new PutObjectCommand({ ...target(credentials), Body: BYTES }));
    await expect(sending).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
  });
});

test('openid-client discovers the service, refreshes, introspects and revokes', async () => {
  const insecure = { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' as const };
  const config = await openid.discovery(new URL(server.origin), 'cli', undefined, openid.None(), insecure);
  const { refreshToken } = await wire.signIn('bob@example.com');
  const tokens = await openid.refreshTokenGrant(config, refreshToken);
  expect(tokens.token_type).toBe('bearer');
  const about = await openid.fetchProtectedResource(
    config,
    tokens.access_token,
    new URL('/drive/v1/about', server.origin),
    'GET',
  );
  expect(await about.json()).toMatchObject({ kind: 'drive#about' });
  expect(await openid.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
  await openid.tokenRevocation(config, tokens.refresh_token ?? '');
  await expect(openid.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

/** One second of silence that a player reads. */
function wave(): Buffer {
  const [rate, bytes] = [8_000, 16_000];
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + bytes, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(bytes, 40);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

async function linkTo(name: string, bytes: Buffer): Promise<string> {
  const id = await wire.upload(alice, { name, bytes });
  const { body } = await alice.get(`/drive/v1/files/${id}`);
  return body.web_content_link;
}

const program = (name: Program) => {
  const file = findProgram(name);
  return { file: file ?? '', test: test.skipIf(file === undefined) };
};
const inFolder = (name: string) => path.join(folder, name);
const read = (name: string) => sha256(readFileSync(inFolder(name)));

const curl = program('curl');
curl.test('curl sends a file, reads it, and goes on where a download stopped', async () => {
  writeFileSync(inFolder('sent'), BYTES);
  const address = `${server.origin}/drive/v1/uploads?name=curl.bin`;
  const bearer = `authorization: Bearer ${alice.token}`;
  const options = ['-sS', '--fail-with-body', '-X', 'POST', '-T', inFolder('sent'), '-H', bearer];
  const sent = await run(curl.file, [...options, address]);
  expect(sent.code, sent.output).toBe(0);
  const { file } = JSON.parse(sent.output);
  const { body } = await alice.get(`/drive/v1/files/${file.id}`);
  writeFileSync(inFolder('got'), BYTES.subarray(0, 100_000));
  const got = await run(curl.file, ['-sS', '--fail', '-C', '-', '-o', inFolder('got'), body.web_content_link]);
  expect(got.code, got.output).toBe(0);
  expect(read('got')).toBe(sha256(BYTES));
});

const wget = program('wget');
wget.test('wget goes on where a download stopped', async () => {
  const link = await linkTo('wget.bin', BYTES);
  writeFileSync(inFolder('wget.bin'), BYTES.subarray(0, 100_000));
  const ran = await run(wget.file, ['-q', '-c', '-O', inFolder('wget.bin'), link]);
  expect(ran.code, ran.output).toBe(0);
  expect(read('wget.bin')).toBe(sha256(BYTES));
});

const aria2 = program('aria2');
aria2.test('aria2 reads a file by 16 connections', async () => {
  const link = await linkTo('aria2.bin', LARGE);
  const options = ['--no-conf', '-q', '-x16', '-s16', '-k1M', '--min-split-size=1M', '--file-allocation=none'];
  const ran = await run(aria2.file, [...options, '-d', folder, '-o', 'aria2.bin', link]);
  expect(ran.code, ran.output).toBe(0);
  expect(read('aria2.bin')).toBe(sha256(LARGE));
});

const ffmpeg = program('ffmpeg');
ffmpeg.test('ffmpeg plays a link and seeks in it', async () => {
  const link = await linkTo('tone.wav', wave());
  const ran = await run(ffmpeg.file, ['-v', 'error', '-ss', '0.5', '-i', link, '-f', 'null', '-']);
  expect([ran.code, ran.output]).toEqual([0, '']);
});

const rclone = program('rclone');
rclone.test.each([
  ['a small file', BYTES],
  ['a file in parts', LARGE],
])('rclone sends %s and reads a link', async (_what, bytes) => {
  const { credentials, taskId } = await begin(bytes);
  const name = `rclone-${bytes.length}`;
  writeFileSync(inFolder(name), bytes);
  const settings = {
    type: 's3',
    provider: 'Other',
    region: 'any-1',
    endpoint: `http://${credentials.endpoint}`,
    access_key_id: credentials.access_key_id,
    secret_access_key: credentials.access_key_secret,
    session_token: credentials.security_token,
    no_check_bucket: 'true',
    upload_cutoff: '5M',
    chunk_size: '5M',
  };
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}`);
  writeFileSync(inFolder('rclone.conf'), `[magpie]\n${lines.join('\n')}\n`);
  const options = ['--config', inFolder('rclone.conf'), '--s3-no-head', '--retries', '1', '--low-level-retries', '1'];
  const to = `magpie:${credentials.bucket}/${credentials.key}`;
  const ran = await run(rclone.file, [...options, 'copyto', inFolder(name), to]);
  expect(ran.code, ran.output).toBe(0);
  await expectFile(taskId, bytes);
  const copied = await run(rclone.file, ['copyurl', await linkTo(`${name}.bin`, bytes), inFolder(`${name}.back`)]);
  expect(copied.code, copied.output).toBe(0);
  expect(read(`${name}.back`)).toBe(sha256(bytes));
});
