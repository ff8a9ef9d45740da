import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { DEFAULT_DISPLAY } from '#shared/drive/display.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { thing, world } from './drive-fixture.ts';

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

test('opening a folder in the drive shows its files, with address, title, path and focus', async () => {
  expect(it.actions.handlers.openFolder('f')).toBe(true);
  await vi.waitFor(() => expect(it.ids()).toEqual(['in-f']));
  expect(it.entries[0]).toMatchObject({
    address: '/drive/all/f',
    entry: { folderId: 'f', path: [{ id: 'f', name: 'F' }] },
  });
  expect(it.browser.setTitle).toHaveBeenCalledWith('F');
  expect(it.browser.focusHeading).toHaveBeenCalled();
  expect(it.state.folderId.value).toBe('f');
});

test('opening a folder in the drive leaves an unknown folder, and any folder in the trash, to the link', () => {
  expect(it.actions.handlers.openFolder('elsewhere')).toBe(false);
  expect(world('trash').actions.handlers.openFolder('f')).toBe(false);
});

test('going back shows the cached rows at once and restores the scroll position', async () => {
  it.actions.handlers.openFolder('f');
  await vi.waitFor(() => expect(it.ids()).toEqual(['in-f']));
  it.setListing(() => new Promise(() => undefined));
  const [, left] = it.browser.replace.mock.calls.at(-1) ?? [];
  it.travel(left);
  expect(it.ids()).toEqual(['f', 'a', 'b']);
  const position = { top: 120, index: 2, offset: 70, focus: '' };
  await vi.waitFor(() => expect(it.browser.restoreScroll).toHaveBeenLastCalledWith(position));
  expect(it.browser.setTitle).toHaveBeenLastCalledWith('All files');
});

