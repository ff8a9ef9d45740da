/** The proxy serves the files of the build and no others. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { sendRaw, serve } from './proxy-fixture.ts';
import { listStaticFiles } from './static-files.ts';

const root = scratchFolder();
mkdirSync(path.join(root, 'client/.git'), { recursive: true });
mkdirSync(path.join(root, 'client/assets'));
for (const [name, text] of [
  ['client/.git/config', 'secret'],
  ['client/.env', 'secret'],
  ['client/_headers', 'secret'],
  ['client/logo.svg', '<svg/>'],
  ['client/assets/a.js', 'a()'],
  ['beside.txt', 'secret'],
] as const)
  writeFileSync(path.join(root, name), text);

async function get(target: string, isHttps = false): Promise<string> {
  const runtime = http.createServer((_request, response) => response.writeHead(404).end('the runtime'));
  const files = listStaticFiles(path.join(root, 'client'), path.join(root, 'compressed'));
  const port = await serve(runtime, {}, { files, isHttps });
  return sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
}

it.each([
  '/.git/config',
  '/.env',
  '/_headers',
  '/../beside.txt',
  '/assets/../../beside.txt',
  '/%2e%2e/beside.txt',
  '/assets/',
  '/',
])('%s is not a file of the build and is forwarded to the runtime', async (target) => {
  expect(await get(target)).toMatch(/^HTTP\/1\.1 404 .*the runtime/s);
});

it.each([
  ['/logo.svg', 'image/svg+xml; charset=utf-8'],
  ['/assets/a.js', 'text/javascript; charset=utf-8'],
])('%s is served as %s', async (target, type) => {
  const answer = await get(target);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`Content-Type: ${type}\r\n`);
  expect(answer).toContain('X-Content-Type-Options: nosniff\r\n');
});

it('files carry Strict-Transport-Security for a year on an https server only', async () => {
  expect(await get('/logo.svg', true)).toContain('Strict-Transport-Security: max-age=31536000; includeSubDomains\r\n');
  expect(await get('/logo.svg')).not.toContain('Strict-Transport-Security');
});

it('a file that was removed after the start is forwarded to the runtime', async () => {
  const file = path.join(root, 'client/assets/late.js');
  writeFileSync(file, 'late()');
  const files = listStaticFiles(path.join(root, 'client'), path.join(root, 'compressed'));
  rmSync(file);
  const runtime = http.createServer((_request, response) => response.writeHead(404).end('the runtime'));
  const port = await serve(runtime, {}, { files });
  const answer = await sendRaw(port, 'GET /assets/late.js HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 404 .*the runtime/s);
});

it('a file stays as it was when it was first asked for', async () => {
  const file = path.join(root, 'client/assets/kept.js');
  writeFileSync(file, 'first()');
  const files = listStaticFiles(path.join(root, 'client'), path.join(root, 'compressed'));
  expect(files.get('/assets/kept.js')?.()?.identity.toString()).toBe('first()');
  writeFileSync(file, 'second()');
  expect(files.get('/assets/kept.js')?.()?.identity.toString()).toBe('first()');
});
