/** A server that is silent is given up; one whose reader rests is not. */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { ADDRESS_HEADER, makeOutbound, resolveBySystem } from './outbound.ts';

// A busy machine keeps a process from reading for some hundred milliseconds, which counts as silence.
const IDLE_MS = 1_000;
const BYTES = 64 * 1024 * 1024;

/** @param serve  the other server. @param onIdle  its line has been full for longer than a server may be silent */
async function open(
  serve: http.RequestListener,
  onIdle = (): void => undefined,
): Promise<{ incoming: IncomingMessage; close(): void }> {
  const other = http.createServer(serve).listen(0, '127.0.0.1');
  other.setTimeout(IDLE_MS * 3, onIdle);
  await once(other, 'listening');
  const to = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  const outbound = makeOutbound({
    resolve: resolveBySystem,
    allowed: new Set([to]),
    idleMs: IDLE_MS,
  });
  const server = http.createServer((request, response) => void outbound(request, response));
  const port = await listenOnLoopback(server);
  const headers = { [ADDRESS_HEADER]: `http://${to}/` };
  const request = http.get({ host: '127.0.0.1', port, headers, agent: false });
  const [incoming] = (await once(request, 'response')) as [IncomingMessage];
  return {
    incoming,
    close() {
      request.destroy();
      for (const one of [server, other]) {
        one.closeAllConnections();
        one.close();
      }
    },
  };
}

async function countBytes(incoming: IncomingMessage): Promise<number> {
  let count = 0;
  for await (const piece of incoming) count += (piece as Buffer).length;
  return count;
}

test('an answer waits for a reader that rests for longer than a server may be silent', async () => {
  const idle = Promise.withResolvers<void>();
  const { incoming, close } = await open(
    (_request, response) => {
      response.writeHead(200, { 'content-length': BYTES });
      response.end(Buffer.alloc(BYTES));
    },
    () => idle.resolve(),
  );
  await idle.promise;
  expect(await countBytes(incoming)).toBe(BYTES);
  close();
});

test('an answer breaks off when its server is silent and its reader waits', async () => {
  const { incoming, close } = await open((_request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half');
  });
  await expect(countBytes(incoming)).rejects.toThrow();
  close();
});
