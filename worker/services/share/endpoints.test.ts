import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { STEADY_ORDER } from '#shared/drive/orders.ts';
import { asUserId } from '#shared/ids.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShareParts } from './deps.ts';

/** Calls of operations: name and arguments, without the parts. */
const { calls, fake } = vi.hoisted(() => {
  const calls: [string, ...unknown[]][] = [];
  const fake = (name: string, answer: object = {}) => ({
    [name]: async (_parts: unknown, ...args: unknown[]) => {
      calls.push([name, ...args]);
      return answer;
    },
  });
  return { calls, fake };
});
vi.mock('./visit/open.ts', () => fake('open'));
vi.mock('./visit/file-info.ts', () => fake('fileInfo', { status: 'OK', passCodeToken: 't', file: null }));
vi.mock('./link/create.ts', () => fake('create', { shareId: 's', shareUrl: 'u', passCode: 'p' }));
vi.mock('./link/list.ts', () => fake('list'));
vi.mock('./link/remove.ts', () => fake('remove'));
vi.mock('./save/restore.ts', () => fake('restore'));

// Files of tests share their modules: those that an earlier file has loaded are not replaced, and a later one must not get these.
let makeShareRoutes: typeof import('./endpoints.ts').makeShareRoutes;
beforeAll(async () => {
  vi.resetModules();
  ({ makeShareRoutes } = await import('./endpoints.ts'));
});
afterAll(() => void vi.resetModules());
beforeEach(() => calls.splice(0));

const parts = { texts: { status: () => '', invitation: () => '' } } as unknown as ShareParts;

/** Routes over operations that record their calls. */
function makeRoutes() {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('call', { locale: 'en-US', caller: { userId: asUserId('u'), scopes: ['pan'] } } as unknown as CallContext);
    c.set('requireDiskSpace', async () => {});
    c.set('bodyBytes', 10_000);
    c.set('requireDiskSpace', async () => undefined);
    await next();
  });
  app.route('/', makeShareRoutes(parts));
  app.onError((error) => new Response(String((error as { errorName?: string }).errorName), { status: 400 }));
  const post = (path: string, body: object) => app.request(path, { method: 'POST', body: JSON.stringify(body) });
  return { get: (path: string) => app.request(path), post };
}

it('the wire of sharing: literal paths of links reach their own operations', async () => {
  const { get, post } = makeRoutes();
  await get('/drive/v1/share?share_id=a&parent_id=ignored');
  await get('/drive/v1/share/detail?share_id=a&parent_id=b&folders_first=false&order=3');
  await get('/drive/v1/share/list?limit=&filters={"id":{"in":"x, y"}}');
  await post('/drive/v1/share:batchDelete', { ids: ['x'] });
  expect(calls.map(([name]) => name)).toEqual(['open', 'open', 'list', 'remove']);
  expect(calls[0]?.[1]).toMatchObject({ shareId: 'a', parentId: '', foldersFirst: true, order: STEADY_ORDER });
  expect(calls[1]?.[1]).toMatchObject({ parentId: 'b', foldersFirst: false, order: STEADY_ORDER });
  expect(calls[2]?.[2]).toEqual({ limit: 0, pageToken: '', ids: ['x', 'y'], thumbnailSize: '' });
});

it('restore reads the files from either field, and the destination only with its flag', async () => {
  const { post } = makeRoutes();
  const bodies = [
    { file_ids: ['a'], params: { trace_file_ids: '*' } },
    { file_ids: [], params: { trace_file_ids: 'b, c' } },
    { params: { trace_file_ids: '*' }, parent_id: 'p' },
    { file_ids: null, parent_id: '', specify_parent_id: true },
  ];
  for (const body of bodies) await post('/drive/v1/share/restore', { share_id: 's', ...body });
  expect(calls.map(([, , input]) => input)).toMatchObject([
    { fileIds: ['a'], parentId: null },
    { fileIds: ['b', 'c'], parentId: null },
    { fileIds: [], parentId: null },
    { fileIds: [], parentId: '' },
  ]);
});

it('the wire of sharing: create reads limits as numbers or text, and absent ones as unlimited', async () => {
  const { post } = makeRoutes();
  const bodies = [
    {},
    { restore_limit: '-1', expiration_days: 7 },
    { restore_limit: '5', pass_code_option: 'REQUIRED' },
    { limit_count: 3 },
    { custom_pass_code: 'abcd' },
  ];
  for (const body of bodies) await post('/drive/v1/share', { file_ids: ['a'], ...body });
  expect(calls.filter(([name]) => name === 'create').map(([, , input]) => input)).toMatchObject([
    { restoreLimit: -1, expirationDays: -1, passCodeRequired: false },
    { restoreLimit: -1, expirationDays: 7 },
    { restoreLimit: 5, passCodeRequired: true },
    { restoreLimit: 3 },
    { passCodeRequired: true, customPassCode: 'abcd' },
  ]);
  expect((await post('/drive/v1/share', { file_ids: ['a'], restore_limit: 'many' })).status).toBe(400);
  expect((await post('/drive/v1/share', { file_ids: [] })).status).toBe(400);
});

it('file info answers file_not_found for a file outside the link', async () => {
  const { get } = makeRoutes();
  expect(await (await get('/drive/v1/share/file_info?share_id=a&file_id=b')).text()).toBe('file_not_found');
});
