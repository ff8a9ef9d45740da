/** The sessions that a start gets for samples end with it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { addSamples } from './fill.ts';

let server: Server;
let origin: URL;
let calls: string[];
beforeEach(async () => {
  calls = [];
  server = createServer((request, response) => {
    calls.push(`${request.headers.authorization} ${request.url}`);
    request.resume();
    response.writeHead(request.url === '/v1/auth/revoke' ? 200 : 500).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.restoreAllMocks();
});

const person = (email: string, accessToken?: string) => ({
  email,
  premium: false,
  ...(accessToken ? { accessToken } : {}),
});

it('where a start did not make all people, it adds no samples, and the sessions of the new ones end', async () => {
  await addSamples(origin, 'http://app.example', 'token', [person('a@example.com', 'A'), person('b@example.com')]);
  expect(calls).toEqual(['Bearer A /v1/auth/revoke']);
});

it('the sessions end also where samples fail, which is written down', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  await addSamples(origin, 'http://app.example', 'token', [person('a@example.com', 'A'), person('b@example.com', 'B')]);
  expect(calls.filter((call) => call.endsWith('/revoke')).sort()).toEqual([
    'Bearer A /v1/auth/revoke',
    'Bearer B /v1/auth/revoke',
  ]);
  expect(String(written.mock.calls[0]?.[0])).toContain('the sample drives are not complete');
});
