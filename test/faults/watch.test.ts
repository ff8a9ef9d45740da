/** A real server as its operators see it: checks, metrics and log, also while its runtime is gone. */
import http from 'node:http';
import { expect, it } from 'vitest';
import { makeWireClient } from '#test/flow/wire-client.ts';
import { freePort, serverOfFile } from '#test/server.ts';
import { contentUrl, randomFile } from './upload-client.ts';

const port = await freePort();
const metricsOrigin = `http://127.0.0.1:${port}`;
const server = await serverOfFile({
  env: {
    METRICS_ADDRESS: `127.0.0.1:${port}`,
    ACCESS_LOG: 'on',
    LOG_LEVEL: 'debug',
    SECURITY_CONTACT: 'mailto:a@b.example',
  },
});

interface Ready {
  readonly status: string;
  readonly checks: Record<string, { ok: boolean; ms: number }>;
}

async function ready(): Promise<[number, Ready]> {
  const answer = await fetch(`${server.origin}/readyz`);
  return [answer.status, (await answer.json()) as Ready];
}

it('a running server is alive and ready, under any host name', async () => {
  expect(await (await fetch(`${server.origin}/healthz`)).text()).toBe('ok\n');
  const [status, { status: said, checks }] = await ready();
  expect([status, said]).toEqual([200, 'ready']);
  expect(Object.keys(checks).sort()).toEqual(['clock', 'disk', 'kv', 'mail', 'objects', 'store']);
  const byAddress = await new Promise<number | undefined>((resolve) => {
    http.get({ port: server.port, path: '/readyz', headers: { host: 'elsewhere.example' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
  });
  expect(byAddress).toBe(200);
});

it('metrics and log show requests by their routes, and clients see nothing of both', async () => {
  const wire = makeWireClient(server.origin);
  const alice = await wire.signIn('alice@example.com');
  const id = await wire.upload(alice, { name: 'very-private-name.bin', bytes: randomFile(3_000) });
  const url = await contentUrl(wire, alice, id);
  expect((await wire.download(url)).status).toBe(200);
  const answer = await alice.get(`/drive/v1/files/${id}`, { secret: 'hunter2' });
  expect(answer.headers.get('x-magpie-route')).toBeNull();

  const metrics = await (await fetch(`${metricsOrigin}/metrics`)).text();
  expect(metrics).toContain('magpie_up 1\n');
  expect(metrics).toMatch(/magpie_http_requests_total\{method="GET",route="\/f\/:token\/:name",status="2xx"\} 1\n/);
  expect(metrics).toMatch(/magpie_objects\{class="DriveObject"\} [1-9]/);
  expect(metrics).toMatch(/magpie_process_resident_bytes\{process="workerd"\} \d{7,}/);
  expect((await fetch(`${server.origin}/metrics`)).headers.get('content-type')).not.toMatch(/version=0\.0\.4/);

  const requestId = answer.headers.get('x-request-id') ?? '';
  await expect.poll(() => server.output()).toContain(requestId);
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes('"event":"request"'));
  const own = JSON.parse(lines.find((line) => line.includes(requestId)) ?? '{}');
  expect(own).toMatchObject({ method: 'GET', status: 200, route: expect.stringMatching(/^\/drive\/v1\/files\/:/) });
  expect(lines.join('\n')).not.toMatch(/very-private-name|hunter2|127\.0\.0\.1|alice/);
  expect(lines.join('\n')).not.toContain(id);
});

it('security.txt names the contact of the setting', async () => {
  const answer = await fetch(`${server.origin}/.well-known/security.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await answer.text()).toMatch(
    /^Contact: mailto:a@b\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\nCanonical: /,
  );
});

it('a server without its runtime is alive and not ready, and ready again after it has restarted', async () => {
  process.kill(server.pids.workerd, 'SIGKILL');
  await expect.poll(async () => (await ready())[0], { interval: 20 }).toBe(503);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  await expect.poll(async () => (await ready())[0], { timeout: 30_000 }).toBe(200);
});
