import http from 'node:http';
import { expect, it } from 'vitest';
import { ListenFailed, listenFailure } from './listen-failed.ts';

const VARIABLES = { host: 'HOST', port: 'PORT' };

const listening = (host: string, port: number): Promise<http.Server> =>
  new Promise((resolve, reject) => {
    const server = http.createServer();
    server.once('error', reject).listen({ host, port }, () => resolve(server));
  });

it('a port that another program uses is named with the variable that sets it', async () => {
  const first = await listening('127.0.0.1', 0);
  const { port } = first.address() as { port: number };
  const error: unknown = await listening('127.0.0.1', port).catch((reason: unknown) => reason);
  first.close();
  expect(listenFailure(error, { host: 'METRICS_ADDRESS', port: 'METRICS_ADDRESS' })).toMatchObject({
    message: expect.stringMatching(new RegExp(`:${port}: another program uses this port; set METRICS_ADDRESS\\.$`)),
  });
});

it('an address that this machine does not have is named with the variable that sets it', async () => {
  // TEST-NET-1, RFC 5737: no machine has it.
  const error: unknown = await listening('192.0.2.1', 0).catch((reason: unknown) => reason);
  expect(listenFailure(error, VARIABLES)).toBeInstanceOf(ListenFailed);
  expect(String(listenFailure(error, VARIABLES))).toContain('does not have this address; set HOST.');
});

it('a port that is for root is named, and a failure of another kind stays as it is', () => {
  const closed = Object.assign(new Error('listen EACCES: permission denied 127.0.0.1:80'), { code: 'EACCES' });
  expect(String(listenFailure(closed, VARIABLES))).toContain('ports below 1024 are for root; set PORT');
  const other = new Error('broken');
  expect(listenFailure(other, VARIABLES)).toBe(other);
});
