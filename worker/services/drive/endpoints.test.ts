import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { makeRouter } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';

const call: CallContext = {
  requestId: 'r',
  nowMs: 0,
  locale: 'en-US',
  address: '',
  deviceId: '',
  clientId: '',
  userAgent: '',
  captchaToken: '',
  idempotencyKey: null,
  origin: 'http://localhost',
  caller: { userId: asUserId('u'), sessionId: 'f', epoch: 1, clientId: '', scopes: ['pan'] },
};

const { calls, recorder } = vi.hoisted(() => {
  const calls: unknown[] = [];
  const isContext = (value: unknown): boolean => value !== null && typeof value === 'object' && 'requestId' in value;
  /** The operations of a module, recorded and answered by nothing. */
  async function recorder(original: () => Promise<object>): Promise<object> {
    const recorded = Object.keys(await original()).map((name) => [
      name,
      (_deps: unknown, _caller: unknown, ...rest: unknown[]) => {
        calls.push(name, ...rest.filter((value) => !isContext(value)));
        return Promise.resolve({});
      },
    ]);
    return Object.fromEntries(recorded) as object;
  }
  return { calls, recorder };
});

vi.mock('./jobs/start.ts', recorder);
vi.mock('./jobs/tasks.ts', recorder);
vi.mock('./tree/change.ts', recorder);
vi.mock('./tree/read.ts', recorder);
vi.mock('./upload/begin-upload.ts', recorder);

// Files of tests share their modules: those that an earlier file has loaded are not replaced, and a later one must not get these.
let makeDriveRoutes: typeof import('./endpoints.ts').makeDriveRoutes;
beforeAll(async () => {
  vi.resetModules();
  ({ makeDriveRoutes } = await import('./endpoints.ts'));
});
afterAll(() => void vi.resetModules());

