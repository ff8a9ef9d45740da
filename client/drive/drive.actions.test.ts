import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { DEFAULT_DISPLAY } from '#shared/drive/display.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { makeDriveActions } from './drive.actions.ts';
import type { DriveApi, ListRequest } from './drive.api.ts';
import { makeDriveState } from './drive.state.ts';
import type { DrivePage } from './page-port.ts';

function thing(id: string, folder = false): DriveRow {
  return {
    id,
    parentId: '',
    name: id.toUpperCase(),
    folder,
    sizeBytes: 1,
    modifiedMs: 0,
    trashedMs: null,
    mime: '',
    category: '',
    phase: 'PHASE_TYPE_COMPLETE',
  };
}

const START = {
  place: 'all' as const,
  folderId: '',
  path: [],
  rows: [thing('f', true), thing('a'), thing('b')],
  nextPageToken: '',
  order: 'mod_desc' as const,
  view: 'grid' as const,
  serverTimeMs: 0,
};

function world(place: 'all' | 'trash' = 'all') {
  const state = makeDriveState();
  state.startBrowser({ ...START, place });
  const shown = new Map<string, DriveRow[]>([
    ['', [thing('f', true), thing('a'), thing('b')]],
    ['f', [thing('in-f')]],
  ]);
  let listing: (request: ListRequest) => Promise<{ rows: readonly DriveRow[]; nextPageToken: string }> = async (
    request,
  ) => ({
    rows: shown.get(request.folderId) ?? [],
    nextPageToken: '',
  });
  const api = {
    list: vi.fn((request: ListRequest) => listing(request)),
    detail: vi.fn(async (id: string) => ({ web_content_link: `http://content.test/${id}` })),
    createFolder: vi.fn(async (_: string, name: string) => ({ ...thing('new', true), name })),
    rename: vi.fn(async (id: string, name: string) => ({ ...thing(id), name })),
    move: vi.fn(async () => 'task'),
    copy: vi.fn(async () => 'task'),
    trash: vi.fn(async () => 'task'),
    untrash: vi.fn(async () => 'task'),
    remove: vi.fn(async () => 'task'),
    emptyTrash: vi.fn(async () => 'task'),
    task: vi.fn(async () => ({ phase: 'PHASE_TYPE_COMPLETE', message: '' }) as TaskObject),
    storage: vi.fn(async () => ({ usageBytes: 7, limitBytes: 10 })),
  };
  let travel: (entry: unknown) => void = () => undefined;
  const entries: { address: string | null; entry: unknown }[] = [];
  const page = {
    address: () => '/drive/all',
    push: vi.fn((address: string, entry: unknown) => void entries.push({ address, entry })),
    replace: vi.fn(),
    onTravel: (listener: (entry: unknown) => void) => {
      travel = listener;
    },
    setTitle: vi.fn(),
    scrollY: () => 120,
    scrollTo: vi.fn(),
    focusHeading: vi.fn(),
    focusRow: vi.fn(),
    readDisplay: () => null,
    writeDisplay: vi.fn(),
    isOnline: () => true,
    onOnline: () => undefined,
    download: vi.fn(),
    nowMs: () => 0,
    after: () => () => undefined,
    wait: async () => undefined,
  } satisfies DrivePage;
  const words = makeTranslator('en-US', loadMessages('en-US'));
  const actions = makeDriveActions({
    state,
    client: {} as ApiClient,
    page,
    words: () => words,
    api: api as unknown as DriveApi,
  });
  actions.listing.settle();
  return {
    state,
    api,
    page,
    actions,
    shown,
    entries,
    travel: (entry: unknown) => travel(entry),
    setListing: (next: typeof listing) => {
      listing = next;
    },
    ids: () => state.rows.value.map((row) => row.id),
    toasts: () => state.toasts.value.map((toast) => toast.text),
  };
}

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

