/** Beginning and end of a listener. */
import type http from 'node:http';
import type https from 'node:https';
import { reportFailure } from './boundary.ts';

export type Listener = http.Server | https.Server;

/** Time for unfinished responses when the server ends. */
const DRAIN_MS = 3_000;

/** @throws Error of the system */
export function listen(server: Listener, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => {
      server.off('error', reject);
      // A connection that cannot be accepted must not end the server.
      server.on('error', (error) => reportFailure('the listener', error));
      resolve();
    });
  });
}

/** Lets responses finish for a short time. */
export function close(server: Listener): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
