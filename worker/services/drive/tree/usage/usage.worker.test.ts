import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS, makeDrive, refusalOf, driveTest as test } from '../../drive-fixture.ts';

test('the largest files come first wherever they lie, by pages, without what is empty or in the trash', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('f');
  const gone = await drive.folder('gone');
  await drive.file('small', '', 5);
  await drive.file('large', folder, 900);
  await drive.file('middle', folder, 70);
  await drive.file('empty', '', 0);
  await drive.file('in the trash', gone, 5_000);
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: DAY_MS }, null));
  const first = unwrap(await drive.stub.largest(drive.caller, { pageToken: '', rows: 2, kind: '' }));
  const second = unwrap(await drive.stub.largest(drive.caller, { pageToken: first.nextPageToken, rows: 2, kind: '' }));
  const names = [...first.found, ...second.found].map(({ row, path }) => [...path.map(({ name }) => name), row.name]);
  expect(names).toEqual([['f', 'large'], ['f', 'middle'], ['small']]);
  expect(second.nextPageToken).toBe('');
  const image = await drive.file('small.jpg', folder, 1);
  const images = unwrap(await drive.stub.largest(drive.caller, { pageToken: '', rows: 2, kind: 'IMAGE' }));
  expect(images.found.map(({ row }) => row.id)).toEqual([image]);
});

test('a folder counts all below it, and one that holds little besides another is left out', async ({ drive }) => {
  const outer = await drive.folder('outer');
  const inner = await drive.folder('inner', outer);
  const other = await drive.folder('other');
  await drive.folder('empty');
  await drive.file('a', inner, 950);
  await drive.file('b', outer, 50);
  const part = await drive.folder('part', other);
  await drive.file('c', part, 300);
  await drive.file('d', other, 300);
  const gone = await drive.folder('gone');
  await drive.file('e', gone, 9_000);
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: DAY_MS }, null));
  const folders = unwrap(await drive.stub.heavyFolders(drive.caller, 10));
  expect(folders.map(({ row, bytes, files, path }) => [row.name, bytes, files, path.map(({ name }) => name)])).toEqual([
    ['inner', 950, 1, ['outer']],
    ['other', 600, 2, []],
    ['part', 300, 1, ['other']],
  ]);
  expect(unwrap(await drive.stub.heavyFolders(drive.caller, 1))).toHaveLength(1);
});

test('a folder may hold more folders than a call can take arguments', async ({ drive }) => {
  const folder = await drive.folder('f');
  await drive.inside((_, sql) =>
    sql.exec(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150000)
       INSERT INTO nodes (id, parent_id, is_file, name, name_key, created_ms, modified_ms, user_modified_ms)
       SELECT 'many' || i, ?, 0, 'n' || i, 'n' || i, 0, 0, 0 FROM n`,
      folder,
    ),
  );
  await drive.file('a', 'many150000', 7);
  await drive.file('b', folder, 7);
  const folders = unwrap(await drive.stub.heavyFolders(drive.caller, 10));
  expect(folders.map(({ row, bytes }) => [row.name, bytes])).toEqual([
    ['f', 14],
    ['n150000', 7],
  ]);
});

test('the trash is reported by kind, with the files of trashed folders', async ({ drive }) => {
  const folder = await drive.folder('f');
  await drive.file('a.jpg', folder, 5);
  const single = await drive.file('b.zip', '', 7);
  await drive.file('stays.jpg', '', 11);
  unwrap(await drive.stub.trash(drive.caller, { ids: [folder, single], trashTtlMs: DAY_MS }, null));
  expect(unwrap(await drive.stub.trashByKind(drive.caller))).toEqual([
    { category: 'ARCHIVE', files: 1, bytes: 7 },
    { category: 'IMAGE', files: 1, bytes: 5 },
  ]);
});

test('what files held before counts with their kind, in the trash too', async ({ drive }) => {
  const [live, thrown] = [await drive.file('a.jpg', '', 5), await drive.file('b.jpg', '', 7)];
  await drive.inside((_, sql) => {
    for (const [n, id] of [live, thrown].entries())
      sql.exec(
        `INSERT INTO versions (id, node_id, n, content_key, size_bytes, gcid, modified_ms, user_modified_ms, replaced_ms)
         VALUES (?, ?, ?, 'x', 100, '', 1, 1, 1)`,
        `v${n}`,
        id,
        n,
      );
  });
  unwrap(await drive.stub.trash(drive.caller, { ids: [thrown], trashTtlMs: DAY_MS }, null));
  expect(unwrap(await drive.stub.usageByKind(drive.caller))).toEqual([{ category: 'IMAGE', files: 2, bytes: 212 }]);
  expect(unwrap(await drive.stub.trashByKind(drive.caller))).toEqual([{ category: 'IMAGE', files: 1, bytes: 107 }]);
});

test('sent bytes are summed over the last days only', async ({ drive }) => {
  unwrap(await drive.stub.space(drive.caller));
  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  await drive.inside((_, sql) => {
    for (const [ago, bytes] of [
      [0, 1],
      [20, 10],
      [40, 100],
    ] as const)
      sql.exec('INSERT INTO traffic (day, bytes) VALUES (?, ?)', dayOf(ago), bytes);
  });
  expect(unwrap(await drive.stub.sentBytes(drive.caller, 30))).toBe(11);
});

test('copies go to the trash and one of each stays, or nothing happens', async ({ drive }) => {
  const [a1, a2, a3] = [
    await drive.file('a1', '', 5, 'a'),
    await drive.file('a2', '', 5, 'a'),
    await drive.file('a3', '', 5, 'a'),
  ];
  const [b1, b2] = [await drive.file('b1', '', 6, 'b'), await drive.file('b2', '', 6, 'b')];
  const tidy = (groups: { keep: string; ids: string[] }[]) =>
    drive.stub.tidy(drive.caller, { groups, trashTtlMs: DAY_MS }, null);
  for (const groups of [
    [{ keep: a1, ids: [b1] }],
    [{ keep: a1, ids: [a1] }],
    [
      { keep: a1, ids: [a2] },
      { keep: a2, ids: [a1] },
    ],
    [
      { keep: b1, ids: [b2] },
      { keep: a1, ids: [b2] },
    ],
  ])
    expect(refusalOf(await tidy(groups))).toBe('no_copies');
  expect((await drive.names()).toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);

  unwrap(
    await tidy([
      { keep: a2, ids: [a1, a3] },
      { keep: b1, ids: [b2] },
    ]),
  );
  expect((await drive.names()).toSorted()).toEqual(['a2', 'b1']);
  // The one that should stay is gone by now: its copy must not follow it.
  unwrap(await drive.stub.untrash(drive.caller, { ids: [a1] }, null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [a2], trashTtlMs: DAY_MS }, null));
  expect(refusalOf(await tidy([{ keep: a2, ids: [a1] }]))).toBe('file_in_recycle_bin');
  expect((await drive.names()).toSorted()).toEqual(['a1', 'b1']);
});
