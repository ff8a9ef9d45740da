/** The Worker's `callOutside` in the real runtime, over the real bridge: how much is read ahead, and when the other server is free. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
      const answer = await callOutside(deps, to, pathname === '/leave' ? { signal: AbortSignal.timeout(200) } : {});
      if (pathname === '/whole') return new Response(await new Response(answer.body).text());
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
  const source = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/'#shared\/([\w-]+)\.ts'/g, "'./$1.js'");
  return { type: 'ESModule' as const, path: name, contents: stripTypeScriptTypes(source) };
}

let runtime: Miniflare;
let address = '';
let sentBytes = 0;
let isOpen = false;

function sendEndless(response: ServerResponse): void {
  do sentBytes += PIECE.length;
  while (!response.destroyed && response.write(PIECE));
}

const origin = http.createServer((request, response) => {
  sentBytes = 0;
  isOpen = true;
  response.on('close', () => {
    isOpen = false;
  });
  if (request.url === '/silent') return;
  if (request.url === '/cut') {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => setTimeout(() => response.destroy(), 50));
    return;
  }
  response.on('drain', () => sendEndless(response));
  sendEndless(response);
});

beforeAll(async () => {
  origin.listen(0, '127.0.0.1');
  await once(origin, 'listening');
  address = `127.0.0.1:${(origin.address() as AddressInfo).port}`;
  const deps = { resolve: resolveBySystem, allowed: new Set([address]) };
  runtime = new Miniflare(
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
            moduleOf('worker/platform/outgoing.ts', '/outgoing.js'),
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
});

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
