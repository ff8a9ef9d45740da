import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { thing, world } from '../drive-fixture.ts';

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

const from = (id: string, parentId: string) => ({ ...thing(id), parentId });

test('undo moves all rows to their old folders and names', async () => {
  await it.actions.change.move([from('a', 'x'), from('b', 'y'), from('c', 'x')], { id: 'f', name: 'F' });
  it.api.move.mockClear();
  expect(it.actions.undo.undo()).toBe(true);
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Action undone.']));
  expect(it.api.move.mock.calls).toEqual([
    [['a', 'c'], 'x'],
    [['b'], 'y'],
  ]);
  expect(it.api.renameMany).toHaveBeenCalledWith(['a', 'b', 'c'].map((id) => ({ id, name: id.toUpperCase() })));
  expect(it.state.busy.value.size).toBe(0);
});

test('undo restores a replaced file, once its name is free again', async () => {
  it.api.task.mockImplementationOnce(
    async () =>
      ({ phase: 'PHASE_TYPE_COMPLETE', message: '', params: { replaced: '["old"]' } }) as unknown as TaskObject,
  );
  await it.actions.change.move([from('a', 'x')], { id: 'f', name: 'F' });
  const order: string[] = [];
  it.api.move.mockImplementation(async () => order.push('back').toString());
  it.api.untrash.mockImplementation(async () => order.push('out of the trash').toString());
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Action undone.']));
  expect(it.api.untrash).toHaveBeenCalledWith(['old']);
  expect(order).toEqual(['back', 'out of the trash']);
});

test('undo of a restore trashes the replacing file again', async () => {
  const trash = world('trash');
  trash.api.task.mockImplementationOnce(
    async () =>
      ({ phase: 'PHASE_TYPE_COMPLETE', message: '', params: { replaced: '["old"]' } }) as unknown as TaskObject,
  );
  await trash.actions.change.restore([thing('a')]);
  trash.actions.undo.undo();
  await vi.waitFor(() => expect(trash.toasts()).toEqual(['Action undone.']));
  expect(trash.api.trash).toHaveBeenCalledWith(['a']);
  expect(trash.api.untrash).toHaveBeenLastCalledWith(['old']);
});

test('a file that was gone is left out of the change, with a message', async () => {
  it.api.task.mockImplementationOnce(
    async () => ({ phase: 'PHASE_TYPE_COMPLETE', message: '', params: { skipped: '["b"]' } }) as unknown as TaskObject,
  );
  await it.actions.change.move([from('a', 'x'), from('b', 'y')], { id: 'f', name: 'F' });
  expect(it.toasts()).toEqual(['1 item no longer exists and was skipped.', '1 item moved to “F”.']);
  it.api.move.mockClear();
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toContain('Action undone.'));
  expect(it.api.move.mock.calls).toEqual([[['a'], 'x']]);
});

test('a deletion reports that concurrently changed files stay', async () => {
  const trash = world('trash');
  trash.api.task.mockImplementationOnce(
    async () => ({ phase: 'PHASE_TYPE_COMPLETE', message: '', params: { skipped: '["b"]' } }) as unknown as TaskObject,
  );
  await trash.actions.change.remove([thing('a'), thing('b')]);
  expect(trash.toasts()).toEqual([
    '1 item was changed or deleted in the meantime and was skipped.',
    '1 item deleted forever.',
  ]);
});

test('undo does not count concurrently deleted files as restored', async () => {
  await it.actions.change.move([from('a', 'x'), from('b', 'x')], { id: 'f', name: 'F' });
  it.api.task.mockImplementationOnce(
    async () => ({ phase: 'PHASE_TYPE_COMPLETE', message: '', params: { skipped: '["b"]' } }) as unknown as TaskObject,
  );
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Restored 1 of 2 items.']));
});

test('undo reports how many were moved back when one of the folders is gone', async () => {
  await it.actions.change.move([from('a', 'x'), from('b', 'y')], { id: 'f', name: 'F' });
  it.api.move.mockRejectedValueOnce(new ApiError({ error: 'file_not_found' }, '/move'));
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Restored 1 of 2 items.']));
});

test('undo restores one name, and many', async () => {
  await it.actions.change.rename(thing('a'), 'new');
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Action undone.']));
  expect(it.api.rename).toHaveBeenLastCalledWith('a', 'A');
  await it.actions.change.renameMany([
    { id: 'a', from: 'A', to: 'B', problem: null },
    { id: 'b', from: 'B', to: 'A', problem: null },
    { id: 'c', from: 'C', to: 'C', problem: null },
  ]);
  expect(it.api.renameMany).toHaveBeenLastCalledWith([
    { id: 'a', name: 'B' },
    { id: 'b', name: 'A' },
  ]);
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Action undone.', 'Action undone.']));
  expect(it.api.renameMany).toHaveBeenLastCalledWith([
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
  ]);
});

test('undo is refused with a message when the trashed file was deleted concurrently, and not offered again', async () => {
  await it.actions.change.trash([thing('a')]);
  it.api.untrash.mockRejectedValue(new ApiError({ error: 'file_not_found' }, '/untrash'));
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()[0]).toMatch(/^This can’t be undone anymore\. \S/));
  expect(it.actions.undo.undo()).toBe(false);
});

