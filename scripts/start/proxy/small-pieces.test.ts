/** Many small pieces are bounded: chunks of bodies, frames of WebSockets. */
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { chunkedHead, chunkOf, closeCodesIn, flood, frameOf, handshakeHead } from '#scripts/attack/piece-client.ts';
import { makeRequestWatch } from '../watch/request-watch.ts';
import { open, sendRaw, serve } from './proxy-fixture.ts';

const from = '127.0.0.1';
const forMs = 25_000;
const LAST_CHUNK = Buffer.from('0\r\n\r\n');
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Answers with the length of the body, and counts in how many pieces it came. */
function makeCountingRuntime() {
  const seen = { pieces: 0, begun: 0, aborted: 0 };
  const runtime = http.createServer((request, response) => {
    let bytes = 0;
    seen.begun += 1;
    request.on('error', () => undefined);
    request.on('data', (piece: Buffer) => {
      seen.pieces += 1;
      bytes += piece.length;
    });
    request.on('aborted', () => {
      seen.aborted += 1;
    });
    request.on('end', () => response.end(`bytes ${bytes}`));
  });
  return { runtime, seen };
}

it('chunks of one byte reach the runtime gathered', async () => {
  const { runtime, seen } = makeCountingRuntime();
  const port = await serve(runtime);
  const head = chunkedHead('POST', '/', 'a', ['Connection: close']);
  const sent = await flood({ port, from, head, piece: chunkOf('x'), pieces: 900, tail: LAST_CHUNK, forMs });
  expect(String(sent.received)).toMatch(/^HTTP\/1\.1 200 .*bytes 900/s);
  expect(seen.pieces).toBeLessThan(90);
});

it('a body in many chunks of 64 bytes and large ones arrives whole', async () => {
  const { runtime } = makeCountingRuntime();
  const port = await serve(runtime);
  const head = chunkedHead('POST', '/', 'a', ['Connection: close']);
  const piece = Buffer.concat([chunkOf('x'.repeat(64)), chunkOf('y'.repeat(20_000))]);
  const sent = await flood({ port, from, head, piece, pieces: 3_000, atOnce: 10, tail: LAST_CHUNK, forMs });
  expect(String(sent.received)).toMatch(new RegExp(`^HTTP/1\\.1 200 .*bytes ${3_000 * 20_064}`, 's'));
});

it('a body of more than 1,000 chunks below 64 bytes is refused with 413, and connection and call end', async () => {
  const { runtime, seen } = makeCountingRuntime();
  const port = await serve(runtime);
  const sent = await flood({ port, from, head: chunkedHead('POST', '/', 'a'), piece: chunkOf('x'.repeat(63)), forMs });
  expect(sent.wasClosed).toBe(true);
  expect(String(sent.received)).toMatch(/^HTTP\/1\.1 413 .*Connection: close.*"error":"request_too_fragmented"/s);
  await vi.waitUntil(() => seen.aborted === seen.begun, 20_000);
});

/** Counts requests, and the pieces of their bodies that leave the parser. */
function makePieceWatch() {
  const seen = { requests: 0, pieces: 0 };
  const watch = makeRequestWatch({ accessLog: 'off', write: () => undefined, now: () => performance.now() });
  const follow = (request: http.IncomingMessage): void => {
    seen.requests += 1;
    const push = request.push.bind(request);
    request.push = (piece: Buffer | null) => {
      if (piece) seen.pieces += 1;
      return push(piece);
    };
  };
  return { seen, watch: { ...watch, follow } };
}

const tiny = (pieces: number): Buffer => Buffer.concat(Array.from({ length: pieces }, () => chunkOf('x')));

it('after its refusal no piece of a body is read, also not of the bytes that have arrived', async () => {
  const { runtime, seen: served } = makeCountingRuntime();
  const { seen, watch } = makePieceWatch();
  const port = await serve(runtime, {}, { watch });
  const head = Buffer.concat([chunkedHead('POST', '/', 'a'), tiny(9_000)]);
  const sent = await flood({ port, from, head, piece: Buffer.alloc(0), pieces: 0, forMs });
  expect(String(sent.received)).toMatch(/^HTTP\/1\.1 413 /);
  expect(seen).toEqual({ requests: 1, pieces: 1_001 });
  expect(served.begun).toBe(0);
});

it('a large chunk does not let more than 1,000 tiny ones of the same read pass', async () => {
  const { runtime } = makeCountingRuntime();
  const { seen, watch } = makePieceWatch();
  const port = await serve(runtime, {}, { watch });
  const large = chunkOf('x'.repeat(200_000));
  const head = Buffer.concat([chunkedHead('POST', '/', 'a'), large, tiny(9_000)]);
  await flood({ port, from, head, piece: Buffer.alloc(0), pieces: 0, forMs });
  expect(seen.pieces).toBeLessThan(1_100);
});

