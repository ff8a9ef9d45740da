/** Requests in a row on one connection: their order, how many are read ahead, and the end of a client that sends too many. */
import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { chunkedHead, chunkOf, flood } from '#scripts/attack/piece-client.ts';
import { RequestBody } from './body/request-body.ts';
import { makePipelines } from './pipelines.ts';
import { countParsed, open, sendRaw, serve } from './proxy-fixture.ts';

const from = '127.0.0.1';
const forMs = 25_000;
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const LAST_GET = GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');

it('requests in a row on one connection are answered in order, one at a time', async () => {
  let [atOnce, most, served] = [0, 0, 0];
  const runtime = http.createServer((_request, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    setImmediate(() => {
      atOnce -= 1;
      served += 1;
      response.end(`[${served}]`);
    });
  });
  const port = await serve(runtime);
  const text = await sendRaw(port, GET.repeat(99) + LAST_GET);
  expect(text.match(/\[\d+\]/g)).toEqual(Array.from({ length: 100 }, (_, n) => `[${n + 1}]`));
  expect(most).toBe(1);
});

/** A server that answers when asked to, and the requests that its parser has read. */
async function makeReadingServer() {
  const seen = { read: 0, answers: [] as http.ServerResponse[] };
  const pipelines = makePipelines({
    start: (_request, response) => void seen.answers.push(response),
    isBarred: () => false,
    onCut: () => undefined,
  });
  const server = http.createServer((request, response) => {
    seen.read += 1;
    const body = new RequestBody(request, { isBarred: () => false, onFragmented: () => undefined });
    pipelines.serve(request, response, body, false);
  });
  server.listen(0, from);
  await once(server, 'listening');
  open.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const client = connect((server.address() as { port: number }).port, from);
  client.on('error', () => undefined);
  open.push(() => client.destroy());
  let text = '';
  client.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  const answered = (): number => text.split('HTTP/1.1 200').length - 1;
  return { seen, client, answered };
}

it('no more than sixteen requests are read ahead of their turn', async () => {
  const { seen, client, answered } = await makeReadingServer();
  client.write(GET.repeat(20));
  await vi.waitUntil(() => seen.read === 20, 20_000);
  client.write(GET.repeat(20));
  for (let turn = 1; turn <= 3; turn += 1) {
    await vi.waitUntil(() => seen.answers.length === turn, { timeout: 20_000, interval: 2 });
    seen.answers[turn - 1]?.end();
    await vi.waitUntil(() => answered() === turn, { timeout: 20_000, interval: 2 });
    expect(seen.read).toBe(20);
  }
  for (let turn = 4; turn <= 40; turn += 1) {
    await vi.waitUntil(() => seen.answers.length === turn, { timeout: 20_000, interval: 2 });
    seen.answers[turn - 1]?.end();
  }
  await vi.waitUntil(() => answered() === 40, 20_000);
});

function makeEchoRuntime() {
  const paths: string[] = [];
  const runtime = http.createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end('served');
  });
  return { runtime, paths };
}

async function sendFrom(address: string, port: number, wire: string | Buffer): Promise<string> {
  const sent = await flood({ port, from: address, head: Buffer.from(wire), piece: Buffer.alloc(0), pieces: 0, forMs });
  return String(sent.received);
}

it('a client that sends hundreds of requests without waiting is cut off, and the rest of what arrived is not parsed', async () => {
  const { runtime, paths } = makeEchoRuntime();
  const port = await serve(runtime);
  const seen = countParsed(port);
  const text = await sendFrom(from, port, GET.repeat(600));
  expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200']);
  expect(paths).toHaveLength(1);
  // One is served, and 256 may wait.
  expect(seen.requests).toBe(258);
});

it('an address that was cut off may send sixteen requests ahead for ten seconds, over all connections', async () => {
  const { runtime } = makeEchoRuntime();
  let nowMs = 0;
  const port = await serve(runtime, {}, { nowMs: () => nowMs });
  const seen = countParsed(port);
  const parsed = async (address: string, wire: string): Promise<number> => {
    const before = seen.requests;
    await sendFrom(address, port, wire);
    return seen.requests - before;
  };
  const row = GET.repeat(16) + LAST_GET;
  expect(await parsed(from, GET.repeat(600))).toBe(258);
  expect(await parsed(from, GET.repeat(600))).toBe(18);
  expect((await sendFrom(from, port, row)).match(/served/g)).toHaveLength(17);
  expect(await parsed('127.0.0.2', GET.repeat(600))).toBe(258);
  nowMs = 10_000;
  expect(await parsed(from, GET.repeat(600))).toBe(258);
});

it('after a refused body no request of the same read is parsed', async () => {
  const { runtime, paths } = makeEchoRuntime();
  const port = await serve(runtime);
  const seen = countParsed(port);
  const body = Buffer.concat([...Array.from({ length: 1_100 }, () => chunkOf('x')), Buffer.from('0\r\n\r\n')]);
  const text = await sendFrom(
    from,
    port,
    Buffer.concat([chunkedHead('POST', '/', 'a'), body, Buffer.from(GET.repeat(99))]),
  );
  expect(text.match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 413']);
  expect([seen.requests, paths]).toEqual([1, []]);
});

it('requests in a row of other connections are answered after one was cut off, whose parser they get', async () => {
  const { runtime } = makeEchoRuntime();
  const port = await serve(runtime);
  for (let round = 0; round < 3; round += 1) {
    await sendFrom(from, port, GET.repeat(600));
    expect((await sendFrom('127.0.0.2', port, GET.repeat(9) + LAST_GET)).match(/served/g)).toHaveLength(10);
  }
});