test('undo can be tried again after a lost connection', async () => {
  await it.actions.change.trash([thing('a')]);
  it.api.untrash.mockRejectedValueOnce(new ApiError({ error: 'unreachable' }, '/untrash'));
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.toasts()).toHaveLength(1));
  await settled();
  expect(it.actions.undo.undo()).toBe(true);
  await vi.waitFor(() => expect(it.toasts().at(-1)).toBe('1 item restored.'));
});

test('undo during a change reverts that change as soon as it has ended', async () => {
  await it.actions.change.rename(thing('b'), 'new');
  let done = (_: string): void => undefined;
  it.api.trash.mockImplementationOnce(() => new Promise((resolve) => (done = resolve)));
  const change = it.actions.change.trash([thing('a')]);
  await vi.waitFor(() => expect(it.api.trash).toHaveBeenCalled());
  expect([it.actions.undo.undo(), it.actions.undo.undo()]).toEqual([true, true]);
  expect(it.api.untrash).not.toHaveBeenCalled();
  done('task');
  await change;
  await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item restored.']));
  expect(it.api.untrash.mock.calls).toEqual([[['a']]]);
  expect(it.api.rename).toHaveBeenCalledTimes(1);
  expect(it.actions.undo.undo()).toBe(false);
});

test('undo during a change that fails leaves the change before it', async () => {
  await it.actions.change.rename(thing('b'), 'new');
  let fail = (_: unknown): void => undefined;
  it.api.trash.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  const change = it.actions.change.trash([thing('a')]);
  await vi.waitFor(() => expect(it.api.trash).toHaveBeenCalled());
  it.actions.undo.undo();
  fail(new ApiError({ error: 'unreachable' }, '/trash'));
  await change;
  await settled();
  expect([it.api.untrash.mock.calls.length, it.api.rename.mock.calls.length]).toEqual([0, 1]);
  expect(it.actions.undo.undo()).toBe(true);
  await vi.waitFor(() => expect(it.api.rename).toHaveBeenLastCalledWith('b', 'B'));
});

test('undo shows the restored rows, also when another refresh runs at the same moment', async () => {
  it.state.view.value = 'single';
  it.state.at.value = 'a';
  it.shown.set('', [thing('f', true), thing('b')]);
  await it.actions.change.trash([thing('a')]);
  it.state.at.value = 'b';
  it.shown.set('', [thing('f', true), thing('a'), thing('b')]);
  const answers: (() => void)[] = [];
  it.setListing((request) => {
    return new Promise((resolve) => {
      answers.push(() => resolve({ rows: it.shown.get(request.folderId) ?? [], nextPageToken: '' }));
    });
  });
  it.actions.undo.undo();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  void it.actions.listing.refresh();
  for (const answer of answers) answer();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item restored.']));
  expect(it.state.at.value).toBe('a');
});

test('undo is offered for the last change alone', async () => {
  await it.actions.change.trash([thing('a')]);
  await it.actions.change.rename(thing('b'), 'new');
  expect(it.toasts()).toEqual(['Renamed to “new”.']);
  expect(it.state.toasts.value.filter((toast) => toast.actions.length > 0)).toHaveLength(1);
  expect(world().actions.undo.undo()).toBe(false);
});

test('details are a dialog on a narrow window, and a panel on a wide one', () => {
  it.actions.run('details', [thing('a')]);
  expect(it.state.dialog.value).toMatchObject({ kind: 'details', rows: [{ id: 'a' }] });
  const wide = world('all', true);
  wide.actions.details.show([thing('a')], 'file');
  expect([wide.state.dialog.value, wide.state.panel.value]).toEqual([null, true]);
  expect([...wide.state.selection.value.ids]).toEqual(['a']);
  expect(wide.browser.focusPanel).not.toHaveBeenCalled();
  wide.actions.run('details', [thing('a'), thing('b')]);
  expect([...wide.state.selection.value.ids]).toEqual(['a', 'b']);
  expect(wide.browser.focusPanel).toHaveBeenCalled();
});

test('an opened file is shown by the viewer, and one of the trash by its details', () => {
  it.actions.handlers.openFile('a');
  expect([it.state.previewed.value, it.state.dialog.value]).toEqual(['a', null]);
  const trash = world('trash');
  trash.actions.handlers.openFile('a');
  expect(trash.state.previewed.value).toBe('');
  expect(trash.state.dialog.value).toMatchObject({ kind: 'details' });
});

test('the state of the details panel is stored on this device', () => {
  const { actions, browser, state } = world('all', true);
  actions.handlers.togglePanel();
  expect([state.panel.value, browser.writePanel.mock.lastCall]).toEqual([true, [true]]);
  actions.handlers.togglePanel();
  expect([state.panel.value, browser.writePanel.mock.lastCall]).toEqual([false, [false]]);
});

test('details of several rows show sums, folders with all their content', async () => {
  const found = await it.actions.details.more([thing('a'), thing('f', true), thing('g', true)]);
  expect(found).toMatchObject({ sizeBytes: 1 + 9 + 9, isWhole: true, files: 1, folders: 2, hash: '' });
  expect(found.path).toEqual([{ id: 'p', name: 'P' }]);
  const spread = await it.actions.details.more([thing('a'), { ...thing('b'), parentId: 'elsewhere' }]);
  expect(spread.path).toBeNull();
});

test('details of very many folders are marked as incomplete', async () => {
  const many = Array.from({ length: 21 }, (_, at) => thing(`f${at}`, true));
  expect(await it.actions.details.more(many)).toMatchObject({ isWhole: false, sizeBytes: 20 * 9 });
});