it('an address whose body was refused has fifty pieces of any size for ten seconds, over all connections', async () => {
  const { runtime } = makeCountingRuntime();
  const { seen, watch } = makePieceWatch();
  let nowMs = 0;
  const port = await serve(runtime, {}, { watch, nowMs: () => nowMs });
  const ask = async (address: string, body: Buffer): Promise<string> => {
    const head = Buffer.concat([chunkedHead('POST', '/', 'a', ['Connection: close']), body]);
    const sent = await flood({ port, from: address, head, piece: Buffer.alloc(0), pieces: 0, forMs });
    return String(sent.received).slice(9, 12);
  };
  const small = Buffer.concat([tiny(60), LAST_CHUNK]);
  const large = Buffer.concat([...Array.from({ length: 60 }, () => chunkOf('x'.repeat(64))), LAST_CHUNK]);
  expect(await ask('127.0.0.1', tiny(9_000))).toBe('413');
  expect(seen.pieces).toBe(1_001);
  expect(await ask('127.0.0.1', tiny(9_000))).toBe('413');
  expect(seen.pieces).toBe(1_001 + 51);
  expect(await ask('127.0.0.1', large)).toBe('200');
  expect(await ask('127.0.0.2', small)).toBe('200');
  nowMs = 10_000;
  expect(await ask('127.0.0.1', small)).toBe('200');
});

it('bodies that wait behind another request are counted too, all of one read together, and nothing more is read', async () => {
  const runtime = http.createServer((_request, response) => response.end('done'));
  const asked: http.IncomingMessage[] = [];
  const { watch } = makePieceWatch();
  const port = await serve(runtime, {}, { watch: { ...watch, follow: (request) => void asked.push(request) } });
  const head = Buffer.concat([
    Buffer.from(GET),
    ...Array.from({ length: 4 }, () => [chunkedHead('POST', '/', 'a'), tiny(300), LAST_CHUNK]).flat(),
    chunkedHead('POST', '/', 'a'),
  ]);
  const sent = await flood({ port, from, head, piece: chunkOf('x'), forMs });
  expect(sent.wasClosed).toBe(true);
  expect(String(sent.received).match(/HTTP\/1\.1 200 /g)).toHaveLength(4);
  expect(asked).toHaveLength(4);
  expect(asked[0]?.socket.bytesRead).toBeLessThan(200_000);
});

it('a body is counted after its answer, also when its request had to wait', async () => {
  const runtime = http.createServer((_request, response) => response.end('done'));
  runtime.on('checkContinue', (_request, response: http.ServerResponse) => response.writeHead(403).end('no'));
  const { seen, watch } = makePieceWatch();
  const asked: http.IncomingMessage[] = [];
  const follow = (request: http.IncomingMessage): void => {
    asked.push(request);
    watch.follow(request);
  };
  const port = await serve(runtime, {}, { watch: { ...watch, follow } });
  const head = Buffer.concat([Buffer.from(GET), chunkedHead('POST', '/', 'a')]);
  const sent = await flood({ port, from, head, after: ' 403 ', piece: tiny(20), forMs });
  expect(sent.wasClosed).toBe(true);
  expect(seen).toEqual({ requests: 2, pieces: 1_001 });
  expect(asked[1]?.socket.bytesRead).toBeLessThan(200_000);
});

it('a body of another connection arrives whole after a refused one, whose parser it gets', async () => {
  const { runtime } = makeCountingRuntime();
  const port = await serve(runtime);
  for (let round = 0; round < 3; round += 1) {
    const refused = await flood({ port, from, head: chunkedHead('POST', '/', 'a'), piece: chunkOf('x'), forMs });
    expect(String(refused.received)).toMatch(/^HTTP\/1\.1 413 /);
    const head = chunkedHead('POST', '/', 'a', ['Connection: close']);
    const whole = await flood({
      port,
      from: '127.0.0.2',
      head,
      piece: chunkOf('x'),
      pieces: 900,
      tail: LAST_CHUNK,
      forMs,
    });
    expect(String(whole.received)).toMatch(/^HTTP\/1\.1 200 .*bytes 900/s);
  }
});

