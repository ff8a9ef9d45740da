import { Hono } from 'hono';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { endpoint, optionalText, queryTexts } from '#shared/contract.ts';
import { type AppEnv, bindEndpoint } from './http.ts';

const list = endpoint({
  id: 'test.list',
  method: 'GET',
  path: '/drive/v1/things',
  host: 'drive',
  callers: 'anyone',
  idempotency: 'read',
  query: v.object({ ids: queryTexts, name: optionalText }),
  output: v.object({ ids: v.array(v.string()), name: v.string() }),
  errors: [],
  summary: 'Things',
});

function makeApp() {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('bodyBytes', 1_000);
    c.set('call', { caller: null } as never);
    await next();
  });
  bindEndpoint(app, list, async ({ query }) => query);
  return app;
}

async function ask(query: string): Promise<unknown> {
  return (await makeApp().request(`/drive/v1/things${query}`)).json();
}

it.each([
  ['?ids=a,b', ['a', 'b']],
  ['?ids=a&ids=b', ['a', 'b']],
  ['?ids[]=a&ids[]=b', ['a', 'b']],
  ['?ids%5B%5D=a&ids%5B%5D=b', ['a', 'b']],
  ['?ids[0]=a&ids[1]=b', ['a', 'b']],
  ['?ids=a,&ids[]=%20b%20,a', ['a', 'b']],
  ['?ids=', []],
  ['?ids[x]=a&ids2=b&xids=c', []],
  ['', []],
])('a list in a query: %s', async (query, ids) => {
  expect(await ask(query)).toEqual({ ids, name: '' });
});

it('a parameter that is no list is the first of its name', async () => {
  expect(await ask('?name=a&name=b&name[]=c')).toEqual({ ids: [], name: 'a' });
});

it('an answer that a program has already is not sent again', async () => {
  const app = makeApp();
  const first = await app.request('/drive/v1/things?ids=a');
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
  for (const known of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
    const again = await app.request('/drive/v1/things?ids=a', { headers: { 'if-none-match': known } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
  }
  const other = await app.request('/drive/v1/things?ids=b', { headers: { 'if-none-match': etag } });
  expect(other.status).toBe(200);
});
