import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { askLan, askPlainly } from '#scripts/start/lan/lan-fixture.ts';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { startServer } from '#test/server.ts';

const dataDir = scratchFolder();

/** Another address than that of demo mode; the names are published on real networks only. */
const ENV = { MAGPIE_LAN: 'attic', HOST: '127.0.0.2' };

it('a server in LAN mode serves its two names by https to devices that trust its authority, which stays the same', async () => {
  const first = await startServer({ dataDir, env: ENV });
  const authority = readFileSync(path.join(dataDir, 'lan/ca.crt'), 'utf8');
  const at = { address: '127.0.0.2', port: first.port, authority };
  const page = await askLan(at, { host: 'attic.local', path: '/' });
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain(`https://attic-files.local:${first.port}`);
  expect((await askLan(at, { host: 'attic-files.local', path: '/' })).headers['location']).toBe(
    `https://attic.local:${first.port}/`,
  );
  await expect(askLan(at, { host: 'magpie.local', path: '/' })).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  expect(await askPlainly('127.0.0.2', first.port)).toBe('');
  const [, fingerprint = ''] = /fingerprint +(\S+)/.exec(first.output()) ?? [];
  expect(fingerprint).toHaveLength(95);
  expect(statSync(path.join(dataDir, 'lan/ca.key')).mode & 0o777).toBe(0o600);
  await first.stop();

  const second = await startServer({ dataDir, env: ENV });
  expect(second.output()).toContain(fingerprint);
  const next = await askLan({ ...at, port: second.port }, { host: 'attic.local', path: '/readyz' });
  expect(next.status).toBe(200);
  await second.stop();
});

it('a server in LAN mode refuses names that its authority may not sign for', async () => {
  const env = { ...ENV, APP_ORIGIN: 'https://drive.example.com' };
  await expect(startServer({ dataDir, env })).rejects.toThrow(/made for other names/);
});
