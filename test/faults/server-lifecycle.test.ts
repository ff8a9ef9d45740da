import { once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { startServer } from '#test/server.ts';

const dataDir = scratchFolder();

/** Sends one request as it is and reads the status of the answer. */
async function statusOf(port: number, head: string): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(`${head}\r\n`);
  const [first] = (await once(socket, 'data')) as [string];
  socket.destroy();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
}

it('answers on both of its origins, refuses a second server on its folder, and starts again after kill -9', async () => {
  const first = await startServer({ dataDir });
  for (const origin of [first.origin, first.contentOrigin]) {
    const answer = await fetch(origin, { redirect: 'manual' });
    expect(answer.status).toBeLessThan(500);
  }
  expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(dataDir, 'state')).mode & 0o077).toBe(0);
  await expect(startServer({ dataDir })).rejects.toThrow(/in use by another Magpie server/);
  await first.kill9();
  const second = await startServer({ dataDir });
  expect(second.internalToken).toBe(first.internalToken);
  expect((await fetch(second.origin)).status).toBeLessThan(500);
  await second.stop();
});

it('a server on one machine takes its processes with it when only the supervisor is killed', async () => {
  const server = await startServer({ dataDir });
  process.kill(server.pids.supervisor, 'SIGKILL');
  const next = await startServer({ dataDir });
  for (const name of ['proxy', 'runtime', 'workerd'] as const) expect(next.pids[name]).not.toBe(server.pids[name]);
  await server.kill9();
  await next.stop();
});

it('the server does not expose the paths of its own machinery', async () => {
  const server = await startServer({ dataDir });
  for (const target of ['/_internal/seed', '/cdn-cgi/explorer', '/%5Finternal/seed']) {
    const answer = await fetch(server.origin + target, {
      method: 'POST',
      headers: { 'x-magpie-internal': server.internalToken },
    });
    expect(answer.status).toBe(404);
  }
  await server.stop();
});

it('the server continues after requests that no parser accepts', async () => {
  const server = await startServer({ dataDir });
  for (const target of ['/%09/%5b', '/%0a/%5b', '/%09/a:99999', '/%2509', '/%00', '*', '//[', '/\\[', 'http://[/'])
    for (const more of ['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n']) {
      const status = await statusOf(server.port, `GET ${target} HTTP/1.1\r\nHost: localhost:${server.port}\r\n${more}`);
      expect(status, target).toBeGreaterThanOrEqual(300);
      expect(status, target).toBeLessThan(500);
    }
  expect((await fetch(server.origin)).status).toBeLessThan(400);
  await server.stop();
});

it('a server on one machine refuses to show demo people to the network', async () => {
  await expect(startServer({ dataDir, env: { HOST: '0.0.0.0' } })).rejects.toThrow(/listens on this machine only/);
});