it('chunks of one byte to a path that the proxy refuses, and to a runtime that reads no body, end the connection', async () => {
  const unread = http.createServer((_request, response) => response.end());
  unread.on('checkContinue', (_request, response: http.ServerResponse) => response.writeHead(403).end('no'));
  const port = await serve(unread);
  for (const target of ['/_internal/seed', '/unread']) {
    const head = chunkedHead('POST', target, 'a');
    const sent = await flood({ port, from, head, piece: chunkOf('x'), forMs });
    expect([target, sent.wasClosed]).toEqual([target, true]);
  }
});

/** Accepts every handshake, and keeps what comes after it. */
function makeSocketRuntime() {
  const seen = { bytes: 0, closed: 0, plain: 0 };
  const sockets: Duplex[] = [];
  const runtime = http.createServer((_request, response) => {
    seen.plain += 1;
    response.setHeader('X-Magpie-Route', '/plain');
    response.end('plain');
  });
  runtime.on('upgrade', (_request, socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('data', (bytes: Buffer) => {
      seen.bytes += bytes.length;
    });
    socket.on('close', () => {
      seen.closed += 1;
    });
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Magpie-Route: /live\r\n\r\n',
    );
  });
  return { runtime, seen, sockets };
}

it.each([
  ['messages of one byte', frameOf(1, 'x')],
  ['pings', frameOf(9)],
  ['pongs', frameOf(10)],
  ['empty continuations', frameOf(0, '', false)],
])(
  'a WebSocket client that floods by %s is closed with 1008, and the runtime gets at most 60',
  async (_what, piece) => {
    const { runtime, seen } = makeSocketRuntime();
    const port = await serve(runtime);
    const sent = await flood({ port, from, head: handshakeHead('/', 'a'), after: '\r\n\r\n', piece, forMs });
    expect(sent.wasClosed).toBe(true);
    expect(closeCodesIn(sent.received)).toEqual([1008]);
    await vi.waitUntil(() => seen.closed === 1, 20_000);
    expect(seen.bytes).toBeLessThanOrEqual(60 * piece.length);
  },
);

it('sixty messages pass, also in bytes of their own and with lengths of two bytes, and the next one ends the socket', async () => {
  const { runtime, seen, sockets } = makeSocketRuntime();
  const port = await serve(runtime, {}, { nowMs: () => 0 });
  const long = Buffer.concat([Buffer.from([0x81, 0xfe, 1, 0, 1, 2, 3, 4]), Buffer.alloc(256, 0x81)]);
  const client = connect(port, from);
  client.on('error', () => undefined);
  open.push(() => client.destroy());
  let received = Buffer.alloc(0);
  client.on('data', (bytes: Buffer) => {
    received = Buffer.concat([received, bytes]);
  });
  client.write(handshakeHead('/', 'a'));
  await vi.waitUntil(() => sockets.length === 1, 20_000);
  for (let sent = 0; sent < 60; sent += 1)
    for (const part of sent % 2 === 0 ? [long] : Array.from(long, (byte) => Buffer.from([byte]))) client.write(part);
  await vi.waitUntil(() => seen.bytes === 60 * long.length, 20_000);
  sockets[0]?.write(Buffer.from([0x81, 2, 0x68, 0x69]));
  await vi.waitUntil(() => received.includes('hi'), 20_000);
  expect(closeCodesIn(received)).toEqual([]);
  client.write(frameOf(9));
  await vi.waitUntil(() => closeCodesIn(received).length === 1, 20_000);
  expect(closeCodesIn(received)).toEqual([1008]);
});

it('a frame that claims more than 4 KiB is closed with 1009 before the runtime has it', async () => {
  const { runtime, seen } = makeSocketRuntime();
  const port = await serve(runtime);
  const piece = Buffer.from([0x82, 0xfe, 0x10, 1, 0, 0, 0, 0]);
  const head = handshakeHead('/', 'a');
  const sent = await flood({ port, from, head, after: '\r\n\r\n', piece, pieces: 1, forMs });
  expect(closeCodesIn(sent.received)).toEqual([1009]);
  expect(seen.bytes).toBe(0);
});

it('no extension is agreed, and a frame of one is closed with 1002 before the runtime has it', async () => {
  const { runtime, seen } = makeSocketRuntime();
  const asked: http.IncomingHttpHeaders[] = [];
  runtime.on('upgrade', ({ headers }) => void asked.push(headers));
  const port = await serve(runtime);
  const head = Buffer.from(
    String(handshakeHead('/', 'a')).replace(
      '\r\n\r\n',
      '\r\nSec-WebSocket-Extensions: permessage-deflate; client_no_context_takeover\r\n\r\n',
    ),
  );
  const piece = Buffer.from([0xc1, 0x81, 0, 0, 0, 0, 0]);
  const sent = await flood({ port, from, head, after: '\r\n\r\n', piece, pieces: 1, forMs });
  expect(closeCodesIn(sent.received)).toEqual([1002]);
  expect(asked.map((headers) => headers['sec-websocket-extensions'])).toEqual([undefined]);
  expect(seen.bytes).toBe(0);
});

