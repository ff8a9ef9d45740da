/** Requests that no browser sends, written byte by byte to the real server: each gets an answer, and none a server error. */
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { newPerson, sharedServer } from '#test/shared-server.ts';
import { makeWireClient } from './wire-client.ts';

const ALICE = newPerson('Alice');
const server = await sharedServer(ALICE);

const token = (await makeWireClient(server.origin).signIn(ALICE.email)).token;

/** @returns the status of the last answer, after the server has closed the connection */
function statusOf(wire: string): Promise<number> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1').setEncoding('latin1');
    socket.on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])));
    socket.write(wire, 'latin1');
  });
}

/** A status that we send: 501 is the runtime's for unknown methods. */
async function expectAnswered(start: string, fields = '', body = '', host = `localhost:${server.port}`): Promise<void> {
  const wire = `${start} HTTP/1.1\r\nHost: ${host}\r\n${fields}Connection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const status = await statusOf(wire);
  const what = `${start.slice(0, 80)} ${fields.slice(0, 40)} ${body.slice(0, 40)} ${host.slice(0, 40)}`;
  expect(status, what).toBeGreaterThanOrEqual(200);
  if (status !== 501) expect(status, what).toBeLessThan(500);
}

const CALLS = ['/', '/drive/v1/files', '/v1/auth/signin', '/nothing', '/f/x/y', '/u-Vx'];
const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND PURGE QUERY M-SEARCH LINK FOO get'.split(
  ' ',
);

test.each(METHODS)('the method %s is answered everywhere', async (method) => {
  for (const target of CALLS) await expectAnswered(`${method} ${target}`);
});

const TARGETS = [
  '*',
  'http://localhost/',
  'localhost:80',
  '/%',
  '/%zz',
  '/%ff',
  '/%09/%5b',
  '/%2509',
  '//x',
  '/\\',
  '/[',
  '//[',
  '/a:99999',
  '/\u00e9\u00ff',
  '/../../x',
  '/%2e%2e/%2e%2e',
  '/drive/v1/files/%00x',
  '/drive/v1/files/%ff',
  '/drive/v1/files?%',
  '/drive/v1/files?filters=%7B',
  '/drive/v1/files?limit=99999999999999999999',
  '/drive/v1/files?page_token=%00',
  '/drive/v1/share?share_id=__proto__',
  '/drive/v1/uploads/x/parts/x',
  '/f/%ff/%ff',
  '/u-Vx?partNumber=x&uploadId=y',
  '/auth/authorize?client_id=%00&redirect_uri=http://[',
  '/auth?next=//[',
  '/access_controller/v1/area_accessible?address=%00&country=__proto__',
  '/en-US/_payload.json?x',
  `/${'a/'.repeat(8_000)}`,
  `/drive/v1/files?${'a=b&'.repeat(7_000)}`,
];

test.each(TARGETS.map((target) => [target.slice(0, 60), target]))(
  'the target %s is answered',
  async (_name, target) => {
    for (const method of ['GET', 'PUT', 'POST', 'OPTIONS'])
      for (const fields of [
        '',
        `Authorization: Bearer ${token}\r\n`,
        'Cookie: a=%; __Host-magpie_session=%ff; pp_locale=%7B\r\n',
      ])
        await expectAnswered(`${method} ${target}`, fields);
  },
);

test.each(
  ['', '[::1', 'a b', 'localhost:99999', 'x'.repeat(2_000), '\u00ff', 'localhost@evil', '..', '%00'].map((host) => [
    host.slice(0, 20),
    host,
  ]),
)('the host "%s" is answered', async (_name, host) => {
  for (const target of CALLS) await expectAnswered(`GET ${target}`, '', '', host);
});

test.each([
  '{',
  '[]',
  '"x"',
  'null',
  '{"__proto__":1}',
  '\u00ff\u00fe',
  'a=%',
  'a=1&a=2',
  '{"client_id":"web","username":"\\ud800","password":"\\u0000"}',
])('the body %j is answered', async (body) => {
  for (const call of [
    '/v1/auth/signin',
    '/v1/auth/token',
    '/v1/auth/verification',
    '/drive/v1/share',
    '/drive/v1/files',
    '/u-Vx?uploads',
    '/auth',
  ])
    for (const fields of ['', `Authorization: Bearer ${token}\r\n`]) await expectAnswered(`POST ${call}`, fields, body);
});

test('fields of bytes outside every text encoding are answered', async () => {
  const names = [
    'Accept-Language',
    'Range',
    'If-None-Match',
    'If-Modified-Since',
    'Content-Type',
    'Origin',
    'User-Agent',
    'X-Device-Id',
    'Authorization',
    'Cookie',
    'Idempotency-Key',
  ];
  for (const target of CALLS)
    for (const name of names) await expectAnswered(`GET ${target}`, `${name}: \u00ff\u00fe;q=\u0080\r\n`);
});
