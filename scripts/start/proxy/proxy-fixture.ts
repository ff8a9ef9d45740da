/** A proxy before a stand-in for the runtime, for tests; all of it is closed after each test. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type http from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { freePort, listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { type ProxyOptions, startProxy } from './proxy-server.ts';
import { defaultLimits, type ServerLimits } from './server-limits.ts';

export const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

function portOf(server: http.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return address.port;
}

/** Starts a stand-in for the runtime and a proxy before it. @returns the proxy's port */
export async function serve(
  runtime: http.Server,
  limits: Partial<ServerLimits> = {},
  more: Partial<ProxyOptions> = {},
): Promise<number> {
  await listenOnLoopback(runtime);
  open.push(
    () => runtime.closeAllConnections(),
    () => runtime.close(),
  );
  return onFreePort(async (port) => {
    const proxy = await startProxy({
      hosts: ['127.0.0.1', '::1'],
      port,
      target: new URL(`http://127.0.0.1:${portOf(runtime)}`),
      trustedProxyHeader: undefined,
      isTrustedProxy: () => false,
      limits: { ...defaultLimits(4_096), ...limits },
      files: new Map(),
      isHttps: false,
      ...more,
    });
    open.push(() => proxy.stop());
    return port;
  });
}

/** Starts what must know its port before. Another process may take a port that was free a moment ago. */
export async function onFreePort<T>(start: (port: number) => Promise<T>, tries = 5): Promise<T> {
  const port = await freePort();
  try {
    return await start(port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries <= 1) throw error;
    return onFreePort(start, tries - 1);
  }
}

/** Until a connection has ended; also by a reset, as of a client that sends on after its answer. */
export function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}

/** Sends raw bytes and reads until the proxy closes the connection. */
export async function sendRaw(port: number, wire: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => undefined);
  socket.write(wire);
  await closing(socket);
  return text;
}

/** Counts the requests that leave the parser of a server. */
export function countParsed(port: number) {
  const seen = { requests: 0 };
  const channel = 'http.server.request.start';
  const count = (message: unknown): void => {
    if ((message as { socket: Socket }).socket.localPort === port) seen.requests += 1;
  };
  subscribe(channel, count);
  open.push(() => void unsubscribe(channel, count));
  return seen;
}
