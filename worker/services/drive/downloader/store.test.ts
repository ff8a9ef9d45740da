import { expect, test } from 'vitest';
import { insertFiles } from './store.ts';

test('no value of a large torrent is longer than the database takes, and no file is lost', () => {
  const path = ['\u{1f600}'.repeat(60), 'x'.repeat(200)];
  const files = Array.from({ length: 9_000 }, (_, at) => ({ index: at + 1, path, sizeBytes: at }));
  const lists: string[] = [];
  const sql = { exec: (_text: string, _task: string, list: string) => void lists.push(list) };
  insertFiles(sql as never, 'task', files, new Set([3]));
  // The platform takes 2 MB.
  for (const list of lists) expect(Buffer.byteLength(list)).toBeLessThan(2e6);
  const rows = lists.flatMap((list) => JSON.parse(list) as { n: number; path: string; chosen: number }[]);
  expect(rows.map(({ n }) => n)).toEqual(files.map(({ index }) => index));
  expect(rows.filter(({ chosen }) => chosen === 1).map(({ n }) => n)).toEqual([3]);
  expect(JSON.parse(rows.at(-1)?.path ?? '')).toEqual(path);
});
