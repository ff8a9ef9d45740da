/** Display settings: for all folders, for one folder, for a page alone. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_DISPLAY, type DisplayMode, type FolderDisplay } from '#shared/drive/display.ts';
import type { BrowserApi } from '../browser-api.ts';
import { makeDriveState } from '../drive.state.ts';
import { makeDisplayActions } from './display.actions.ts';

function world(stored: DisplayMode | null, folders: readonly FolderDisplay[] = [], address = '/drive/all') {
  const state = makeDriveState();
  const browser = {
    readDisplay: () => stored,
    readFolderDisplays: () => folders,
    writeDisplay: vi.fn((_: DisplayMode) => undefined),
    writeFolderDisplays: vi.fn((_: readonly FolderDisplay[]) => undefined),
    address: () => address,
  };
  return { state, browser, display: makeDisplayActions(state, browser as unknown as BrowserApi) };
}

const enter = (it: ReturnType<typeof world>, folderId: string) => {
  it.state.folderId.value = folderId;
  it.display.apply();
};

describe('on start', () => {
  test('a record that the server did not have is applied, written back, and reloads the rows', () => {
    const it = world({ ...DEFAULT_DISPLAY, orderType: 'name_asc', viewType: 'list' });
    expect(it.display.settle()).toBe(true);
    expect([it.state.order.value, it.state.view.value]).toEqual(['name_asc', 'list']);
    expect(it.browser.writeDisplay).toHaveBeenCalledOnce();
  });

  test('without a record nothing is written', () => {
    const it = world(null);
    expect(it.display.settle()).toBe(false);
    expect(it.browser.writeDisplay).not.toHaveBeenCalled();
  });

  test('order and view of the address apply until the user chooses, and are not stored', () => {
    const it = world({ ...DEFAULT_DISPLAY, viewType: 'list' }, [], '/drive/all?view=grid&order=size_asc');
    it.state.order.value = 'size_asc';
    expect(it.display.settle()).toBe(false);
    enter(it, 'A');
    expect([it.state.order.value, it.state.view.value]).toEqual(['size_asc', 'grid']);
    it.display.chooseOrder('name_desc');
    expect(it.browser.writeDisplay).toHaveBeenLastCalledWith({
      ...DEFAULT_DISPLAY,
      viewType: 'list',
      orderType: 'name_desc',
    });
  });
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
    expect(it.browser.writeDisplay).toHaveBeenLastCalledWith({ ...DEFAULT_DISPLAY, pinFoldersTop: false });
  });
});