test('an answer for a folder that was left is not shown', async () => {
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

test('an empty answer for a deleted folder shows that it is gone', async () => {
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
])('a listing that fails with %s has the status %s', async (name, status) => {
  it.setListing(() => Promise.reject(new ApiError({ error: name }, '/list')));
  it.actions.handlers.openFolder('f');
  await vi.waitFor(() => expect(it.state.status.value).toBe(status));
});

test('a list whose refresh failed is refreshed again later', async () => {
  it.setListing(() => Promise.reject(new ApiError({ error: 'internal' }, '/list')));
  await it.actions.change.refreshAll();
  expect(it.state.status.value).toBe('ready');
  it.setListing(async () => ({ rows: [thing('z')], nextPageToken: '' }));
  it.browser.after.mock.lastCall?.[1]();
  await vi.waitFor(() => expect(it.ids()).toEqual(['z']));
});

test('a list that the user waits for shows its failure, also when a refresh replaced the request', async () => {
  it.setListing(() => new Promise(() => undefined));
  it.actions.handlers.openFolder('f');
  it.setListing(() => Promise.reject(new ApiError({ error: 'internal' }, '/list')));
  await it.actions.change.refreshAll();
  expect(it.state.status.value).toBe('failed');
});

test('the next page is appended without showing a row twice', async () => {
  it.state.nextPageToken.value = 'n1';
  it.setListing(async () => ({ rows: [thing('b'), thing('c')], nextPageToken: '' }));
  await it.actions.listing.more();
  expect(it.ids()).toEqual(['f', 'a', 'b', 'c']);
  expect(it.state.nextPageToken.value).toBe('');
});

test('a list that grew during a refresh keeps its length', async () => {
  let answer: () => void = () => undefined;
  it.state.nextPageToken.value = 'n1';
  const page = (ids: string, nextPageToken: string) => ({ rows: [...ids].map((id) => thing(id)), nextPageToken });
  it.setListing(() => new Promise((resolve) => (answer = () => resolve(page('fab', 'n1')))));
  const refreshed = it.actions.listing.refresh();
  it.setListing(async ({ pageToken, limit = 0 }) => (pageToken ? page('cde', '') : page('fabcde'.slice(0, limit), '')));
  await it.actions.listing.more();
  answer();
  await refreshed;
  expect(it.ids()).toEqual(['f', 'a', 'b', 'c', 'd', 'e']);
});

test('order and view of the list are stored in the record', () => {
  it.actions.handlers.show('list');
  it.actions.handlers.sort('name_asc');
  expect(it.browser.writeDisplay).toHaveBeenLastCalledWith(
    {
      ...DEFAULT_DISPLAY,
      viewType: 'list',
      orderType: 'name_asc',
    },
    true,
  );
  expect(it.api.list).toHaveBeenLastCalledWith(expect.objectContaining({ order: 'name_asc' }), expect.anything());
});

test('a quiet refresh that fails leaves the rows', async () => {
  it.setListing(() => Promise.reject(new ApiError({ error: 'unreachable' }, '/list')));
  await it.actions.listing.refresh();
  expect(it.state.status.value).toBe('ready');
  expect(it.ids()).toEqual(['f', 'a', 'b']);
});

test('trashing removes the rows, follows the task and can be undone', async () => {
  it.shown.set('', [thing('f', true), thing('b')]);
  it.actions.run('trash', [thing('a')]);
  await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item moved to trash.']));
  expect(it.ids()).toEqual(['f', 'b']);
  expect(it.state.storage.value).toEqual({ usageBytes: 7, limitBytes: 10 });
  it.state.toasts.value[0]?.actions[0]?.run();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item restored.']));
  expect(it.api.untrash).toHaveBeenCalledWith(['a']);
});

test.each([
  ['a', ['a'], 'b'],
  ['a', ['a', 'b'], 'f'],
  ['b', ['b'], 'a'],
])('with the focus on %s, trashing %j moves it to %s', async (focus, gone, next) => {
  it.browser.scrollPosition.mockReturnValue({ top: 0, index: 0, offset: 0, focus });
  await it.actions.change.trash(gone.map((id) => thing(id)));
  expect(it.browser.focusRow.mock.calls).toEqual([[next]]);
  expect(it.browser.focusHeading).not.toHaveBeenCalled();
});

test.each([
  ['', 1],
  // The user moved the focus during the call.
  ['b', 0],
])('with the focus on "%s", trashing another row focuses the heading %i times', async (focus, times) => {
  it.browser.scrollPosition.mockReturnValue({ top: 0, index: 0, offset: 0, focus });
  await it.actions.change.trash([thing('a')]);
  expect(it.browser.focusHeading).toHaveBeenCalledTimes(times);
  expect(it.browser.focusRow).not.toHaveBeenCalled();
});

test('a task is polled until it has ended', async () => {
  const phases = ['PHASE_TYPE_RUNNING', 'PHASE_TYPE_RUNNING', 'PHASE_TYPE_COMPLETE'];
  it.api.task.mockImplementation(async () => ({ phase: phases.shift(), message: '' }) as TaskObject);
  await it.actions.change.move([thing('a')], { id: 'f', name: 'F' });
  expect(it.api.task).toHaveBeenCalledTimes(3);
  expect(it.toasts()).toEqual(['1 item moved to “F”.']);
});

test('the rows of a large batch leave the list while its task runs; undo is offered when it has ended', async () => {
  const phases = ['PHASE_TYPE_RUNNING', 'PHASE_TYPE_COMPLETE'];
  const during: unknown[] = [];
  it.api.task.mockImplementation(async () => {
    during.push([it.ids(), it.toasts(), it.state.busy.value.size]);
    return { phase: phases.shift(), message: '' } as TaskObject;
  });
  it.shown.set('', [thing('f', true), thing('b')]);
  await it.actions.change.trash([thing('a')]);
  expect(during).toEqual([
    [['f', 'b'], [], 1],
    [['f', 'b'], [], 1],
  ]);
  expect(it.state.toasts.value.map(({ actions }) => actions.length > 0)).toEqual([true]);
});

test('a batch whose task fails returns to the list, without an undo', async () => {
  it.api.task.mockImplementation(
    async () => ({ phase: 'PHASE_TYPE_ERROR', message: 'file_move_or_copy_to_cur' }) as TaskObject,
  );
  await it.actions.change.move([thing('a')], { id: 'f', name: 'F' });
  expect(it.ids()).toEqual(['f', 'a', 'b']);
  expect([it.toasts().length, it.actions.undo.undo(), it.state.busy.value.size]).toEqual([1, false, 0]);
});

test('a task that fails shows its message, and the list is refreshed', async () => {
  it.api.task.mockImplementation(
    async () => ({ phase: 'PHASE_TYPE_ERROR', message: 'the folder is full' }) as TaskObject,
  );
  await it.actions.change.copy([thing('a')], { id: 'f', name: 'F' });
  expect(it.toasts()).toEqual(['the folder is full']);
  expect(it.ids()).toEqual(['f', 'a', 'b']);
  expect(it.state.busy.value.size).toBe(0);
});

test('a refusal shows a toast with a button for its details', async () => {
  it.api.move.mockRejectedValue(
    new ApiError(
      { error: 'file_move_or_copy_to_cur', error_code: 9, details: [{ message: 'It is there already.' }] },
      '/move',
    ),
  );
  await it.actions.change.move([thing('a')], { id: '', name: 'All files' });
  expect(it.toasts()).toEqual(['It is there already.']);
  it.state.toasts.value[0]?.actions[0]?.run();
  expect(it.state.dialog.value).toMatchObject({
    kind: 'problem',
    facts: { name: 'file_move_or_copy_to_cur', code: 9, call: '/move' },
  });
});

test('an ended session is shown in place of the list', async () => {
  it.api.trash.mockRejectedValue(new ApiError({ error: 'unauthenticated' }, '/trash'));
  await it.actions.change.trash([thing('a')]);
  expect(it.state.status.value).toBe('ended');
  expect(it.toasts()).toEqual([]);
});

test('a new folder gets the focus', async () => {
  await it.actions.change.createFolder('Trip');
  expect(it.api.createFolder).toHaveBeenCalledWith('', 'Trip');
  expect(it.browser.focusRow).toHaveBeenCalledWith('new');
});

test('each download uses the content address of its file', async () => {
  await it.actions.change.download([thing('a'), thing('b')]);
  expect(it.browser.download.mock.calls).toEqual([['http://content.test/a'], ['http://content.test/b']]);
});

test('a folder, or all of the drive, is downloaded as one zip file', async () => {
  await it.actions.change.zip(['f']);
  await it.actions.change.zip([]);
  expect(it.api.zip.mock.calls).toEqual([[['f']], [[]]]);
  expect(it.browser.download.mock.calls).toEqual([['http://content.test/z'], ['http://content.test/z']]);
  expect(it.toasts()).toContain('Downloading “Trip.zip”');
});

test('in the trash, the delete key asks before deleting forever', () => {
  const trash = world('trash');
  trash.actions.handlers.rowAction('a', 'trash');
  expect(trash.state.dialog.value).toMatchObject({ kind: 'delete' });
  expect(trash.api.remove).not.toHaveBeenCalled();
});

test('an action that is not allowed does nothing', () => {
  it.actions.run('restore', [thing('a')]);
  it.actions.run('download', [thing('f', true)]);
  expect(it.api.untrash).not.toHaveBeenCalled();
  expect(it.api.detail).not.toHaveBeenCalled();
});

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a search makes one history entry, however many letters are typed, and ends in its first folder', async () => {
  const { actions, api, entries, state } = world();
  actions.listing.openFolder('f');
  await settled();
  for (const query of ['h', 'ho', 'hol']) actions.listing.search(query);
  await settled();
  expect(entries.map(({ address }) => address)).toEqual(['/drive/all/f', '/drive/search?q=h']);
  expect([state.place.value, state.query.value]).toEqual(['search', 'hol']);
  expect(api.list.mock.lastCall?.[0]).toMatchObject({ place: 'search', query: 'hol' });
  actions.listing.search('');
  await settled();
  expect([state.place.value, state.folderId.value, state.query.value]).toEqual(['all', 'f', '']);
  expect(api.list.mock.lastCall?.[0]).toMatchObject({ place: 'all', folderId: 'f' });
});

test('an empty search from a folder changes nothing', () => {
  const { actions, entries, state } = world();
  actions.listing.search('');
  expect([entries.length, state.place.value]).toEqual([0, 'all']);
});

test('unstarring in the list of starred files removes the row', async () => {
  const { actions, api, state } = world('starred');
  const [row] = state.rows.value;
  if (!row) throw new Error('no row');
  actions.run('unstar', [{ ...row, starred: true }]);
  await settled();
  expect(api.star).toHaveBeenCalledWith([row.id], false);
});
