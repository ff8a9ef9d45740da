import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '#worker/platform/http.ts';
import { brokenOff } from './broken-off.ts';

const app = new Hono<AppEnv>();
app.use(brokenOff);
app.all('/remote.php/dav/files/alice/:status', (c) => c.text('an answer', Number(c.req.param('status')) as 200));
app.all('/remote.php/dav/files/alice/thrown/', () => {
  throw new Error('a fault');
});
app.all('/dav/:status', (c) => c.text('an answer', Number(c.req.param('status')) as 200));
app.onError((_, c) => c.text('an error', 500));

/** Status and text; null where the answer breaks off. */
async function ask(path: string, depth: string, method = 'PROPFIND'): Promise<readonly [number, string | null]> {
  const answer = await app.request(path, { method, headers: { depth } });
  return [answer.status, await answer.text().catch(() => null)];
}

const FILES = '/remote.php/dav/files/alice';

it('a listing for a sync client that cannot be given now breaks off, one of what is not there is refused', async () => {
  for (const path of ['/503', '/500', '/429', '/thrown/']) expect(await ask(FILES + path, '1')).toEqual([207, null]);
  for (const status of [404, 403, 401, 207])
    expect(await ask(`${FILES}/${status}`, '1')).toEqual([status, 'an answer']);
});

it('other questions and other programs get the refusal', async () => {
  expect(await ask(`${FILES}/503`, '0')).toEqual([503, 'an answer']);
  expect(await ask(`${FILES}/503`, '1', 'GET')).toEqual([503, 'an answer']);
  expect(await ask('/dav/503', '1')).toEqual([503, 'an answer']);
});
