import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRefusals, type RefusalStatus } from './refuse.ts';

let server: Server;
let origin: string;

beforeEach(async () => {
  server = createServer((request, response) =>
    makeRefusals(true).refuse(response, Number(request.url?.slice(1)) as RefusalStatus),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
