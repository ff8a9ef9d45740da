/** Display settings: for all folders, for one folder, for a page alone. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_DISPLAY, type DisplayMode, type FolderDisplay, type SavedDisplay } from '#shared/drive/display.ts';
import type { BrowserApi } from '../browser-api.ts';
import { makeDriveState } from '../drive.state.ts';
import { makeDisplayActions } from './display.actions.ts';

function world(stored: DisplayMode | null, folders: readonly FolderDisplay[] = [], address = '/drive/all') {
  const state = makeDriveState();
  let due: () => void = () => undefined;
  const browser = {
    readDisplay: () => stored,
    isDisplayUnsaved: vi.fn(() => false),
    readFolderDisplays: () => folders,
    writeDisplay: vi.fn((_: DisplayMode, _isUnsaved: boolean) => undefined),
    writeFolderDisplays: vi.fn((_: readonly FolderDisplay[]) => undefined),
    address: () => address,
    after: (_: number, run: () => void) => {
      due = run;
      return () => undefined;
    },
  };
  const save = vi.fn(async (_: SavedDisplay) => undefined);
  const display = makeDisplayActions(state, browser as unknown as BrowserApi, save);
  return { state, browser, save, display, pass: () => due() };
}

const enter = (it: ReturnType<typeof world>, folderId: string) => {
  it.state.folderId.value = folderId;
  it.display.apply();
};

test('a record that the server did not have is applied, written back, and reloads the rows', () => {
  const it = world({ ...DEFAULT_DISPLAY, orderType: 'name_asc', viewType: 'list' });
  expect(it.display.settle()).toBe(true);
  expect([it.state.order.value, it.state.view.value]).toEqual(['name_asc', 'list']);
  expect(it.browser.writeDisplay).toHaveBeenCalledOnce();
});

test('on start: without a record nothing is written', () => {
  const it = world(null);
  expect(it.display.settle()).toBe(false);
  expect(it.browser.writeDisplay).not.toHaveBeenCalled();
});

test('on start: order and view of the address apply until the user chooses, and are not stored', () => {
  const it = world({ ...DEFAULT_DISPLAY, viewType: 'list' }, [], '/drive/all?view=grid&order=size_asc');
  it.state.order.value = 'size_asc';
  expect(it.display.settle()).toBe(false);
  enter(it, 'A');
  expect([it.state.order.value, it.state.view.value]).toEqual(['size_asc', 'grid']);
  it.display.chooseOrder('name_desc');
  expect(it.browser.writeDisplay).toHaveBeenLastCalledWith(
    { ...DEFAULT_DISPLAY, viewType: 'list', orderType: 'name_desc' },
    true,
  );
});

describe('choosing', () => {
  let it: ReturnType<typeof world>;
  beforeEach(() => {
    it = world(DEFAULT_DISPLAY);
    it.display.settle();
  });

  test('a choice applies to all folders, unless each has its own', () => {
    it.display.chooseView('list');
    enter(it, 'A');
    expect(it.state.view.value).toBe('list');
    it.display.shareChoice('view', false);
    it.display.chooseView('grid');
    enter(it, 'B');
    expect(it.state.view.value).toBe('list');
    enter(it, 'A');
    expect(it.state.view.value).toBe('grid');
    expect(it.browser.writeFolderDisplays).toHaveBeenLastCalledWith([{ key: 'A', view: 'grid' }]);
    it.display.shareChoice('view', true);
    enter(it, 'B');
    expect(it.state.view.value).toBe('grid');
  });

  test('the preview is never stored, stays from folder to folder, and is left for the stored view', () => {
    it.display.chooseView('list');
    const { calls } = it.browser.writeDisplay.mock;
    const written = calls.length;
    it.display.chooseView('single');
    enter(it, 'A');
    expect(it.state.view.value).toBe('single');
    it.display.chooseView(null);
    expect(it.state.view.value).toBe('list');
    expect(calls.length).toBe(written);
  });

  test('folders first is part of the record', () => {
    it.display.pinFolders(false);
    expect(it.state.foldersFirst.value).toBe(false);
    expect(it.browser.writeDisplay).toHaveBeenLastCalledWith({ ...DEFAULT_DISPLAY, pinFoldersTop: false }, true);
  });
});

const elsewhere: DisplayMode = { ...DEFAULT_DISPLAY, viewType: 'list', isCompact: true, columns: ['type', 'shared'] };

test('a view chosen on another device replaces the one stored in this browser', () => {
  const it = world(DEFAULT_DISPLAY);
  it.state.saved.value = { record: elsewhere, folders: [{ key: 'A', view: 'grid' }] };
  it.display.settle();
  expect([it.state.view.value, it.state.isCompact.value, it.state.columns.value]).toEqual([
    'list',
    true,
    ['type', 'shared'],
  ]);
  expect(it.browser.writeDisplay).toHaveBeenLastCalledWith(elsewhere, false);
  expect(it.browser.writeFolderDisplays).toHaveBeenLastCalledWith([{ key: 'A', view: 'grid' }]);
  it.pass();
  expect(it.save).not.toHaveBeenCalled();
});

test('following the person to other devices: choices in a row are saved by one call, and are marked as saved after it', async () => {
  const it = world(DEFAULT_DISPLAY);
  it.display.settle();
  it.display.setCompact(true);
  it.display.showColumn('shared', true);
  it.display.showColumn('size', false);
  it.pass();
  const record: DisplayMode = { ...DEFAULT_DISPLAY, isCompact: true, columns: ['modified', 'shared'] };
  expect(it.save.mock.calls).toEqual([[{ record, folders: [] }]]);
  await vi.waitFor(() => expect(it.browser.writeDisplay).toHaveBeenLastCalledWith(record, false));
});

test('a choice that could not be saved is saved by the next page', async () => {
  const it = world(elsewhere);
  it.save.mockRejectedValueOnce(new Error('offline'));
  it.display.settle();
  it.display.setCompact(false);
  it.pass();
  const record: DisplayMode = { ...elsewhere, isCompact: false };
  expect(it.browser.writeDisplay).toHaveBeenLastCalledWith(record, true);

  const next = world(record);
  next.browser.isDisplayUnsaved.mockReturnValue(true);
  next.display.settle();
  next.pass();
  expect(next.save).toHaveBeenCalledWith({ record, folders: [] });
});
