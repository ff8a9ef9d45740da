import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { makeRefusals, type RefusalStatus } from './refuse.ts';

let server: Server;
let origin: string;

beforeEach(async () => {
  server = createServer((request, response) =>
    makeRefusals(true).refuse(response, Number(request.url?.replace(/^.*\//, '')) as RefusalStatus),
  );
  origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (status: number, headers: Record<string, string> = {}) => fetch(`${origin}/${status}`, { headers });

it.each([
  ['en-US', { 'accept-language': 'en' }, 'The service is busy right now. Try again in a moment.'],
  ['ja', { 'accept-language': 'ja,en;q=0.5' }, /[ぁ-ん]/],
  ['ru', { 'accept-language': 'en', cookie: 'a=b; pp_locale=%22ru%22' }, /[а-я]/],
])('a refusal of the proxy is in %s', async (locale, headers, sentence) => {
  const answer = await ask(503, headers);
  expect(answer.headers.get('content-language')).toBe(locale);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  const body = (await answer.json()) as { error: string; error_code: number; error_description: string };
  expect(body).toMatchObject({ error: 'unavailable', error_code: 14 });
  expect(body.error_description).toMatch(sentence);
});

it('a browser that navigates gets a page that asks again while the server restarts', async () => {
  const answer = await ask(503, { accept: 'text/html,application/xhtml+xml', 'accept-language': 'es' });
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await answer.text();
  expect(page).toContain('<html lang="es">');
  expect(page).toContain('http-equiv="refresh"');
  expect(page).not.toMatch(/script|style/);
});

it('a broken cookie or language does not fail a refusal', async () => {
  const answer = await ask(400, { cookie: 'pp_locale=%', 'accept-language': '\x80;;q=' });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-language')).toBe('en-US');
});

it('a question about an upload of tus is answered by a status after which clients ask again', async () => {
  const statusOf = async (method: string, path: string) => (await fetch(`${origin}${path}`, { method })).status;
  expect(await statusOf('HEAD', '/tus/503')).toBe(423);
  expect(await statusOf('HEAD', '/tus/404')).toBe(404);
  expect([await statusOf('GET', '/tus/503'), await statusOf('HEAD', '/503')]).toEqual([503, 503]);
});

it('a listing for a sync client is broken off while the server restarts: after a refusal the client would not ask again', async () => {
  const list = (path: string, depth: string) => fetch(`${origin}${path}`, { method: 'PROPFIND', headers: { depth } });
  await expect(list('/remote.php/dav/files/alice/folder/503', '1')).rejects.toThrow('fetch failed');
  expect((await list('/remote.php/dav/files/alice/folder/400', '1')).status).toBe(400);
  expect((await list('/remote.php/dav/files/alice/folder/503', '0')).status).toBe(503);
  expect((await list('/dav/folder/503', '1')).status).toBe(503);
});
