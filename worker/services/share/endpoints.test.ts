import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ORDER } from '#shared/drive/model.ts';
import { asUserId } from '#shared/ids.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeShareRoutes } from './endpoints.ts';
import type { ShareService } from './service.ts';

/** Routes over a service that writes down what it was asked. */
function makeRoutes() {
  const asked: [string, ...unknown[]][] = [];
  const service = new Proxy({} as ShareService, {
    get:
      (_target, name) =>
      (...args: unknown[]) => {
        asked.push([String(name), ...args]);
        return name === 'fileInfo'
          ? { status: 'OK', passCodeToken: 't', file: null }
          : name === 'create'
            ? { shareId: 's', shareUrl: 'u', passCode: 'p' }
            : {};
      },
  });
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set('call', { locale: 'en-US', caller: { userId: asUserId('u'), scopes: ['pan'] } } as unknown as CallContext);
    c.set('requireDiskSpace', async () => {});
    c.set('bodyBytes', 10_000);
    c.set('requireDiskSpace', async () => undefined);
    await next();
  });
  app.route('/', makeShareRoutes(service));
  app.onError((error) => new Response(String((error as { errorName?: string }).errorName), { status: 400 }));
  const post = (path: string, body: object) => app.request(path, { method: 'POST', body: JSON.stringify(body) });
  return { asked, get: (path: string) => app.request(path), post };
}

describe('the wire of sharing', () => {
  it('gives literal paths their own answers', async () => {
    const { asked, get, post } = makeRoutes();
    await get('/drive/v1/share?share_id=a&parent_id=ignored');
    await get('/drive/v1/share/detail?share_id=a&parent_id=b&folders_first=false&order=3');
    await get('/drive/v1/share/list?limit=&filters={"id":{"in":"x, y"}}');
    await post('/drive/v1/share:batchDelete', { ids: ['x'] });
    expect(asked.map(([name]) => name)).toEqual(['open', 'open', 'list', 'remove']);
    expect(asked[0]?.[1]).toMatchObject({ shareId: 'a', parentId: '', foldersFirst: true, order: DEFAULT_ORDER });
    expect(asked[1]?.[1]).toMatchObject({ parentId: 'b', foldersFirst: false, order: DEFAULT_ORDER });
    expect(asked[2]?.[2]).toEqual({ limit: 0, pageToken: '', ids: ['x', 'y'] });
  });

  it('reads what to save from either place, and a destination only when it is meant', async () => {
    const { asked, post } = makeRoutes();
    const bodies = [
      { file_ids: ['a'], params: { trace_file_ids: '*' } },
      { file_ids: [], params: { trace_file_ids: 'b, c' } },
      { params: { trace_file_ids: '*' }, parent_id: 'p' },
      { file_ids: null, parent_id: '', specify_parent_id: true },
    ];
    for (const body of bodies) await post('/drive/v1/share/restore', { share_id: 's', ...body });
    expect(asked.map(([, , input]) => input)).toMatchObject([
      { fileIds: ['a'], parentId: null },
      { fileIds: ['b', 'c'], parentId: null },
      { fileIds: [], parentId: null },
      { fileIds: [], parentId: '' },
    ]);
  });

  it('reads limits as numbers or text, and nothing as none', async () => {
    const { asked, post } = makeRoutes();
    const bodies = [
      {},
      { restore_limit: '-1', expiration_days: 7 },
      { restore_limit: '5', pass_code_option: 'REQUIRED' },
      { limit_count: 3 },
      { custom_pass_code: 'abcd' },
    ];
    for (const body of bodies) await post('/drive/v1/share', { file_ids: ['a'], ...body });
    expect(asked.filter(([name]) => name === 'create').map(([, , input]) => input)).toMatchObject([
      { restoreLimit: -1, expirationDays: -1, passCodeRequired: false },
      { restoreLimit: -1, expirationDays: 7 },
      { restoreLimit: 5, passCodeRequired: true },
      { restoreLimit: 3 },
      { passCodeRequired: true, customPassCode: 'abcd' },
    ]);
    expect((await post('/drive/v1/share', { file_ids: ['a'], restore_limit: 'many' })).status).toBe(400);
    expect((await post('/drive/v1/share', { file_ids: [] })).status).toBe(400);
  });

  it('answers file_not_found for a file the link does not have', async () => {
    const { get } = makeRoutes();
    expect(await (await get('/drive/v1/share/file_info?share_id=a&file_id=b')).text()).toBe('file_not_found');
  });
});
