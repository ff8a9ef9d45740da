/** The proxy limits what clients cost: slow bodies, slow readers, many connections, many requests. */
import { once } from 'node:events';
import http from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { handshakeHead } from '#scripts/attack/piece-client.ts';
import { MIB } from '#shared/units.ts';
import { closing, countParsed, open, sendRaw, serve } from './proxy-fixture.ts';

/** Answers after `release`, and counts what it serves at once. */
function makeSlowRuntime() {
  const waiting: http.ServerResponse[] = [];
  const runtime = http.createServer((request, response) => {
    request.resume();
    waiting.push(response);
  });
  return { runtime, waiting };
}

/** @param from  a loopback address, which stands for one client */
async function connectAs(
  port: number,
  wire: string,
  from = '127.0.0.1',
): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from }).setEncoding('latin1');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => undefined);
  open.push(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(wire);
  return { socket, text: () => text };
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const half = (target: string): string => `PUT ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\nx`;

it.each(['/drive/v1/files', '/drive/v1/uploads/V1/parts/1'])(
  'a body that stops arriving for %s is answered with 408',
  async (target) => {
    const { runtime } = makeSlowRuntime();
    const closed = Promise.withResolvers<void>();
    runtime.on('request', (request: http.IncomingMessage) => request.on('close', () => closed.resolve()));
    const port = await serve(runtime, { bodyIdleSeconds: 0.2 });
    expect(await sendRaw(port, half(target))).toMatch(/^HTTP\/1\.1 408 .*Connection: close/s);
    await closed.promise;
  },
);

it('a body that stops arriving ends also when the proxy answers by itself', async () => {
  const port = await serve(http.createServer(), { bodyIdleSeconds: 0.2 });
  expect(await sendRaw(port, half('/_internal/seed'))).toMatch(/^HTTP\/1\.1 404 /);
});

/** A clock of the proxy that stands until `pass`: on a busy machine the pauses of its own process would count as pauses of clients. */
function makeStandingClock() {
  let ms = 0;
  let looks = 0;
  return {
    nowMs: () => {
      looks += 1;
      return ms;
    },
    /** Returns after a sweep at the new time. */
    async pass(passedMs: number): Promise<void> {
      ms += passedMs;
      const before = looks;
      await vi.waitUntil(() => looks > before, { timeout: 20_000, interval: 5 });
    },
  };
}

it('a body that makes progress continues for an upload and ends after its time elsewhere', async () => {
  let arrived = 0;
  const runtime = http.createServer((request, response) => {
    let bytes = 0;
    request.on('error', () => undefined);
    request.on('data', (piece: Buffer) => {
      bytes += piece.length;
      arrived += piece.length;
    });
    request.on('end', () => response.end(String(bytes)));
  });
  const { nowMs, pass } = makeStandingClock();
  const port = await serve(runtime, { bodyIdleSeconds: 0.08, bodySeconds: 0.4 }, { nowMs });
  const send = async (target: string, pieces: number) => {
    const wire = `PUT ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n`;
    const { socket, text } = await connectAs(port, wire);
    for (let sent = 0; sent < pieces; sent += 1) {
      const due = arrived + 4_000;
      socket.write('x'.repeat(4_000));
      await vi.waitUntil(() => arrived === due, { timeout: 20_000, interval: 5 });
      await pass(70);
    }
    return { socket, text };
  };
  for (const target of ['/drive/v1/uploads/V1/parts/1', '/drive/v1/common/folders/g/sending/k/parts/1']) {
    const upload = await send(target, 15);
    await vi.waitUntil(() => /^HTTP\/1\.1 200 .*60000/s.test(upload.text()));
  }
  const other = await send('/drive/v1/files', 5);
  expect(other.text()).toBe('');
  const closed = closing(other.socket);
  await pass(60);
  await closed;
  expect(other.text()).toMatch(/^HTTP\/1\.1 408 /);
});

it('a body that the runtime does not read yet is not counted against its client', async () => {
  const runtime = http.createServer();
  const asked = Promise.withResolvers<[http.IncomingMessage, http.ServerResponse]>();
  runtime.on('checkContinue', (request: http.IncomingMessage, response: http.ServerResponse) =>
    asked.resolve([request, response]),
  );
  const { nowMs, pass } = makeStandingClock();
  const port = await serve(runtime, { bodyIdleSeconds: 0.1 }, { nowMs });
  const answer = fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: Buffer.alloc(MIB) });
  const [request, response] = await asked.promise;
  for (let round = 0; round < 10; round += 1) await pass(50);
  response.writeContinue();
  request.resume();
  request.on('end', () => response.end('read'));
  expect(await (await answer).text()).toBe('read');
});

