/**
 * Clients that break the rules of HTTP, on the real server over raw sockets: bodies far too large, far too slow, framed two
 * ways, cut short, or with malformed heads. Each is refused or ignored, other clients notice nothing, and memory stays bounded.
 */
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { serverOfFile } from '#test/server.ts';
import { makeWireClient } from './wire-client.ts';

const MIB = 2 ** 20;
const PAGE_BYTES = 4096;
/** Longest a raw exchange may stay open; a server that still waits for more is cut off here, which is no failure. */
const EXCHANGE_MS = 1_500;
const MAX_GROWTH_BYTES = 300 * MIB;

const server = await serverOfFile();
const wire = makeWireClient(server.origin);
const alice = await wire.signIn('alice@example.com');

/** Resident bytes of front and runtime together. */
function residentBytes(): number {
  return Object.values(server.pids)
    .map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES)
    .reduce((sum, size) => sum + size, 0);
}

function connect(): net.Socket {
  const socket = net.connect({ host: '127.0.0.1', port: server.port });
  // A refused client may find its connection reset; its answer before that counts.
  socket.on('error', () => undefined);
  return socket;
}

/** Sends bytes as they are. @returns every byte received until the server closed or the time ran out */
function exchange(bytes: string | Buffer, endsAfter = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect();
    let heard = '';
    const timer = setTimeout(() => socket.destroy(), EXCHANGE_MS);
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text;
    });
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(heard);
    });
    if (endsAfter) socket.end(bytes);
    else socket.write(bytes);
  });
}

function statusesOf(heard: string): number[] {
  return [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status)).filter((one) => one !== 100);
}

/** 501 and 503 are honest answers to a request that cannot be served; any other 5xx is our fault. */
function expectNoFault(statuses: readonly number[]): void {
  expect(statuses.filter((status) => status >= 500 && status !== 501 && status !== 503)).toEqual([]);
}

async function expectServing(): Promise<void> {
  const answer = await alice.get('/drive/v1/about');
  expect(answer.status).toBe(200);
}

/** A request with these lines; the host and the bearer are right. */
function head(first: string, ...lines: string[]): string {
  return [first, `Host: localhost:${server.port}`, `Authorization: Bearer ${alice.token}`, ...lines, '', ''].join(
    '\r\n',
  );
}

function post(...lines: string[]): string {
  return head('POST /drive/v1/files HTTP/1.1', 'Content-Type: application/json', ...lines);
}

