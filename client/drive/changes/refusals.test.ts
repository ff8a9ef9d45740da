import { beforeEach, expect, test, vi } from 'vitest';
import { limitFactsOf, spaceFactsOf } from '#client/api/error-facts.ts';
import { ApiError } from '#client/api/errors.ts';
import type { TaskObject } from '#shared/drive/model.ts';
import { thing, world } from '../drive-fixture.ts';

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

const FOLDER = { id: 'f', name: 'F' };
const refused = (error: string, metadata: Record<string, string> = {}) =>
  new ApiError({ error, details: [{ '@type': 'DebugInfo' }, { metadata }] }, '/call');

test('missing space is shown with its numbers, and the change can be repeated', async () => {
  it.api.copy.mockRejectedValueOnce(refused('file_space_not_enough', { used: '9', limit: '10', needed: '5' }));
  await it.actions.change.copy([thing('a')], FOLDER);
  const dialog = it.state.dialog.value;
  if (dialog?.kind !== 'space') throw new Error('no dialog');
  expect(spaceFactsOf(dialog.error)).toEqual({ usedBytes: 9, limitBytes: 10, neededBytes: 5 });
  it.state.dialog.value = null;
  dialog.again?.();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['1 item copied to “F”.']));
  expect(it.api.copy).toHaveBeenCalledTimes(2);
});

test('missing space found by a running task is shown the same way', async () => {
  it.api.task.mockImplementation(
    async () => ({ phase: 'PHASE_TYPE_ERROR', message: 'file_space_not_enough' }) as TaskObject,
  );
  await it.actions.change.copy([thing('a')], FOLDER);
  expect(it.state.dialog.value?.kind).toBe('space');
  expect(it.toasts()).toEqual([]);
});

test('missing space never replaces an open dialog', async () => {
  it.actions.handlers.newFolder();
  it.api.copy.mockRejectedValueOnce(refused('file_space_not_enough'));
  await it.actions.change.copy([thing('a')], FOLDER);
  expect(it.state.dialog.value?.kind).toBe('folder');
  expect(it.toasts()).toHaveLength(1);
});

test('the daily limit is shown with the numbers of the server', async () => {
  it.api.copy.mockRejectedValueOnce(refused('task_daily_create_limit', { limit: '5', retry_in: '3600' }));
  await it.actions.change.copy([thing('a')], FOLDER);
  const dialog = it.state.dialog.value;
  if (dialog?.kind !== 'limit') throw new Error('no dialog');
  expect(limitFactsOf(dialog.error)).toEqual({ limit: 5, resetSeconds: 3_600 });
  expect(limitFactsOf(new ApiError({ error: 'task_daily_create_limit' }, '/'))).toEqual({
    limit: null,
    resetSeconds: null,
  });
});

test.each(['traffic_not_enough', 'transfer_limit', 'link_limit'])(
  '%s opens the dialog with the way out',
  async (error) => {
    it.api.copy.mockRejectedValueOnce(refused(error));
    await it.actions.change.copy([thing('a')], FOLDER);
    expect(it.state.dialog.value?.kind).toBe('limit');
    expect(it.toasts()).toEqual([]);
  },
);

test.each([
  [[thing('f', true), thing('b')], '“A” is no longer here'],
  [[thing('f', true)], '2 items are no longer here, including “A”'],
])('a deleted file leaves the list, and is named', async (left, text) => {
  it.shown.set('', left);
  it.api.move.mockRejectedValueOnce(refused('file_not_found', { field: 'ids' }));
  await it.actions.change.move([thing('a'), thing('b')], FOLDER);
  await vi.waitFor(() => expect(it.toasts()[0]).toContain(text));
  expect(it.ids()).toEqual(left.map(({ id }) => id));
});

test('a deleted destination folder is named', async () => {
  it.api.move.mockRejectedValueOnce(refused('file_not_found', { field: 'parent_id' }));
  await it.actions.change.move([thing('a')], FOLDER);
  await vi.waitFor(() => expect(it.toasts()[0]).toMatch(/^The destination folder/));
});

test('a deleted file closes its rename dialog; any other refusal is shown beside the field', async () => {
  it.shown.set('', [thing('b')]);
  it.api.rename.mockRejectedValueOnce(refused('file_not_found'));
  await it.actions.change.rename(thing('a'), 'new');
  await vi.waitFor(() => expect(it.toasts()[0]).toContain('“A” is no longer here'));
  it.api.rename.mockRejectedValueOnce(refused('file_duplicated_name'));
  await expect(it.actions.change.rename(thing('b'), 'new')).rejects.toMatchObject({
    errorName: 'file_duplicated_name',
  });
});