it('an answer that its client does not read ends, and so does its call to the runtime', async () => {
  const gone = Promise.withResolvers<void>();
  const runtime = http.createServer((_request, response) => {
    response.on('close', () => gone.resolve());
    response.on('error', () => undefined);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
      response.once('drain', more);
    };
    more();
  });
  const port = await serve(runtime, { answerIdleSeconds: 0.2 });
  const { socket } = await connectAs(port, GET);
  socket.pause();
  await gone.promise;
});

it('an answer that its client reads slowly continues', async () => {
  const body = Buffer.alloc(24 * MIB, 'a');
  const { nowMs, pass } = makeStandingClock();
  const port = await serve(
    http.createServer((_request, response) => response.end(body)),
    { answerIdleSeconds: 0.08 },
    { nowMs },
  );
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    // Six times as long as an answer may rest.
    if (Math.floor(bytes / MIB) < Math.floor((bytes + piece.length) / MIB)) await pass(20);
    bytes += piece.length;
  }
  expect(bytes).toBe(body.length);
});

it('connections of one client past its limit are refused with 503, and another client is served', async () => {
  const port = await serve(
    http.createServer((_request, response) => response.end('served')),
    { connectionsPerAddress: 3 },
  );
  for (let i = 0; i < 3; i++) await connectAs(port, 'GET / HTTP/1.1\r\n', '127.0.0.2');
  const refused = await connectAs(port, '', '127.0.0.2');
  await vi.waitUntil(() => /^HTTP\/1\.1 503 .*Retry-After/s.test(refused.text()), 20_000);
  const other = await connectAs(port, GET, '127.0.0.3');
  await vi.waitUntil(() => other.text().includes('served'), 20_000);
});

it('nothing that a refused connection sends is parsed or forwarded', async () => {
  let forwarded = 0;
  const runtime = http.createServer((_request, response) => {
    forwarded += 1;
    response.end('served');
  });
  const port = await serve(runtime, { connectionsPerAddress: 1 });
  const seen = countParsed(port);
  const held = await connectAs(port, 'GET / HTTP/1.1\r\n', '127.0.0.2');
  for (let round = 0; round < 20; round += 1) {
    const refused = await connectAs(port, GET.repeat(100), '127.0.0.2');
    await vi.waitUntil(() => refused.socket.destroyed, 20_000);
  }
  expect([seen.requests, forwarded]).toEqual([0, 0]);
  held.socket.write('Host: a\r\n\r\n');
  await vi.waitUntil(() => held.text().includes('served'), 20_000);
});

it('connections of a trusted proxy count for its clients, not for the proxy', async () => {
  const { runtime, waiting } = makeSlowRuntime();
  const port = await serve(
    runtime,
    { connectionsPerAddress: 1, requestsPerAddress: 1, queuedRequests: 0 },
    { trustedProxyHeader: 'x-real-ip', isTrustedProxy: (peer) => peer === '127.0.0.1' },
  );
  const ask = (address: string) => connectAs(port, `GET / HTTP/1.1\r\nHost: a\r\nX-Real-IP: ${address}\r\n\r\n`);
  await ask('203.0.113.1');
  await ask('203.0.113.2');
  await vi.waitUntil(() => waiting.length === 2, 20_000);
  const again = await ask('203.0.113.2');
  await vi.waitUntil(() => again.text().startsWith('HTTP/1.1 503 '), 20_000);
});

it('connections that are idle are closed for new ones at the limit of all', async () => {
  const port = await serve(
    http.createServer((_request, response) => response.end('served')),
    { connections: 4 },
  );
  const idle: { socket: Socket }[] = [];
  for (let i = 0; i < 4; i++) idle.push(await connectAs(port, '', `127.0.0.${i + 2}`));
  const next = await connectAs(port, GET, '127.0.0.9');
  await vi.waitUntil(() => next.text().includes('served'), 20_000);
  await vi.waitUntil(() => idle[0]?.socket.destroyed === true, 20_000);
  expect(idle.filter(({ socket }) => socket.destroyed)).toHaveLength(1);
});