/** Sends a JSON body as fast as it is taken. @returns the status, or 0 when the connection was closed on it */
function sendHuge(path: string, total: number, isChunked: boolean): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect();
    const piece = Buffer.alloc(64 * 1024, 'a');
    const frame = isChunked
      ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
      : piece;
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${total + 11}`;
    let heard = '';
    let sent = 0;
    const finish = (): void => {
      socket.destroy();
      resolve(statusesOf(heard)[0] ?? 0);
    };
    const push = (): void => {
      while (sent < total && !socket.destroyed) {
        sent += piece.length;
        if (socket.write(frame)) continue;
        socket.once('drain', push);
        return;
      }
      if (isChunked) socket.write('0\r\n\r\n');
    };
    socket.setEncoding('latin1').on('data', (text: string) => {
      heard += text;
      if (statusesOf(heard).length > 0) finish();
    });
    socket.once('close', finish);
    const start = '{"name": "a';
    socket.write(head(`POST ${path} HTTP/1.1`, 'Content-Type: application/json', framing));
    socket.write(isChunked ? `${start.length.toString(16)}\r\n${start}\r\n` : start);
    push();
  });
}

test('JSON bodies of 100 MiB are refused, and memory stays bounded', async () => {
  await expectServing();
  const beforeBytes = residentBytes();
  let peakBytes = beforeBytes;
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, residentBytes());
  }, 20);
  const paths = ['/drive/v1/files', '/v1/auth/signin', '/drive/v1/share', '/drive/v1/files:batchTrash', '/nothing'];
  try {
    for (const isChunked of [false, true]) {
      const statuses = await Promise.all(paths.map((path) => sendHuge(path, 100 * MIB, isChunked)));
      for (const [at, status] of statuses.entries()) {
        // A body without a length is read to its end, so that the sender receives the refusal; an unknown path reads nothing.
        const isRead = isChunked && paths[at] !== '/nothing';
        expect(isRead ? [413] : [0, 404, 413, 503], `${paths[at]}: ${statuses}`).toContain(status);
      }
      await expectServing();
    }
    for (const path of paths.slice(0, 3)) expect(await sendHuge(path, 8 * MIB, true)).toBe(413);
  } finally {
    clearInterval(timer);
  }
  expect(peakBytes - beforeBytes).toBeLessThan(MAX_GROWTH_BYTES);
});

test('JSON that is deep, wide or endless in its numbers is read or refused, never a fault', async () => {
  const bodies = [
    '['.repeat(1_000_000),
    `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
    `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`,
    `{"kind":"drive#file","name":"a","url":${'{"url":'.repeat(100_000)}1${'}'.repeat(100_001)}`,
    `{"ids":[${'1,'.repeat(400_000)}1]}`,
    `{"kind":"drive#file","name":"a","size":${'9'.repeat(500_000)}}`,
    '{"kind":"drive#file","name":"a","size":1e999}',
    '{"__proto__":{"kind":"drive#file"},"constructor":{"prototype":{"name":"a"}}}',
    `{"kind":"drive#file","name":"a","a":"${'\\ud800'.repeat(100_000)}"}`,
    '\u0000'.repeat(10_000),
    `${'a=b&'.repeat(300_000)}`,
  ];
  for (const body of bodies) {
    for (const path of ['/drive/v1/files', '/v1/auth/signin']) {
      const answer = await alice.post(path, body);
      // A call that anyone may make takes no body of this size at all.
      expect([200, 400, 413], `${path} ${body.slice(0, 60)}`).toContain(answer.status);
    }
  }
  await expectServing();
});

test('clients that send a byte now and then delay no other client', async () => {
  const slow = Array.from({ length: 60 }, (_, at) => {
    const socket = connect();
    const inHead = at % 2 === 0;
    socket.write(inHead ? 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ' : post('Content-Length: 1000'));
    return socket;
  });
  try {
    for (let round = 0; round < 10; round++) {
      for (const socket of slow) socket.write(' ');
      await Promise.all(Array.from({ length: 10 }, expectServing));
    }
    expect(slow.filter((socket) => socket.destroyed)).toEqual([]);
    expect((await alice.get('/drive/v1/files')).status).toBe(200);
  } finally {
    for (const socket of slow) socket.destroy();
  }
  await expectServing();
});

test('clients that send a request and disconnect at once leave nothing behind', async () => {
  const fileId = await wire.upload(alice, { name: 'large.bin', bytes: new Uint8Array(8 * MIB) });
  const detail = await alice.get(`/drive/v1/files/${fileId}`);
  const { pathname, search, host } = new URL(detail.body.links['application/octet-stream'].url);
  await Promise.all(
    Array.from(
      { length: 60 },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect();
          socket.once('data', () => socket.resetAndDestroy());
          socket.once('close', () => resolve());
          socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        }),
    ),
  );
  await expectServing();
});