const KEY = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==';
it.each([
  ['GET', ['Connection: Upgrade', 'Upgrade: websocket', KEY], 101],
  ['GET', ['Connection: keep-alive, upgrade', 'Upgrade: WebSocket', KEY], 101],
  ['GET', ['Connection: Upgrade', 'Upgrade: websocket'], 200],
  ['GET', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: short'], 200],
  ['GET', ['Upgrade: websocket', KEY], 200],
  ['GET', ['Connection: Upgrade', 'Upgrade: h2c', KEY], 200],
  ['GET', ['Connection: Upgrade', 'Upgrade: websocket, h2c', KEY], 200],
  ['GET', ['Connection: Upgrade', 'Upgrade: websocket', KEY, 'Content-Length: 1'], 200],
  ['POST', ['Connection: Upgrade', 'Upgrade: websocket', KEY], 200],
  ['DELETE', ['Connection: Upgrade', 'Upgrade: foo', KEY], 200],
] as const)('%s with %j is answered with %i, in the log, and without the route', async (method, fields, status) => {
  const lines: { route: string; status: number; method: string }[] = [];
  const watch = makeRequestWatch({
    accessLog: 'on',
    write: (_level, line) => lines.push(JSON.parse(line)),
    now: () => performance.now(),
  });
  const { runtime, seen } = makeSocketRuntime();
  const port = await serve(runtime, {}, { watch });
  const wire = [
    `${method} /x HTTP/1.1`,
    'Host: a',
    ...fields,
    '',
    fields.some((f) => f === 'Content-Length: 1') ? 'x' : '',
  ];
  const head = Buffer.from(wire.join('\r\n'));
  const sent = await flood({ port, from, head, after: '\r\n\r\n', piece: frameOf(8), forMs: 25_000, pieces: 61 });
  expect(String(sent.received)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(String(sent.received)).not.toMatch(/x-magpie/i);
  expect(seen.plain).toBe(status === 200 ? 1 : 0);
  expect(lines).toMatchObject([{ method, status, route: status === 200 ? '/plain' : '/live' }]);
});

it('a handshake waits for its turn like any other request, and is refused when the queue is full', async () => {
  const waiting: http.ServerResponse[] = [];
  const runtime = http.createServer((_request, response) => void waiting.push(response));
  const port = await serve(runtime, { requests: 1, requestsPerAddress: 1, queuedRequests: 0 });
  const first = connect(port, from);
  open.push(() => first.destroy());
  first.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await vi.waitUntil(() => waiting.length === 1, 20_000);
  expect(await sendRaw(port, String(handshakeHead('/', 'a')))).toMatch(/^HTTP\/1\.1 503 /);
});

it('the body of a request that waits is not read, also when the body before it came in small pieces', async () => {
  const answers: http.ServerResponse[] = [];
  const asked: http.IncomingMessage[] = [];
  const runtime = http.createServer((request, response) => {
    request.on('error', () => undefined).resume();
    answers.push(response);
  });
  const watch = makeRequestWatch({ accessLog: 'off', write: () => undefined, now: () => performance.now() });
  const follow = (request: http.IncomingMessage): void => void asked.push(request);
  const port = await serve(runtime, {}, { watch: { ...watch, follow } });
  const client = connect(port, from);
  client.on('error', () => undefined);
  open.push(() => client.destroy());
  const head = chunkedHead('POST', '/', 'a');
  client.write(Buffer.concat([head, tiny(300), LAST_CHUNK, head, tiny(100)]));
  await vi.waitUntil(() => answers.length === 1, 20_000);
  for (let sent = 0; sent < 20; sent += 1) client.write(tiny(10_000));
  // The first body lets its connection be read on after 20 ms.
  await delay(300);
  expect(asked[0]?.socket.bytesRead).toBeLessThan(200_000);
  answers[0]?.end();
  await once(client.resume(), 'close');
});

it('refusals carry Strict-Transport-Security where browsers reach the server by https', async () => {
  const port = await serve(http.createServer(), {}, { isHttps: true, target: undefined });
  const strict = /Strict-Transport-Security: max-age=31536000; includeSubDomains/;
  for (const wire of ['GET /_internal/a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'broken\r\n\r\n'])
    expect(await sendRaw(port, wire)).toMatch(strict);
  expect(await sendRaw(port, String(handshakeHead('/', 'a')))).toMatch(strict);
});
