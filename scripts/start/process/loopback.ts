/** Servers on a free port of this machine. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** @returns the port on which the server listens now */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago; another process may take it. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  probe.close();
  await once(probe, 'close');
  return port;
}