describe('a request framed in two ways is answered once or not at all', () => {
  /** Bytes that a confused server would read as a second request. */
  const hidden = (): string => head('GET /drive/v1/about HTTP/1.1');
  const chunked = (): string => `0\r\n\r\n${hidden()}`;
  const cases: [string, () => string][] = [
    ['two lengths that differ', () => post('Content-Length: 2', 'Content-Length: 40') + `{}${hidden()}`],
    ['two lengths in one line', () => post('Content-Length: 2, 40') + `{}${hidden()}`],
    ['a length and chunks', () => post('Content-Length: 4', 'Transfer-Encoding: chunked') + chunked()],
    ['chunks and a length', () => post('Transfer-Encoding: chunked', 'Content-Length: 4') + chunked()],
    ['an unknown coding', () => post('Transfer-Encoding: xchunked', 'Content-Length: 2') + `{}${hidden()}`],
    ['chunks, then identity', () => post('Transfer-Encoding: chunked, identity') + chunked()],
    ['two codings', () => post('Transfer-Encoding: chunked', 'Transfer-Encoding: identity') + chunked()],
    ['a space before the colon', () => post('Transfer-Encoding : chunked', 'Content-Length: 2') + `{}${hidden()}`],
    ['a folded line', () => post('Transfer-Encoding:', ' chunked', 'Content-Length: 2') + `{}${hidden()}`],
    ['a tab in the coding', () => post('Transfer-Encoding:\x0bchunked', 'Content-Length: 2') + `{}${hidden()}`],
    ['a length with a sign', () => post('Content-Length: +2') + `{}${hidden()}`],
    ['a length below zero', () => post('Content-Length: -1') + `{}${hidden()}`],
    ['a length in hexadecimal', () => post('Content-Length: 0x2') + `{}${hidden()}`],
    ['a length past every number', () => post(`Content-Length: ${'9'.repeat(40)}`) + `{}${hidden()}`],
    ['a length that is empty', () => post('Content-Length: ') + `{}${hidden()}`],
    ['a bare line feed in the head', () => post('X-A: b\nContent-Length: 2') + `{}${hidden()}`],
    ['a bare carriage return in the head', () => post('X-A: b\rContent-Length: 2') + `{}${hidden()}`],
    ['a NUL in the head', () => post('X-A: b\0', 'Content-Length: 2') + `{}${hidden()}`],
    ['a size of a chunk that is no number', () => post('Transfer-Encoding: chunked') + `zz\r\n{}\r\n${chunked()}`],
    ['a size of a chunk below zero', () => post('Transfer-Encoding: chunked') + `-2\r\n{}\r\n${chunked()}`],
    [
      'a size of a chunk past every number',
      () => post('Transfer-Encoding: chunked') + `${'f'.repeat(30)}\r\n{}\r\n${chunked()}`,
    ],
    ['a chunk longer than it says', () => post('Transfer-Encoding: chunked') + `1\r\n{}\r\n${chunked()}`],
    [
      'a chunk with an endless extension',
      () => post('Transfer-Encoding: chunked') + `2;${'a'.repeat(100_000)}\r\n{}\r\n${chunked()}`,
    ],
  ];

  test.each(cases)('%s', async (_what, bytes) => {
    const heard = await exchange(bytes());
    const statuses = statusesOf(heard);
    expectNoFault(statuses);
    expect(statuses.length).toBeLessThanOrEqual(1);
    for (const status of statuses) expect(status).toBeGreaterThanOrEqual(400);
    expect(heard).not.toContain('drive#about');
    await expectServing();
  });
});

