import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '#test/server.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'magpie-lifecycle-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a server on one machine', () => {
  it('answers on both of its origins, refuses a second server on its folder, and starts again after kill -9', async () => {
    const first = await startServer({ dataDir });
    for (const origin of [first.origin, first.contentOrigin]) {
      const answer = await fetch(origin, { redirect: 'manual' });
      expect(answer.status).toBeLessThan(500);
    }
    expect(statSync(path.join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    await expect(startServer({ dataDir })).rejects.toThrow(/in use by another Magpie server/);
    await first.kill9();
    const second = await startServer({ dataDir });
    expect(second.internalToken).toBe(first.internalToken);
    expect((await fetch(second.origin)).status).toBeLessThan(500);
    await second.stop();
  });

  it('takes its runtime with it when only the front is killed', async () => {
    const server = await startServer({ dataDir });
    process.kill(server.pids.front, 'SIGKILL');
    const next = await startServer({ dataDir });
    expect(next.pids.runtime).not.toBe(server.pids.runtime);
    await server.kill9();
    await next.stop();
  });

  it('keeps the paths of its own machinery closed', async () => {
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

  it('refuses to show demo people to the network', async () => {
    await expect(startServer({ dataDir, env: { HOST: '0.0.0.0' } })).rejects.toThrow(/listens on this machine only/);
  });
});
