/**
 * Bad input over plain HTTP on the real server: a clear catalogue error with the status of the wire contract, nothing done.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { serverOfFile } from '#test/server.ts';
import { makeProgramPassword } from './program-password.ts';
import { makeWireClient, type Person } from './wire-client.ts';

const LIMITS = { freeStorageBytes: 20_000_000 };

const server = await serverOfFile({ env: { LIMITS: JSON.stringify(LIMITS) } });
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');
const bob = await wire.signIn('bob@example.com');

const fileId = await wire.upload(alice, { name: 'kept.txt', bytes: new TextEncoder().encode('kept') });

async function names(person: Person): Promise<string[]> {
  const listed = await person.get('/drive/v1/files', { limit: '1000' });
  return listed.body.files.map((file: { name: string }) => file.name).sort();
}

type Options = { body?: unknown; query?: Record<string, string>; token?: 'alice' | 'bob' | 'none' | 'forged' };
type Wrong = readonly [what: string, call: string, options: Options, status: number, error: string];

const wrong = (what: string, call: string, options: Options, error = 'invalid_argument', status = 400): Wrong => [
  what,
  call,
  options,
  status,
  error,
];
const wrongFile = (what: string, more: object, error?: string): Wrong =>
  wrong(what, 'POST /drive/v1/files', { body: { kind: 'drive#file', name: 'a', ...more } }, error);
const wrongName = (what: string, name: string): Wrong =>
  wrongFile(what, { kind: 'drive#folder', name }, 'file_name_invalid');
const wrongList = (what: string, query: Record<string, string>): Wrong => wrong(what, 'GET /drive/v1/files', { query });
const unknown = (what: string, path: string, error = 'not_found'): Wrong => wrong(what, `GET ${path}`, {}, error, 404);
const wrongSignIn = (what: string, body: object, error: string): Wrong => {
  const right = { client_id: 'cli', username: 'alice@example.com', password: 'magpie-demo' };
  return wrong(what, 'POST /v1/auth/signin', { token: 'none', body: { ...right, ...body } }, error);
};
const wrongLink = (what: string, more: object): Wrong =>
  wrong(what, 'POST /drive/v1/share', { body: { file_ids: ['FILE'], ...more } });

const cases: readonly Wrong[] = [
  wrong('without a token', 'GET /drive/v1/files', { token: 'none' }, 'unauthenticated', 401),
  wrong('with a forged token', 'GET /drive/v1/files', { token: 'forged' }, 'unauthenticated', 401),
  wrong('with malformed JSON', 'POST /drive/v1/files', { body: '{"kind":' }),
  wrongFile('with a negative size', { size: -1 }),
  wrongFile('with a fractional size', { size: '1.5' }),
  wrongFile('with a size that is no number', { size: 'big' }),
  wrongFile('with a size past every drive', { size: '999999999999999' }, 'file_too_large'),
  wrongFile('with more bytes than the drive has space for', { size: 30_000_000 }, 'file_space_not_enough'),
  wrongFile('of an unknown kind', { kind: 'drive#thing' }),
  wrongName('with a name of dots', '..'),
  wrongName('with a slash in a name', 'a/b'),
  wrongName('with a NUL in a name', 'a\u0000b'),
  wrongName('with a name too long', 'ж'.repeat(128)),
  wrong(
    'into a folder that is not there',
    'POST /drive/v1/files',
    { body: { kind: 'drive#folder', name: 'a', parent_id: 'VnoSuchFolder_noSuchFolder0' } },
    'file_not_found',
    404,
  ),
  unknown('for a file that is not there', '/drive/v1/files/VnoSuchFile_noSuchFile_000', 'file_not_found'),
  unknown('for an id that is no id', `/drive/v1/files/${encodeURIComponent('../../etc/passwd')}`, 'file_not_found'),
  wrongList('with filters that are no JSON', { filters: '{trashed' }),
  wrongList('with a page token made up', { page_token: 'abc.def' }),
  wrong('with an empty batch', 'POST /drive/v1/files:batchTrash', { body: { ids: [] } }),
  unknown('for a task that is not there', '/drive/v1/tasks/VnoSuchTask_noSuchTask_000'),
  wrongSignIn('with an unknown client', { client_id: 'nobody' }, 'unauthorized_client'),
  wrongSignIn('with a wrong password', { password: 'wrong' }, 'invalid_account_or_password'),
  wrong(
    'with an unknown grant',
    'POST /v1/auth/token',
    { token: 'none', body: { client_id: 'cli', grant_type: 'magic' } },
    'unsupported_grant_type',
  ),
  unknown('to a call that is not there', '/drive/v1/nothing'),
  wrongLink('with a passcode too short', { pass_code_option: 'REQUIRED', custom_pass_code: 'abc' }),
  wrong(
    'sharing a foreign file',
    'POST /drive/v1/share',
    { token: 'bob', body: { file_ids: ['FILE'] } },
    'file_not_found',
    404,
  ),
  wrongLink('with an expiry out of range', { expiration_days: 4000 }),
];

test.each(cases)(
  'a request that is wrong: %s is refused with its error and changes nothing',
  async (_what, call, options, status, error) => {
    const [method = '', path = ''] = call.split(' ');
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

test('an unknown host is not served, and is named', async () => {
  const ask = request({ host: '127.0.0.1', port: server.port, path: '/', headers: { host: 'evil.example' } }).end();
  const [response] = (await once(ask, 'response')) as [IncomingMessage];
  const text = Buffer.concat(await response.toArray()).toString();
  expect(response.statusCode).toBe(421);
  expect(text).toContain(`the request named the host evil.example, and this server is ${server.origin}\n`);
});

test.each([
  ['an API call', 'localhost', '/config/v1/basic', 'POST'],
  ['WebDAV', '127.0.0.1', '/dav/', 'PROPFIND'],
  ['the sign-in of a sync client', '127.0.0.1', '/index.php/login/v2/poll', 'POST'],
])(
  'a body in chunks far longer than the limit of %s is answered with 413 while its sender goes on',
  async (_what, host, path, method) => {
    const { text } = await makeProgramPassword(bob);
    for (let round = 0; round < 5; round += 1) {
      const ask = request({ host: '127.0.0.1', port: server.port, path, method });
      ask.on('error', () => undefined);
      ask.setHeader('host', `${host}:${server.port}`);
      if (method === 'PROPFIND') ask.setHeader('authorization', `Bearer ${text}`);
      for (let sent = 0; sent < 100; sent += 1) ask.write(Buffer.alloc(100_000, 'x'));
      ask.end();
      const [response] = (await once(ask, 'response')) as [IncomingMessage];
      response.resume();
      expect(response.statusCode).toBe(413);
    }
  },
);

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
