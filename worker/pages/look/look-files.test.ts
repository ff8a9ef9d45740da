import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { assets } from '#worker/platform/assets.ts';
import { CODINGS_HEADER } from '#worker/platform/coding.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import { lookIcon, lookStyles } from './look-files.ts';

const MARK = '0123456789abcdef';
const asked: string[] = [];
const deps = {
  readLook: async () => ({ mark: MARK, logo: null, colours: null }),
  clientFiles: { fetch: async () => new Response('a{color:red}'.repeat(200)) },
  logos: { read: async (id: string) => void asked.push(id) },
} as unknown as PageDeps;
const app = new Hono<AppEnv>();
app.get('/styles/:mark/:file', (c) => lookStyles(c, deps));
app.onError(() => new Response(null, { status: 404 }));
app.get('/icon/:logo/:side', (c) => lookIcon(c, deps));

test('only the style sheet of the look in use is compressed and cached', async () => {
  const file = assets.styles.split('/').at(-1);
  const headers = { [CODINGS_HEADER]: 'gzip' };
  const sheet = async (mark: string) => {
    const answer = await app.request(`/styles/${mark}/${file}`, { headers });
    return [answer.status, answer.headers.get('content-encoding'), answer.headers.get('cache-control')];
  };
  expect(await sheet(MARK)).toEqual([200, 'gzip', 'public, max-age=31536000, immutable']);
  expect(await sheet('0'.repeat(16))).toEqual([200, null, 'no-store']);
});

test('what cannot be the id of a logo is not looked for', async () => {
  for (const id of ['x', 'A'.repeat(32), '0'.repeat(33), '0'.repeat(32)]) await app.request(`/icon/${id}/192`);
  expect(asked).toEqual(['0'.repeat(32)]);
});