describe('opening folders', () => {
  test('shows what is inside, with address, title, path and focus', async () => {
    expect(it.actions.handlers.openFolder('f')).toBe(true);
    await vi.waitFor(() => expect(it.ids()).toEqual(['in-f']));
    expect(it.entries[0]).toMatchObject({
      address: '/drive/all/f',
      entry: { folderId: 'f', path: [{ id: 'f', name: 'F' }] },
    });
    expect(it.page.setTitle).toHaveBeenCalledWith('F · Magpie');
    expect(it.page.focusHeading).toHaveBeenCalled();
    expect(it.state.folderId.value).toBe('f');
  });

  test('leaves to the link what is not known here, and everything in the trash', () => {
    expect(it.actions.handlers.openFolder('elsewhere')).toBe(false);
    expect(world('trash').actions.handlers.openFolder('f')).toBe(false);
  });

  test('going back shows the old rows at once, where they were', async () => {
    it.actions.handlers.openFolder('f');
    await vi.waitFor(() => expect(it.ids()).toEqual(['in-f']));
    it.setListing(() => new Promise(() => undefined));
    it.travel({ magpie: 'folder', folderId: '', path: [], scrollY: 120 });
    expect(it.ids()).toEqual(['f', 'a', 'b']);
    expect(it.page.scrollTo).toHaveBeenLastCalledWith(120);
    expect(it.page.setTitle).toHaveBeenLastCalledWith('All files · Magpie');
  });

  test('an answer for a folder that was left again is not shown', async () => {
    let answer: (rows: DriveRow[]) => void = () => undefined;
    it.setListing((request) =>
      request.folderId === 'f'
        ? new Promise((resolve) => {
            answer = (rows) => resolve({ rows, nextPageToken: '' });
          })
        : Promise.resolve({ rows: [thing('root')], nextPageToken: '' }),
    );
    it.actions.handlers.openFolder('f');
    it.actions.handlers.openFolder('');
    await vi.waitFor(() => expect(it.ids()).toEqual(['root']));
    answer([thing('late')]);
    await Promise.resolve();
    expect(it.ids()).toEqual(['root']);
  });

  test('an empty answer for a folder that is not there any more is told', async () => {
    it.shown.set('f', []);
    it.api.detail.mockRejectedValue(new ApiError({ error: 'file_not_found' }, '/detail'));
    it.actions.handlers.openFolder('f');
    await vi.waitFor(() => expect(it.state.status.value).toBe('gone'));
  });

  test.each([
    ['unauthenticated', 'ended'],
    ['permission_denied', 'forbidden'],
    ['file_not_found', 'gone'],
    ['internal', 'failed'],
  ])('a failure of %s is shown as %s', async (name, status) => {
    it.setListing(() => Promise.reject(new ApiError({ error: name }, '/list')));
    it.actions.handlers.openFolder('f');
    await vi.waitFor(() => expect(it.state.status.value).toBe(status));
  });
});

describe('the list', () => {
  test('loads on at its end, without showing a thing twice', async () => {
    it.state.nextPageToken.value = 'n1';
    it.setListing(async () => ({ rows: [thing('b'), thing('c')], nextPageToken: '' }));
    await it.actions.listing.more();
    expect(it.ids()).toEqual(['f', 'a', 'b', 'c']);
    expect(it.state.nextPageToken.value).toBe('');
  });

  test('keeps order and view in the record', () => {
    it.actions.handlers.show('list');
    it.actions.handlers.sort('name_asc');
    expect(it.page.writeDisplay).toHaveBeenLastCalledWith({
      ...DEFAULT_DISPLAY,
      viewType: 'list',
      orderType: 'name_asc',
    });
    expect(it.api.list).toHaveBeenLastCalledWith(expect.objectContaining({ order: 'name_asc' }), expect.anything());
  });

  test('a quiet refresh that fails leaves what is shown', async () => {
    it.setListing(() => Promise.reject(new ApiError({ error: 'unreachable' }, '/list')));
    await it.actions.listing.refresh();
    expect(it.state.status.value).toBe('ready');
    expect(it.ids()).toEqual(['f', 'a', 'b']);
  });
});

