/** Ways in that a person, or a visitor of the person, began before a block: all of them end with it. */
import { Buffer } from 'node:buffer';
import { beforeAll, expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import type { Endpoint } from '#shared/contract.ts';
import { COLLECT_SECRET_HEADER } from '#shared/drive/collect/visitor.contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { SENDING_PART_BYTES } from '#shared/drive/sending/sending-terms.ts';
import { asUserId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { type OssCredentials, ossHeaders } from '#worker/services/drive/upload/s3/signature/signing-fixture.ts';
import { makeCollectLink } from './cases/collect/collect.cases.ts';
import { refusalOf } from './cases/grants/guest-view.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { codeBody, decide, deviceBody, makeCode, startDevice } from './cases/oauth.cases.ts';
import { ask, cookieOf } from './page-visits.ts';
import { type Ask, env, ORIGIN, runningServer, send } from './send.ts';
import { visit } from './visit.ts';
import { beginUpload, bytesOf, freshName, makeFolder, ok, type Person, seed } from './world.ts';

const HOST = { host: new URL(ORIGIN).host };

async function act(person: string, name: 'block' | 'unblock'): Promise<void> {
  const headers = { ...HOST, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const body = JSON.stringify({ person, act: name, reason: 'by a test' });
  const answer = await visit('/_internal/people/act', { body, headers });
  expect(answer.status).toBe(200);
}

/** A person with a refresh token. */
async function makePerson(): Promise<Person & { email: string }> {
  const { email, userId } = await newcomer();
  const body = { client_id: 'cli', username: email, password: NEWCOMERS_PASSWORD };
  const { access_token: token, refresh_token: refreshToken } = await ok(authContract.signIn, { body });
  return { email, userId: asUserId(userId), token, refreshToken: refreshToken ?? '' };
}

beforeAll(seed);

const refreshBody = (refreshToken: string, clientId = 'cli') => ({
  body: { client_id: clientId, grant_type: 'refresh_token', refresh_token: refreshToken },
});

async function openWindow(token: string): Promise<{ closed: Promise<number> }> {
  const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `magpie.v1, bearer.${token}` };
  const { webSocket } = await send(driveContract.live, { headers });
  if (!webSocket) throw new Error('no socket');
  const closed = new Promise<number>((resolve) => webSocket.addEventListener('close', ({ code }) => resolve(code)));
  webSocket.accept();
  return { closed };
}

test('tokens, codes, devices, cookies and open windows of a person end with the block, and stay ended after it', async () => {
  const person = await makePerson();
  const code = await makeCode(person);
  const allowed = await startDevice();
  await decide(person, allowed.user_code, true);
  const waiting = await startDevice();
  const device = await startDevice();
  await decide(person, device.user_code, true);
  const onDevice = await ok(authContract.token, { body: deviceBody(device.device_code) });
  const cookie = await cookieOf(person.email, NEWCOMERS_PASSWORD);
  expect((await ask(cookie, '/drive/account')).status).toBe(200);
  const window = await openWindow(person.token);

  await act(person.userId, 'block');
  expect(await window.closed).toBe(4401);
  const refusals = async () => [
    await refusalOf(authContract.token, refreshBody(person.refreshToken)),
    await refusalOf(authContract.token, refreshBody(onDevice.refresh_token ?? '', 'tv')),
    await refusalOf(authContract.token, { body: codeBody(code) }),
    await refusalOf(authContract.token, { body: deviceBody(allowed.device_code) }),
    (await ask(cookie, '/drive/account')).status,
  ];
  expect((await send(driveContract.live, { token: onDevice.access_token })).status).toBe(401);
  await expect(decide(person, waiting.user_code, true)).rejects.toThrow();
  const first = await refusals();
  expect(first.slice(0, 2)).toEqual(['invalid_grant', 'invalid_grant']);
  expect(first.slice(2)).toEqual(['invalid_grant', 'invalid_grant', 303]);

  await act(person.userId, 'unblock');
  expect((await refusals()).slice(0, 2)).toEqual(['invalid_grant', 'invalid_grant']);
  expect(await refusalOf(driveContract.list, { token: person.token })).toBe('unauthenticated');
});

/** A call of a storage client. */
async function bucket(
  base: string,
  method: string,
  query: string,
  credentials: OssCredentials,
  body: Uint8Array<ArrayBuffer> | null,
) {
  const headers = { host: new URL(base).host, ...ossHeaders(credentials, method, `${base}?${query}`) };
  const answer = await runningServer(
    new Request(`${base}?${query}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-length': String(body.length) } : {}) },
      body,
    }),
  );
  return { status: answer.status, text: await answer.text() };
}

test('running uploads of a person and of visitors of the links that collect end with the block', async () => {
  const person = await makePerson();
  const { token } = person;
  const { file, resumable } = await ok(driveContract.create, {
    token,
    body: { kind: 'drive#file', name: freshName(), size: 5, resumable: { provider: 'PROVIDER_ALIYUN' } },
  });
  expect(file?.phase).toBe('PHASE_TYPE_PENDING');
  if (!resumable) throw new Error('no credentials');
  const key = resumable.params;
  const base = `${new URL(ORIGIN).protocol}//${key.endpoint}/${key.key}`;
  const started = await bucket(base, 'POST', 'uploads', key, null);
  const uploadId = encodeURIComponent(/<UploadId>([^<]+)</.exec(started.text)?.[1] ?? '');
  const own = await beginUpload(person);
  const folderId = await makeFolder(person);
  const link = await makeCollectLink(person, {}, folderId);
  const bytes = new Uint8Array(SENDING_PART_BYTES + 5).fill(120);
  const fileKey = newWireId();
  const headers = { [COLLECT_SECRET_HEADER]: newWireId() };
  const visitor = async (endpoint: Endpoint, more: Ask = {}) =>
    (await send(endpoint, { headers, ...more, params: { id: link, key: fileKey, ...more.params } })).status;
  const part = (number: number) => {
    const content = bytes.slice((number - 1) * SENDING_PART_BYTES, number * SENDING_PART_BYTES);
    return visitor(driveContract.collectSendPart, { params: { part: number }, bytes: content });
  };
  const finish = () => visitor(driveContract.collectSendComplete);
  const head = Buffer.from(bytes.slice(0, 512)).toString('base64');
  const begin = () =>
    visitor(driveContract.collectSend, { body: { key: fileKey, name: 'a.txt', size: bytes.length, head } });
  expect(await begin()).toBe(200);
  expect(await part(1)).toBe(200);

  await act(person.userId, 'block');
  const refused = { status: 403, text: expect.stringContaining('<Error>') };
  expect(await bucket(base, 'PUT', `partNumber=1&uploadId=${uploadId}`, key, bytesOf('12345'))).toMatchObject(refused);
  const list = bytesOf('<CompleteMultipartUpload></CompleteMultipartUpload>');
  expect(await bucket(base, 'POST', `uploadId=${uploadId}`, key, list)).toMatchObject(refused);
  expect(await refusalOf(driveContract.uploadComplete, { token, params: { id: own.session.upload_id } })).toBe(
    'unauthenticated',
  );
  expect([await part(2), await finish(), await begin()]).toEqual([404, 404, 404]);

  // Nothing was deleted: a visitor goes on when the block ends.
  await act(person.userId, 'unblock');
  expect([await part(2), await finish()]).toEqual([200, 200]);
});
