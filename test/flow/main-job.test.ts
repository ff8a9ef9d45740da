/**
 * The main job over plain HTTP, by a program with nothing but the wire contract, on the real server, across a kill.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { makeWireClient, type Person, sha256, type WireClient } from './wire-client.ts';

let server: TestServer;
let wire: WireClient;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  server = await startServer();
  wire = makeWireClient(server.origin);
  alice = await wire.signIn('alice@example.com');
  bob = await wire.signIn('bob@example.com');
});

afterAll(() => server?.stop());

test('a file is uploaded, shared by passcode, saved by another person, and survives a kill byte for byte', async () => {
  const bytes = new Uint8Array(randomBytes(12_345_678));
  const fileId = await wire.upload(alice, { name: '写真 фото.bin', bytes });

  const shared = await alice.post('/drive/v1/share', {
    file_ids: [fileId],
    share_to: 'encryptedlink',
    pass_code_option: 'REQUIRED',
    expiration_days: -1,
  });
  expect(shared.status).toBe(200);
  const { share_id: shareId, pass_code: passCode, share_url: shareUrl } = shared.body;
  expect(passCode).toMatch(/^[a-z0-9]{4}$/);
  expect(shareUrl).toBe(`${server.origin}/s/${shareId}`);
  expect(shareUrl).not.toContain(passCode);

  const locked = await wire.call('GET', '/drive/v1/share', { query: { share_id: shareId } });
  expect(locked.body).toMatchObject({ share_status: 'PASS_CODE_EMPTY', files: [], file_num: '0', title: '' });
  const wrong = await wire.call('GET', '/drive/v1/share', { query: { share_id: shareId, pass_code: 'zzzz' } });
  expect(wrong.body).toMatchObject({ share_status: 'PASS_CODE_ERROR', files: [], pass_code_token: '' });
  const open = await wire.call('GET', '/drive/v1/share', { query: { share_id: shareId, pass_code: passCode } });
  expect(open.body).toMatchObject({ share_status: 'OK', file_num: '1' });
  expect(open.body.files[0]).toMatchObject({ id: fileId, name: '写真 фото.bin', size: String(bytes.length) });
  const passCodeToken = open.body.pass_code_token;

  const own = await alice.post('/drive/v1/share/restore', {
    share_id: shareId,
    pass_code_token: passCodeToken,
    file_ids: [fileId],
  });
  expect([own.status, own.body.error, own.body.error_code]).toEqual([400, 'file_restore_own', 9]);

  const saved = await bob.post('/drive/v1/share/restore', {
    share_id: shareId,
    pass_code_token: passCodeToken,
    file_ids: [fileId],
  });
  expect(saved.status).toBe(200);
  expect(['RESTORE_START', 'RESTORE_COMPLETE']).toContain(saved.body.restore_status);
  const task = await wire.waitTask(bob, saved.body.restore_task_id);
  expect(task.body).toMatchObject({ type: 'restore', phase: 'PHASE_TYPE_COMPLETE', progress: 100 });
  const copyId = JSON.parse(task.body.params.trace_file_ids)[fileId];

  const before = await bob.get(`/drive/v1/files/${copyId}`);
  expect(sha256((await wire.download(before.body.links['application/octet-stream'].url)).bytes)).toBe(sha256(bytes));

  await server.kill9();
  server = await startServer({ dataDir: server.dataDir, port: server.port });

  const after = await bob.get(`/drive/v1/files/${copyId}`);
  expect(after.status).toBe(200);
  const url = after.body.links['application/octet-stream'].url;
  const whole = await wire.download(url);
  expect([whole.status, sha256(whole.bytes)]).toEqual([200, sha256(bytes)]);
  const range = await wire.download(url, 'bytes=8388600-8388700');
  expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 8388600-8388700/${bytes.length}`]);
  expect(sha256(range.bytes)).toBe(sha256(bytes.slice(8388600, 8388701)));
  const still = await wire.call('GET', '/drive/v1/share', {
    query: { share_id: shareId, pass_code_token: passCodeToken },
  });
  expect(still.body.share_status).toBe('OK');
});