describe('changes', () => {
  test('throwing away takes things off the list, follows the task and can be undone', async () => {
    it.shown.set('', [thing('f', true), thing('b')]);
    it.actions.run('trash', [thing('a')]);
    await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item moved to the trash.']));
    expect(it.ids()).toEqual(['f', 'b']);
    expect(it.state.storage.value).toEqual({ usageBytes: 7, limitBytes: 10 });
    it.state.toasts.value[0]?.action?.run();
    await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item restored.']));
    expect(it.api.untrash).toHaveBeenCalledWith(['a']);
  });

  test('a task is asked for until it ends', async () => {
    const phases = ['PHASE_TYPE_RUNNING', 'PHASE_TYPE_RUNNING', 'PHASE_TYPE_COMPLETE'];
    it.api.task.mockImplementation(async () => ({ phase: phases.shift(), message: '' }) as TaskObject);
    await it.actions.change.move([thing('a')], { id: 'f', name: 'F' });
    expect(it.api.task).toHaveBeenCalledTimes(3);
    expect(it.toasts()).toEqual(['1 item moved to “F”.']);
  });

  test('a task that fails says so, and the list tells the truth again', async () => {
    it.api.task.mockImplementation(
      async () => ({ phase: 'PHASE_TYPE_ERROR', message: 'the folder is full' }) as TaskObject,
    );
    await it.actions.change.copy([thing('a')], { id: 'f', name: 'F' });
    expect(it.toasts()).toEqual(['the folder is full']);
    expect(it.ids()).toEqual(['f', 'a', 'b']);
    expect(it.state.busy.value.size).toBe(0);
  });

  test('a refusal is told with its facts one press away', async () => {
    it.api.move.mockRejectedValue(
      new ApiError(
        { error: 'file_move_or_copy_to_cur', error_code: 9, error_description: 'It is there already.' },
        '/move',
      ),
    );
    await it.actions.change.move([thing('a')], { id: '', name: 'All files' });
    expect(it.toasts()).toEqual(['It is there already.']);
    it.state.toasts.value[0]?.action?.run();
    expect(it.state.dialog.value).toMatchObject({
      kind: 'problem',
      facts: { name: 'file_move_or_copy_to_cur', code: 9, call: '/move' },
    });
  });

  test('a session that is over is shown in place of the list', async () => {
    it.api.trash.mockRejectedValue(new ApiError({ error: 'unauthenticated' }, '/trash'));
    await it.actions.change.trash([thing('a')]);
    expect(it.state.status.value).toBe('ended');
    expect(it.toasts()).toEqual([]);
  });

  test('a new folder is found and focused', async () => {
    await it.actions.change.createFolder('Trip');
    expect(it.api.createFolder).toHaveBeenCalledWith('', 'Trip');
    expect(it.page.focusRow).toHaveBeenCalledWith('new');
  });

  test('downloads come from the content address of each file', async () => {
    await it.actions.change.download([thing('a'), thing('b')]);
    expect(it.page.download.mock.calls).toEqual([['http://content.test/a'], ['http://content.test/b']]);
  });

  test('in the trash, the delete key asks before deleting for good', () => {
    const trash = world('trash');
    trash.actions.handlers.rowAction('a', 'trash');
    expect(trash.state.dialog.value).toMatchObject({ kind: 'delete' });
    expect(trash.api.remove).not.toHaveBeenCalled();
  });

  test('what is not allowed does not happen', () => {
    it.actions.run('restore', [thing('a')]);
    it.actions.run('download', [thing('f', true)]);
    expect(it.api.untrash).not.toHaveBeenCalled();
    expect(it.api.detail).not.toHaveBeenCalled();
  });
});