/** Sends a request. @returns the operation that was called with its arguments, and the refusal */
async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ asked: unknown[]; refusal: string | null }> {
  calls.length = 0;
  const app = makeRouter();
  let refusal: string | null = null;
  app.use(async (c, next) => {
    c.set('call', call);
    c.set('bodyBytes', 10_000);
    c.set('requireDiskSpace', async () => {});
    await next();
  });
  app.onError((error, c) => {
    refusal = (error as Partial<AppError>).errorName ?? String(error);
    return c.text('', 400);
  });
  app.route('/', makeDriveRoutes({} as Parameters<typeof makeDriveRoutes>[0]));
  await app.request(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { asked: [...calls], refusal };
}

function listPath(query: Record<string, string>): string {
  return `/drive/v1/files?${new URLSearchParams(query)}`;
}

test('filters are read as clients send them, and unknown ones are ignored', async () => {
  const filters = {
    trashed: { eq: true },
    phase: { in: 'PHASE_TYPE_PENDING,PHASE_TYPE_RUNNING' },
    kind: { eq: 'drive#folder' },
    modified_time: { gt: 'x' },
  };
  const { asked } = await ask('GET', listPath({ parent_id: '*', limit: '500', filters: JSON.stringify(filters) }));
  expect(asked).toMatchObject([
    'list',
    {
      parentId: '*',
      limit: 500,
      trashed: true,
      foldersOnly: true,
      filesOnly: false,
      starred: false,
      phases: ['PHASE_TYPE_PENDING', 'PHASE_TYPE_RUNNING'],
    },
  ]);
  expect((await ask('GET', listPath({ filters: '{"system_tag":{"in":"STAR"}}' }))).asked).toMatchObject([
    'list',
    { starred: true, trashed: false },
  ]);
});

test('a bare listing asks for the root, newest first, folders first', async () => {
  const { asked } = await ask('GET', '/drive/v1/files');
  expect(asked).toMatchObject([
    'list',
    { parentId: '', limit: 0, pageToken: '', order: 'created_desc', foldersFirst: true, trashed: false, phases: [] },
  ]);
  expect((await ask('GET', listPath({ order: 'size_asc', folders_first: 'false' }))).asked).toMatchObject([
    'list',
    { order: 'size_asc', foldersFirst: false },
  ]);
});

test('a filter by name is refused: the server does not search', async () => {
  expect(await ask('GET', listPath({ filters: '{"name":{"eq":"x"}}' }))).toEqual({ asked: [], refusal: 'not_found' });
});

test('creating makes a folder, begins an upload of one protocol, or is not offered', async () => {
  expect((await ask('POST', '/drive/v1/files', { kind: 'drive#folder', name: 'a', parent_id: null })).asked).toEqual([
    'createFolder',
    { parentId: '', name: 'a' },
    'keep_both',
  ]);
  const file = { kind: 'drive#file', name: 'a', size: '5', hash: 'ab', upload_type: 'UPLOAD_TYPE_RESUMABLE' };
  expect(
    (await ask('POST', '/drive/v1/files', { ...file, resumable: { provider: 'PROVIDER_MAGPIE' } })).asked,
  ).toMatchObject(['beginUpload', { protocol: 'own', sizeBytes: 5 }]);
  expect(
    (await ask('POST', '/drive/v1/files', { ...file, resumable: { provider: 'PROVIDER_ALIYUN' } })).asked,
  ).toMatchObject(['beginUpload', { protocol: 's3', gcid: 'ab' }]);
  expect((await ask('POST', '/drive/v1/files', file)).asked).toMatchObject(['beginUpload', { protocol: 's3' }]);
  expect((await ask('POST', '/drive/v1/files', { ...file, upload_type: 'UPLOAD_TYPE_FORM' })).asked).toMatchObject([
    'beginUpload',
    { protocol: 's3', isForm: true },
  ]);
  expect(await ask('POST', '/drive/v1/files', { ...file, upload_type: 'UPLOAD_TYPE_URL' })).toEqual({
    asked: [],
    refusal: 'task_url_resolve_error',
  });
  expect(await ask('POST', '/drive/v1/files', { ...file, upload_type: 'UPLOAD_TYPE_OTHER' })).toEqual({
    asked: [],
    refusal: 'unimplemented',
  });
});

test('emptying the trash is not a rename, and each batch goes where its name says', async () => {
  expect((await ask('PATCH', '/drive/v1/files/trash:empty')).asked).toEqual(['emptyTrash']);
  expect((await ask('PATCH', '/drive/v1/files/V1', { name: 'n' })).asked).toEqual(['rename', 'V1', 'n']);
  const ids = ['V1', 'V2'];
  expect((await ask('POST', '/drive/v1/files:batchMove', { ids, to: { parent_id: 'V3' } })).asked).toEqual([
    'move',
    ids,
    'V3',
    'keep_both',
  ]);
  expect((await ask('POST', '/drive/v1/files:batchCopy', { ids, to: {} })).asked).toEqual([
    'copy',
    ids,
    '',
    'keep_both',
  ]);
  expect((await ask('POST', '/drive/v1/files:batchTrash', { ids })).asked).toEqual(['trash', ids]);
  expect((await ask('POST', '/drive/v1/files:batchUntrash', { ids })).asked).toEqual(['untrash', ids, 'keep_both']);
  expect((await ask('POST', '/drive/v1/files:batchDelete', { ids })).asked).toEqual(['remove', ids]);
  expect((await ask('POST', '/drive/v1/files:batchDelete', { ids: [] })).refusal).toBe('invalid_argument');
});

test('what to do about a taken name is passed on, and nothing else is taken for a choice', async () => {
  const file = { kind: 'drive#file', name: 'a', size: '5' };
  expect((await ask('POST', '/drive/v1/files', file)).asked[1]).not.toHaveProperty('conflict');
  for (const conflict of ['skip', 'replace']) {
    expect((await ask('POST', '/drive/v1/files', { ...file, conflict })).asked).toMatchObject([
      'beginUpload',
      { conflict },
    ]);
    const { asked } = await ask('POST', '/drive/v1/files:batchMove', {
      ids: ['V1'],
      to: { parent_id: 'V3' },
      conflict,
    });
    expect(asked).toEqual(['move', ['V1'], 'V3', conflict]);
  }
  expect((await ask('POST', '/drive/v1/files', { ...file, conflict: 'overwrite' })).refusal).toBe('invalid_argument');
});

test('tasks are filtered by phase and id', async () => {
  const filters = JSON.stringify({ phase: { in: 'PHASE_TYPE_RUNNING,PHASE_TYPE_ERROR' }, id: { in: 'a,b' } });
  const { asked } = await ask(
    'GET',
    `/drive/v1/tasks?${new URLSearchParams({ type: 'upload', limit: '10000', filters })}`,
  );
  expect(asked).toEqual([
    'tasks',
    {
      type: 'upload',
      limit: 10_000,
      pageToken: '',
      phases: ['PHASE_TYPE_RUNNING', 'PHASE_TYPE_ERROR'],
      ids: ['a', 'b'],
      isGrouped: false,
    },
  ]);
});