describe('a malformed request is no fault of the server', () => {
  const get = (target: string, ...lines: string[]): string =>
    head(`GET ${target} HTTP/1.1`, 'Connection: close', ...lines);
  const cases: [string, () => string | Buffer][] = [
    [
      '100 headers of 1 KB',
      () => get('/drive/v1/about', ...Array.from({ length: 100 }, (_, at) => `X-H${at}: ${'a'.repeat(1024)}`)),
    ],
    ['5,000 small headers', () => get('/', ...Array.from({ length: 5_000 }, (_, at) => `X${at}: a`))],
    ['one header of 1 MB', () => get('/', `Cookie: ${'a'.repeat(1_000_000)}`)],
    ['20 KB of cookies', () => get('/', `Cookie: ${'a=b; '.repeat(4_000)}`)],
    ['20 KB of broken cookies', () => get('/', `Cookie: ${'%=%; '.repeat(4_000)}`)],
    ['20 KB of languages', () => get('/', `Accept-Language: ${'zh-CN;q=0.1,'.repeat(1_600)}`)],
    ['20 KB of ranges', () => get('/', `Range: bytes=${'0-0,'.repeat(5_000)}0-0`)],
    ['20 KB of codings', () => get('/', `Accept-Encoding: ${'gzip;q=9,'.repeat(2_200)}`)],
    ['an address of 1 MB', () => get(`/${'a'.repeat(1_000_000)}`)],
    ['an address of 20 KB', () => get(`/${'a'.repeat(20_000)}`)],
    ['an address of 5,000 steps up', () => get('/..'.repeat(5_000))],
    ['half of a letter', () => get('/drive/v1/files/%E0%A4%A')],
    ['half of a letter in a share', () => get('/s/%ff%fe')],
    ['half of a letter in a task', () => get('/drive/v1/tasks/%c3%28')],
    ['half of a letter in a parameter', () => get('/drive/v1/share?share_id=%E0%A4%A&pass_code=%')],
    ['line ends in an address', () => get('/en-US/%0d%0aSet-Cookie:%20a=b')],
    ['encoded slashes', () => get('/drive%2fv1%2ffiles/..%2f..%2f_internal%2fstate')],
    ['letters past ASCII, not encoded', () => Buffer.from(get('/ü?ü=ü'), 'utf8')],
    ['an absolute address elsewhere', () => get('http://evil.example/')],
    ['no host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', () => get('/', 'Host: evil.example')],
    ['a host with a path', () => 'GET / HTTP/1.1\r\nHost: localhost/../a\r\nConnection: close\r\n\r\n'],
    ['CONNECT', () => 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'],
    ['SEARCH with a body', () => `${head('SEARCH /a HTTP/1.1', 'Connection: close', 'Content-Length: 2')}{}`],
    ['GET with a body', () => `${get('/drive/v1/files', 'Content-Length: 2')}{}`],
    ['an upgrade', () => head('GET / HTTP/1.1', 'Connection: upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMA')],
    ['a socket nobody offers', () => head('GET /a HTTP/1.1', 'Connection: upgrade', 'Upgrade: websocket')],
    ['a condition nobody knows', () => get('/', 'Expect: 200-maybe')],
    ['an unknown version', () => 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['no version', () => 'GET /\r\n\r\n'],
    ['HTTP/2 without TLS', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', () => Buffer.from('16030100c8010000c40303000000000000000000000000', 'hex')],
    ['noise', () => Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 167 + 13) % 256))],
    ['nothing but line ends', () => '\r\n'.repeat(10_000)],
    ['a type nobody knows', () => `${post('Content-Type: a/b; charset=utf-99', 'Content-Length: 2')}{}`],
    ['a coded body', () => `${post('Content-Encoding: gzip', 'Content-Length: 4')}\x1f\x8b\x08\x00`],
  ];

  test.each(cases)('%s', async (_what, bytes) => {
    const heard = await exchange(bytes());
    expectNoFault(statusesOf(heard));
    expect(heard).not.toMatch(/^set-cookie: a=b/im);
    await expectServing();
  });

  test.each([
    ['in the middle of its head', () => 'POST /drive/v1/files HTTP/1.1\r\nHost: loc'],
    ['in the middle of its body', () => `${post('Content-Length: 1000')}{"kind":`],
    ['in the middle of a chunk', () => `${post('Transfer-Encoding: chunked')}100\r\n{"kind":`],
    ['between two chunks', () => `${post('Transfer-Encoding: chunked')}8\r\n{"kind":\r\n`],
  ])('a client that leaves %s', async (_what, bytes) => {
    expectNoFault(statusesOf(await exchange(bytes(), true)));
    await expectServing();
  });
});