it('connections without a complete head end after their time', async () => {
  const port = await serve(http.createServer(), { headerSeconds: 0.2 });
  expect(await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /);
  await sendRaw(port, '');
});

it('requests with too many headers are refused with 431', async () => {
  const port = await serve(http.createServer(), { headers: 10 });
  expect(await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(10)}\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
});

it('requests past the limit wait for their turn', async () => {
  const { runtime, waiting } = makeSlowRuntime();
  const port = await serve(runtime, { requests: 2, requestsPerAddress: 2, queuedRequests: 4, queueSeconds: 60 });
  const ask = (from: string) => connectAs(port, GET, from);
  await ask('127.0.0.2');
  await ask('127.0.0.3');
  await vi.waitUntil(() => waiting.length === 2, 20_000);
  const queued = await ask('127.0.0.4');
  const late = await ask('127.0.0.5');
  waiting[0]?.end('first');
  await vi.waitUntil(() => waiting.length === 3, 20_000);
  waiting[2]?.end('third');
  await vi.waitUntil(() => queued.text().includes('third') || late.text().includes('third'), 20_000);
  await vi.waitUntil(() => waiting.length === 4, 20_000);
});

it('requests past the limit are refused with 503 when the queue is too slow', async () => {
  const { runtime, waiting } = makeSlowRuntime();
  const port = await serve(runtime, { requests: 1, requestsPerAddress: 1, queuedRequests: 4, queueSeconds: 0.2 });
  await connectAs(port, GET, '127.0.0.2');
  await vi.waitUntil(() => waiting.length === 1, 20_000);
  const tooLate = await connectAs(port, GET, '127.0.0.6');
  await vi.waitUntil(() => tooLate.text().startsWith('HTTP/1.1 503 '), 20_000);
  expect(tooLate.text()).toMatch(/Retry-After: /);
  expect(waiting).toHaveLength(1);
});

it('requests of one client at its limit do not delay other clients', async () => {
  const { runtime, waiting } = makeSlowRuntime();
  const port = await serve(runtime, { requests: 4, requestsPerAddress: 2, queuedRequests: 0 });
  for (let i = 0; i < 2; i++) await connectAs(port, GET, '127.0.0.2');
  await vi.waitUntil(() => waiting.length === 2, 20_000);
  const third = await connectAs(port, GET, '127.0.0.2');
  await vi.waitUntil(() => third.text().startsWith('HTTP/1.1 503 '), 20_000);
  await connectAs(port, GET, '127.0.0.3');
  await vi.waitUntil(() => waiting.length === 3, 20_000);
});

const UPGRADE = String(handshakeHead('/', 'a'));

function makeSocketRuntime(): http.Server {
  const runtime = http.createServer();
  runtime.on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  return runtime;
}

it('WebSockets of one client past its limit are refused with 503, and another is accepted when one closes', async () => {
  const port = await serve(makeSocketRuntime(), { webSocketsPerAddress: 1 });
  const first = await connectAs(port, UPGRADE);
  await vi.waitUntil(() => first.text().startsWith('HTTP/1.1 101 '), 20_000);
  expect(await sendRaw(port, UPGRADE)).toMatch(/^HTTP\/1\.1 503 /);
  const other = await connectAs(port, UPGRADE, '127.0.0.2');
  await vi.waitUntil(() => other.text().startsWith('HTTP/1.1 101 '), 20_000);
  first.socket.destroy();
  await vi.waitUntil(async () => {
    const again = await connectAs(port, UPGRADE);
    await once(again.socket, 'data');
    return again.text().startsWith('HTTP/1.1 101 ');
  }, 20_000);
});

it('WebSockets end when the runtime does not answer the handshake in time', async () => {
  const runtime = http.createServer();
  runtime.on('upgrade', (_request, socket) => open.push(() => socket.destroy()));
  const port = await serve(runtime, { handshakeSeconds: 0.2 });
  await sendRaw(port, UPGRADE);
});
