/**
 * Bad input over plain HTTP on the real server: a clear catalogue error with the status of the wire contract, nothing done.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { passCheck } from '#test/seed/human.ts';
import { serverOfFile } from '#test/server.ts';
import { makeWireClient, type Person } from './wire-client.ts';

const LIMITS = { freeStorageBytes: 20_000_000, passCodeAttempts: 8 };

const server = await serverOfFile({ env: { LIMITS: JSON.stringify(LIMITS) } });
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');
const bob = await wire.signIn('bob@example.com');

const fileId = await wire.upload(alice, { name: 'kept.txt', bytes: new TextEncoder().encode('kept') });

async function names(person: Person): Promise<string[]> {
  const listed = await person.get('/drive/v1/files', { limit: '1000' });
  return listed.body.files.map((file: { name: string }) => file.name).sort();
}

describe('a request that is wrong', () => {
  const cases: [
    string,
    string,
    string,
    { body?: unknown; query?: Record<string, string>; token?: 'alice' | 'bob' | 'none' | 'forged' },
    number,
    string,
  ][] = [
    ['without a token', 'GET', '/drive/v1/files', { token: 'none' }, 401, 'unauthenticated'],
    ['with a forged token', 'GET', '/drive/v1/files', { token: 'forged' }, 401, 'unauthenticated'],
    ['with malformed JSON', 'POST', '/drive/v1/files', { body: '{"kind":' }, 400, 'invalid_argument'],
    [
      'with a negative size',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#file', name: 'a', size: -1 } },
      400,
      'invalid_argument',
    ],
    [
      'with a fractional size',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#file', name: 'a', size: '1.5' } },
      400,
      'invalid_argument',
    ],
    [
      'with a size that is no number',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#file', name: 'a', size: 'big' } },
      400,
      'invalid_argument',
    ],
    [
      'with a size past every drive',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#file', name: 'a', size: '999999999999999' } },
      400,
      'file_too_large',
    ],
    [
      'with more bytes than the drive has space for',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#file', name: 'a', size: 30_000_000 } },
      400,
      'file_space_not_enough',
    ],
    [
      'of an unknown kind',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#thing', name: 'a' } },
      400,
      'invalid_argument',
    ],
    [
      'with a name of dots',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#folder', name: '..' } },
      400,
      'file_name_invalid',
    ],
    [
      'with a slash in a name',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#folder', name: 'a/b' } },
      400,
      'file_name_invalid',
    ],
    [
      'with a NUL in a name',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#folder', name: 'a\u0000b' } },
      400,
      'file_name_invalid',
    ],
    [
      'with a name too long',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#folder', name: 'ж'.repeat(128) } },
      400,
      'file_name_invalid',
    ],
    [
      'into a folder that is not there',
      'POST',
      '/drive/v1/files',
      { body: { kind: 'drive#folder', name: 'a', parent_id: 'VnoSuchFolder_noSuchFolder0' } },
      404,
      'file_not_found',
    ],
    ['for a file that is not there', 'GET', '/drive/v1/files/VnoSuchFile_noSuchFile_000', {}, 404, 'file_not_found'],
    [
      'for an id that is no id',
      'GET',
      `/drive/v1/files/${encodeURIComponent('../../etc/passwd')}`,
      {},
      404,
      'file_not_found',
    ],
    [
      'with filters that are no JSON',
      'GET',
      '/drive/v1/files',
      { query: { filters: '{trashed' } },
      400,
      'invalid_argument',
    ],
    [
      'with a page token made up',
      'GET',
      '/drive/v1/files',
      { query: { page_token: 'abc.def' } },
      400,
      'invalid_argument',
    ],
    ['with an empty batch', 'POST', '/drive/v1/files:batchTrash', { body: { ids: [] } }, 400, 'invalid_argument'],
    ['for a task that is not there', 'GET', '/drive/v1/tasks/VnoSuchTask_noSuchTask_000', {}, 404, 'not_found'],
    [
      'with an unknown client',
      'POST',
      '/v1/auth/signin',
      { token: 'none', body: { client_id: 'nobody', username: 'alice@example.com', password: 'magpie-demo' } },
      400,
      'unauthorized_client',
    ],
    [
      'with a wrong password',
      'POST',
      '/v1/auth/signin',
      { token: 'none', body: { client_id: 'cli', username: 'alice@example.com', password: 'wrong' } },
      400,
      'invalid_account_or_password',
    ],
    [
      'with an unknown grant',
      'POST',
      '/v1/auth/token',
      { token: 'none', body: { client_id: 'cli', grant_type: 'magic' } },
      400,
      'unsupported_grant_type',
    ],
    ['to a call that is not there', 'GET', '/drive/v1/nothing', {}, 404, 'not_found'],
    [
      'with a passcode too short',
      'POST',
      '/drive/v1/share',
      { body: { file_ids: ['FILE'], pass_code_option: 'REQUIRED', custom_pass_code: 'abc' } },
      400,
      'invalid_argument',
    ],
    [
      'sharing a foreign file',
      'POST',
      '/drive/v1/share',
      { token: 'bob', body: { file_ids: ['FILE'] } },
      404,
      'file_not_found',
    ],
    [
      'with an expiry out of range',
      'POST',
      '/drive/v1/share',
      { body: { file_ids: ['FILE'], expiration_days: 4000 } },
      400,
      'invalid_argument',
    ],
  ];

  test.each(cases)(
    '%s is refused with its error and changes nothing',
    async (_what, method, path, options, status, error) => {
      const before = await names(alice);
      const token = { alice: alice.token, bob: bob.token, none: '', forged: `${alice.token.slice(0, -4)}AAAA` }[
        options.token ?? 'alice'
      ];
      const body =
        options.body === undefined
          ? undefined
          : typeof options.body === 'string'
            ? options.body
            : JSON.parse(JSON.stringify(options.body).replaceAll('"FILE"', JSON.stringify(fileId)));
      const answer = await wire.call(method, path, {
        token,
        ...(options.query ? { query: options.query } : {}),
        ...(body === undefined ? {} : { body }),
      });
      expect([answer.status, answer.body.error]).toEqual([status, error]);
      expect(answer.body.error_description).not.toBe('');
      expect(await names(alice)).toEqual(before);
    },
  );
});

test('an unknown host is not served, and is named', async () => {
  const ask = request({ host: '127.0.0.1', port: server.port, path: '/', headers: { host: 'evil.example' } }).end();
  const [response] = (await once(ask, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  expect(response.statusCode).toBe(421);
  expect(text).toContain(`the request named the host evil.example, and this server is ${server.origin}\n`);
});

test('a body in chunks that is far longer than its limit is answered with 413 while its sender goes on', async () => {
  for (let round = 0; round < 5; round += 1) {
    const ask = request({ host: '127.0.0.1', port: server.port, path: '/config/v1/basic', method: 'POST' });
    ask.on('error', () => undefined);
    ask.setHeader('host', `localhost:${server.port}`);
    for (let sent = 0; sent < 100; sent += 1) ask.write(Buffer.alloc(100_000, 'x'));
    ask.end();
    const [response] = (await once(ask, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(413);
  }
});

test('a body that its sender cuts off is one line of information in the log', async () => {
  const socket = connect(server.port, '127.0.0.1');
  const lines = (): string[] =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('request.aborted'));
  socket.write(`POST /config/v1/basic HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Length: 100\r\n\r\nhello`);
  await once(socket, 'connect');
  socket.end();
  await vi.waitUntil(() => lines().length > 0, 20_000);
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 'info', event: 'request.aborted', method: 'POST' });
  expect(server.output()).not.toContain('Network connection lost');
});

test('a content link refuses ranges past the end, tampering and other paths', async () => {
  const detail = await alice.get(`/drive/v1/files/${fileId}`);
  const url: string = detail.body.links['application/octet-stream'].url;
  expect((await wire.download(url, 'bytes=4-')).status).toBe(416);
  expect((await wire.download(url, 'bytes=-2')).status).toBe(206);
  const tampered = url.replace(/\/f\/(.)/, (_, first: string) => `/f/${first === 'A' ? 'B' : 'A'}`);
  const refused = await wire.download(tampered);
  expect([refused.status, refused.bytes.length]).toEqual([403, 0]);
});

test('100 uploads at once at the edge of the quota take no byte too many', async () => {
  const carried = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      bob.post('/drive/v1/files', {
        kind: 'drive#file',
        name: `full-${at}.bin`,
        size: 1_000_000,
        upload_type: 'UPLOAD_TYPE_RESUMABLE',
        ...(at % 2 ? { resumable: { provider: 'PROVIDER_MAGPIE' } } : {}),
      }),
    ),
  );
  const begun = carried.filter((answer) => answer.status === 200);
  expect(begun).toHaveLength(20);
  for (const answer of carried)
    if (answer.status !== 200) expect([answer.status, answer.body.error]).toEqual([400, 'file_space_not_enough']);
});

test('300 passcode guesses at once are evaluated no more often than the limit, and the real visitor is served', async () => {
  const shared = await alice.post('/drive/v1/share', {
    file_ids: [fileId],
    share_to: 'encryptedlink',
    pass_code_option: 'REQUIRED',
    custom_pass_code: 'right42',
    expiration_days: -1,
  });
  const { share_id: shareId } = shared.body;
  const guesses = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      wire.call('GET', '/drive/v1/share', { query: { share_id: shareId, pass_code: `no${at}` } }),
    ),
  );
  const evaluated = guesses.filter((answer) => answer.status === 200 && answer.body.share_status === 'PASS_CODE_ERROR');
  expect(evaluated.length).toBeLessThanOrEqual(LIMITS.passCodeAttempts);
  for (const answer of guesses) if (answer.status !== 200) expect(answer.body.error).toBe('captcha_required');

  const captchaToken = await passCheck(server.origin, {
    action: 'GET:/drive/v1/share',
    device_id: '0123456789abcdef0123456789abcdef',
  });
  const open = await wire.call('GET', '/drive/v1/share', {
    query: { share_id: shareId, pass_code: 'right42' },
    headers: { 'x-captcha-token': captchaToken },
  });
  expect(open.body.share_status).toBe('OK');
});
