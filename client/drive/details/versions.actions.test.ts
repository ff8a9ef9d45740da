import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import type { FileVersion } from '#shared/drive/versions.contract.ts';
import { thing, world } from '../drive-fixture.ts';
import { makeVersionActions } from './versions.actions.ts';

const OLD = { id: 'old', sizeBytes: 7, modifiedMs: Date.parse('2026-01-02T03:04:05Z') };

/** A file whose content is swapped with a version. */
function setup() {
  const it = world();
  const [row] = it.state.rows.value;
  if (!row) throw new Error('no row');
  let holds = 'now';
  const ids = ['old'];
  const api = {
    taken: async () => [],
    list: vi.fn(async () => ({
      versions: ids.map(
        (id) => ({ id, size: '7', user_modified_time: '', modified_time: '2026-01-02T03:04:05.000Z' }) as FileVersion,
      ),
      nextPageToken: '',
    })),
    link: vi.fn(async (file: string, version: string) => `http://content.test/${file}/${version}`),
    restore: vi.fn(async (_: string, version: string) => {
      ids.splice(ids.indexOf(version), 1);
      ids.unshift(holds);
      holds = version;
      return thing('a');
    }),
    remove: vi.fn(async () => undefined),
  };
  const translator = { t: (key: string) => key, tn: (key: string) => key, text: (key: string) => key };
  const { toasts, undo } = it.actions;
  const refreshAll = vi.fn(async () => undefined);
  const versions = makeVersionActions({
    state: it.state,
    api,
    browser: it.browser,
    translator: () => translator as never,
    toasts,
    undo,
    refreshAll,
  });
  return { ...it, api, versions, row: thing('a'), refreshAll, holds: () => holds };
}

let it: ReturnType<typeof setup>;
beforeEach(() => {
  it = setup();
});

test('versions are listed with their time and size', async () => {
  expect(await it.versions.list(it.row, '')).toEqual({ versions: [OLD], nextPageToken: '' });
});

test('a version is downloaded by its own address', async () => {
  await it.versions.download(it.row, OLD);
  expect(it.browser.download).toHaveBeenCalledWith('http://content.test/a/old');
});

test('a version is restored, and undo restores the former content', async () => {
  await it.versions.restore(it.row, OLD);
  expect(it.holds()).toBe('old');
  expect(it.toasts()).toEqual(['drive.versions.restored']);
  it.actions.undo.undo();
  await vi.waitFor(() => expect(it.holds()).toBe('now'));
  await vi.waitFor(() => expect(it.refreshAll).toHaveBeenCalledTimes(2));
});

test('a version list read before or during a change is stale', async () => {
  const turns: number[] = [];
  it.api.restore.mockImplementationOnce(async () => {
    turns.push(it.state.versionTurn.value);
    return thing('a');
  });
  await it.versions.restore(it.row, OLD);
  turns.push(it.state.versionTurn.value);
  it.api.remove.mockRejectedValueOnce(new ApiError({ error: 'file_not_found' }, '/delete'));
  await it.versions.remove(it.row, OLD);
  expect([...turns, it.state.versionTurn.value]).toEqual([1, 2, 4]);
});

test('a version that cannot be restored is reported, and the list is refreshed when the file is gone', async () => {
  it.api.restore.mockRejectedValueOnce(new ApiError({ error: 'file_not_found' }, '/restore'));
  await it.versions.restore(it.row, OLD);
  expect(it.refreshAll).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(it.toasts()).toHaveLength(1));
  expect(it.actions.undo.undo()).toBe(false);
});

test('a version is deleted forever', async () => {
  await it.versions.remove(it.row, OLD);
  expect(it.api.remove).toHaveBeenCalledWith('a', 'old');
  expect(it.toasts()).toEqual(['drive.versions.deleted']);
});
