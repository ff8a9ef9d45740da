/** Plans of links: lines, chosen files of torrents, one task for each link. */
import { expect, test } from 'vitest';
import type { Resource } from '#shared/drive/fetch/tasks.contract.ts';
import { allFiles, bytesOf, createAll } from './link-plan.ts';
import type { TasksApi, TorrentOrder } from './tasks.api.ts';

const resource = (url: string, change: Partial<Resource> = {}): Resource =>
  ({
    name: 'one.bin',
    file_size: '100',
    is_dir: false,
    file_count: 1,
    dir: null,
    meta: { url, status: 'OK', error: '' },
    ...change,
  }) as Resource;

const torrent = resource('magnet:one', {
  is_dir: true,
  file_count: 2,
  dir: {
    resources: [
      { index: 1, name: 'a', file_size: '10' },
      { index: 2, name: 'b', file_size: '30' },
    ],
  } as Resource['dir'],
});

function fakeApi(failing: ReadonlySet<string>) {
  const created: { url: string; parentId: string | null; key: string; order: TorrentOrder | undefined }[] = [];
  const create: TasksApi['create'] = (url, parentId, key, order) => {
    created.push({ url, parentId, key, order });
    return failing.has(url) ? Promise.reject(new Error(url)) : Promise.resolve();
  };
  return { created, api: { create } as TasksApi };
}

test('a torrent counts the bytes of its chosen files, another link its size', () => {
  const chosen = allFiles([torrent]);
  expect(bytesOf(torrent, chosen)).toBe(40);
  expect(bytesOf(torrent, new Map([['magnet:one', new Set([2])]]))).toBe(30);
  expect(bytesOf(resource('https://a.example/1'), chosen)).toBe(100);
});

test('each good link becomes a task in the chosen folder; a second try repeats its key and leaves out those that succeeded', async () => {
  const bad = resource('https://a.example/bad', {
    meta: { url: 'bad', status: 'ERROR', error: 'x' } as Resource['meta'],
  });
  const found = [resource('https://a.example/1'), bad, torrent];
  const keys = new Map<string, string>();
  const failing = new Set(['https://a.example/1']);
  const first = fakeApi(failing);
  const plan = { found, chosen: allFiles(found) };
  const result = await createAll(first.api, plan, 'folder-1', keys);
  expect(result).toMatchObject({ started: 1, left: [{ meta: { url: 'https://a.example/1' } }] });
  expect(first.created.map(({ url, parentId, order }) => [url, parentId, order])).toEqual([
    ['https://a.example/1', 'folder-1', {}],
    ['magnet:one', 'folder-1', { files: [1, 2] }],
  ]);
  const second = fakeApi(new Set());
  await createAll(second.api, { ...plan, found: result.left }, 'folder-1', keys);
  expect(second.created).toEqual([first.created[0]]);
});
