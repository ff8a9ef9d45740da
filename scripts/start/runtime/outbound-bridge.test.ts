/** The Worker's `callOutside` in the real runtime, over the real bridge: how much is read ahead, and when the other server is free. */
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { afterAll, expect, test } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { makeOutbound, outboundWorker, resolveBySystem } from './outbound.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const PIECE = Buffer.alloc(64 * 1024, 7);
/** More than the buffers of three connections and the runtime. */
const AHEAD_BYTES = 64 * 1024 * 1024;

/** Calls `?to`, then: `close` gives it up, `hold` reads one piece and waits; `whole` reads to its end. */
const CALLER = `
import { callOutside } from './outgoing.js';
const held = [];
export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const to = searchParams.get('to');
    const deps = { allowed: new Set([new URL(to).host]), ports: new Set() };
    try {
      const answer = await callOutside(deps, to, pathname === '/leave' ? { signal: AbortSignal.timeout(200) } : { hasCookies: pathname !== '/bare' });
      if (pathname === '/whole') return new Response(await new Response(answer.body).text());
      if (pathname === '/fields') return Response.json([...answer.headers].filter(([name]) => /^content-/.test(name)));
      if (pathname === '/size') return new Response(String((await new Response(answer.body).arrayBuffer()).byteLength));
      const reader = answer.body.getReader();
      await reader.read();
      if (pathname === '/hold') await new Promise((resolve) => setTimeout(resolve, 3_000));
      answer.close();
      await reader.cancel().catch(() => undefined);
      return new Response('closed');
    } catch (error) {
      return new Response(error.reason ?? 'broken');
    }
  },
};`;

function moduleOf(file: string, name: string) {
  const source = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(
    /'(?:#shared|\.{1,2})\/([\w-]+)\.ts'/g,
    "'./$1.js'",
  );
  return { type: 'ESModule' as const, path: name, contents: stripTypeScriptTypes(source) };
}

let sentBytes = 0;
let isOpen = false;

function sendEndless(response: ServerResponse): void {
  do sentBytes += PIECE.length;
  while (!response.destroyed && response.write(PIECE));
}

const PACKED = gzipSync('hello');
/** One letter for each byte. */
const raw = (...bytes: number[]): string => String.fromCharCode(...bytes);

/** Answers as some servers write them. */
const answers: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
  '/ticket': ({ headers }, response) => {
    if (headers.cookie === 'ticket=7; seen=yes') return response.end('the file');
    response.setHeader('set-cookie', ['ticket=7; Path=/; HttpOnly', 'seen=yes', 'other=1; Domain=other.example']);
    return response.writeHead(302, { location: '/ticket' }).end();
  },
  '/old-pages': (_, response) =>
    response
      .writeHead(200, { 'content-disposition': `attachment; filename="${raw(0xc4, 0xea, 0xb6, 0xc8)}.txt"` })
      .end(),
  '/moved': (_, response) => response.writeHead(302, { location: ` /caf${raw(0xe9)} 1.txt` }).end(),
  '/caf%E9%201.txt': (_, response) => response.end('found'),
  '/a.tar.gz': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': PACKED.length }).end(PACKED),
  '/typed': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'x-gzip', 'content-type': 'application/x-gzip' }).end(PACKED),
  '/packed': (_, response) => response.writeHead(200, { 'content-encoding': 'x-gzip' }).end(PACKED),
};

const origin = http.createServer((request, response) => {
  sentBytes = 0;
  isOpen = true;
  response.on('close', () => {
    isOpen = false;
  });
  if (request.url === '/silent') return;
  if (answers[request.url ?? '']?.(request, response)) return;
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => setTimeout(() => response.destroy(), 50));
    return;
  }
  response.on('drain', () => sendEndless(response));
  sendEndless(response);
});

const address = `127.0.0.1:${await listenOnLoopback(origin)}`;
const deps = { resolve: resolveBySystem, allowed: new Set([address]) };
const runtime = new Miniflare(
  convertV4MiniflareOptions({
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.ERROR),
    workers: [
      {
        name: 'caller',
        compatibilityDate: '2026-11-01',
        modulesRoot: '/',
        modules: [
          { type: 'ESModule', path: '/index.js', contents: CALLER },
          moduleOf('worker/platform/outgoing/outgoing.ts', '/outgoing.js'),
          moduleOf('worker/platform/outgoing/cookie-jar.ts', '/cookie-jar.js'),
          moduleOf('worker/platform/clock.ts', '/clock.js'),
          moduleOf('shared/public-address.ts', '/public-address.js'),
          moduleOf('shared/units.ts', '/units.js'),
        ],
        outboundService: 'outbound',
        unsafeRegisterWorker: false,
      },
      outboundWorker('outbound', { node: makeOutbound(deps) }),
    ],
  }),
);
await runtime.ready;

afterAll(async () => {
  await runtime.dispose();
  origin.closeAllConnections();
  origin.close();
});

async function ask(how: string, what: string): Promise<string> {
  const to = encodeURIComponent(`http://${address}${what}`);
  return (await runtime.dispatchFetch(`http://caller/${how}?to=${to}`)).text();
}

test('a call that the Worker closes after the head ends at the other server', async () => {
  expect(await ask('close', '/endless')).toBe('closed');
  await expect.poll(() => isOpen).toBe(false);
});

test('a call that the Worker gives up before the head ends at the other server', async () => {
  expect(await ask('leave', '/silent')).toBe('unreachable');
  await expect.poll(() => isOpen).toBe(false);
});

test('an endless body is not read ahead of the Worker', async () => {
  expect(await ask('hold', '/endless')).toBe('closed');
  expect(sentBytes).toBeLessThan(AHEAD_BYTES);
});

test('a body that the other server cuts is a broken one', async () => {
  expect(await ask('whole', '/cut')).toBe('broken');
});

test('cookies of a redirect go back to its host in a call that takes them', async () => {
  expect(await ask('whole', '/ticket')).toBe('the file');
  expect(await ask('bare', '/ticket')).toBe('redirects');
});

test('bytes of old encodings in a field reach the Worker as escapes', async () => {
  expect(JSON.parse(await ask('fields', '/old-pages'))).toContainEqual([
    'content-disposition',
    'attachment; filename="%C4%EA%B6%C8.txt"',
  ]);
});

test('a redirect to an address with blanks and bytes of old encodings is followed', async () => {
  expect(await ask('whole', '/moved')).toBe('found');
});

test('a file that is packed itself stays packed, another one is unpacked', async () => {
  expect(await ask('size', '/a.tar.gz')).toBe(String(PACKED.length));
  expect(await ask('size', '/typed')).toBe(String(PACKED.length));
  expect(await ask('whole', '/packed')).toBe('hello');
});
