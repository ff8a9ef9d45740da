import { expect, test, vi } from 'vitest';
import type { FileObject } from '#shared/drive/model.ts';
import { world } from '../drive-fixture.ts';
import { renewPath } from './path-refresh.ts';

const SHOWN = [
  { id: 'a', name: 'A' },
  { id: 'b', name: 'B' },
];

function open(folders: Readonly<Record<string, { name: string; parent_id: string }>>) {
  const { state, browser } = world();
  state.path.value = SHOWN;
  const api = {
    detail: vi.fn(async (id: string) => {
      const folder = folders[id];
      if (!folder) throw new Error('gone');
      return { id, ...folder } as FileObject;
    }),
    measure: vi.fn(async () => ({ sizeBytes: 0, files: 0, folders: 1, path: [{ id: 'c', name: 'C' }] })),
  };
  return { state, browser, api };
}

test('a folder renamed elsewhere has its new name in the heading and the title, and so has one above it', async () => {
  const { state, browser, api } = open({ a: { name: 'A2', parent_id: '' }, b: { name: 'B2', parent_id: 'a' } });
  await renewPath(api, browser, state);
  expect(state.path.value.map(({ name }) => name)).toEqual(['A2', 'B2']);
  expect(browser.setTitle).toHaveBeenLastCalledWith('B2');
});

test('a folder moved elsewhere shows its new path', async () => {
  const { state, browser, api } = open({ a: { name: 'A', parent_id: '' }, b: { name: 'B', parent_id: 'c' } });
  await renewPath(api, browser, state);
  expect(state.path.value.map(({ id }) => id)).toEqual(['c', 'b']);
});

test('an unchanged, a deleted and a left folder change nothing on the page', async () => {
  const same = open({ a: { name: 'A', parent_id: '' }, b: { name: 'B', parent_id: 'a' } });
  await renewPath(same.api, same.browser, same.state);
  expect([same.state.path.value, same.api.measure.mock.calls]).toEqual([SHOWN, []]);
  const gone = open({});
  await renewPath(gone.api, gone.browser, gone.state);
  expect(gone.state.path.value).toBe(SHOWN);
  const left = open({ a: { name: 'A', parent_id: '' }, b: { name: 'B2', parent_id: 'a' } });
  const renewing = renewPath(left.api, left.browser, left.state);
  left.state.path.value = [{ id: 'x', name: 'X' }];
  await renewing;
  expect(left.state.path.value.map(({ name }) => name)).toEqual(['X']);
  const top = open({});
  top.state.path.value = [];
  await renewPath(top.api, top.browser, top.state);
  expect(top.api.detail).not.toHaveBeenCalled();
});
