import { expect, test, vi } from 'vitest';
import type { ListRequest } from '../drive.api.ts';
import { thing, world } from '../drive-fixture.ts';

/** A folder of `count` items that is read by pages; the page loads the first 100. */
function longFolder(count: number) {
  const it = world();
  const all = Array.from({ length: count }, (_, at) => thing(`i${at}`));
  const read = async ({ pageToken = '', limit = 100 }: ListRequest) => {
    const from = Number(pageToken || 0);
    const to = Math.min(count, from + limit);
    return { rows: all.slice(from, to), nextPageToken: to < count ? String(to) : '' };
  };
  it.setListing(read);
  return { ...it, read };
}

test('selecting all of a folder of 461 selects 461, not the 100 that are loaded', async () => {
  const it = longFolder(461);
  await it.actions.listing.retry();
  expect(it.ids()).toHaveLength(100);
  it.actions.handlers.selectAll(true);
  await vi.waitFor(() => expect(it.state.selecting.value).toBeNull());
  expect(it.state.selectedRows.value).toHaveLength(461);
});

test('the trash takes all 25,000 selected items, in calls that each hold at most 10,000 ids', async () => {
  const it = longFolder(25_000);
  await it.actions.listing.retry();
  it.actions.handlers.selectAll(true);
  await vi.waitFor(() => expect(it.state.selecting.value).toBeNull());
  it.setListing(async () => ({ rows: [], nextPageToken: '' }));
  it.actions.handlers.act('trash');
  await vi.waitFor(() => expect(it.toasts()).toEqual(['25,000 items moved to trash.']));
  expect(it.api.trash.mock.calls.map((call) => (call as unknown as [string[]])[0].length)).toEqual([
    10_000, 10_000, 5_000,
  ]);
  expect(it.actions.undo.undo()).toBe(true);
  await vi.waitFor(() => expect(it.api.untrash).toHaveBeenCalledTimes(3));
});

test('no action runs on a part while the rest of the folder is still being read', async () => {
  const it = longFolder(461);
  await it.actions.listing.retry();
  it.setListing(() => new Promise(() => undefined));
  it.actions.handlers.selectAll(true);
  expect(it.state.selecting.value).toBe(100);
  it.actions.handlers.act('trash');
  expect(it.api.trash).not.toHaveBeenCalled();
});

test('clearing the selection stops the reading, and nothing is selected afterwards', async () => {
  const it = longFolder(5_000);
  await it.actions.listing.retry();
  it.actions.handlers.selectAll(true);
  it.actions.handlers.clear();
  await it.actions.listing.more();
  expect([it.state.selecting.value, it.state.selection.value.ids.size]).toEqual([null, 0]);
  expect(it.ids().length).toBeLessThan(5_000);
});

test('a page that cannot be read leaves the loaded items selected and reports how many they are', async () => {
  const it = longFolder(461);
  await it.actions.listing.retry();
  it.setListing(async () => {
    throw new Error('no answer');
  });
  it.actions.handlers.selectAll(true);
  await vi.waitFor(() => expect(it.toasts()).toHaveLength(1));
  expect(it.toasts()[0]).toContain('Only 100 items could be selected');
  expect(it.state.selectedRows.value).toHaveLength(100);
});

test('a refresh in between does not end the selecting of all', async () => {
  const it = longFolder(2_500);
  await it.actions.listing.retry();
  it.actions.handlers.selectAll(true);
  await it.actions.listing.refresh();
  await vi.waitFor(() => expect(it.state.selecting.value).toBeNull());
  expect(it.state.selectedRows.value).toHaveLength(2_500);
});
