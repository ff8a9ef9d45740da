/** Listings of one kind, and by kind: pages of any length make up the whole folder. */
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { makeDrive, type TestDrive } from '../../drive-fixture.ts';
import { type ListRequest, listFolder } from '../listing.store.ts';
import { insertNode } from '../tree.store.ts';

const NAMES = [
  ['z-folder', 0],
  ['a/folder', 0],
  ['b.png', 1],
  ['a.jpg', 1],
  ['a.mp4', 1],
  ['c.zip', 1],
  ['a.mp3', 1],
  ['b.pdf', 1],
  ['a.bin', 1],
] as const;
/** Kind after kind, each by name. */
const BY_KIND = ['a/folder', 'z-folder', 'a.mp4', 'a.jpg', 'b.png', 'b.pdf', 'a.mp3', 'c.zip', 'a.bin'];

async function filled(): Promise<TestDrive> {
  const drive = makeDrive();
  await drive.list();
  await drive.inside((_, sql) => {
    for (const [at, [name, isFile]] of NAMES.entries())
      insertNode(sql, {
        id: newWireId(),
        parentId: '',
        isFile: isFile === 1,
        name,
        nowMs: at + 1,
        sizeBytes: isFile * at,
      });
  });
  return drive;
}

async function walk(drive: TestDrive, asked: Partial<ListRequest>): Promise<string[]> {
  const names: string[] = [];
  const base = { order: 'name_asc', foldersFirst: true, trashed: false, foldersOnly: false, filesOnly: false } as const;
  for (let pageToken = '', pages = 0; pages < 20; pages += 1) {
    const query = { ...base, parentId: '', rows: 2, phases: [], starred: false, ...asked, pageToken };
    const page = unwrap(await drive.stub.listNodes(drive.caller, query));
    names.push(...page.rows.map((row) => row.name));
    pageToken = page.nextPageToken;
    if (pageToken === '') return names;
  }
  throw new Error('pages never end');
}

test('by kind a folder is listed kind after kind, each by name, in pages of any length', async () => {
  const drive = await filled();
  for (const rows of [1, 2, 3, 20]) {
    for (const foldersFirst of [true, false])
      expect(await walk(drive, { order: 'type_desc', rows, foldersFirst })).toEqual(BY_KIND);
  }
  expect(await walk(drive, { order: 'type_desc', foldersOnly: true })).toEqual(['a/folder', 'z-folder']);
  expect(await walk(drive, { order: 'type_desc', kinds: ['AUDIO', 'IMAGE'] })).toEqual(['a.jpg', 'b.png', 'a.mp3']);
});

test('by kind a large folder is listed in the same order, and its first page reads few rows', async () => {
  const drive = await filled();
  await drive.inside((_, sql) => {
    sql.exec("INSERT INTO ranked_folders (folder_id, done) VALUES ('', 1)");
    sql.exec("UPDATE nodes SET ranked = 1 WHERE parent_id = ''");
  });
  for (const rows of [1, 3, 20]) expect(await walk(drive, { order: 'type_desc', rows })).toEqual(BY_KIND);
  expect(await walk(drive, { order: 'type_desc', kinds: ['AUDIO', 'IMAGE'] })).toEqual(['a.jpg', 'b.png', 'a.mp3']);
  await drive.files(Array.from({ length: 3_000 }, (_, at) => ({ name: `many ${at}.bin`, content: `c${at}` })));
  const page = { order: 'type_desc', foldersFirst: true, pageToken: '', rows: 12, phases: [] } as const;
  const read = await drive.inside((_, sql) => {
    let rows = 0;
    const exec = (text: string, ...values: SqlStorageValue[]) => {
      const cursor = sql.exec(text, ...values);
      const all = cursor.toArray();
      rows += cursor.rowsRead;
      return { toArray: () => all, one: () => all[0] };
    };
    expect(listFolder({ exec } as unknown as SqlStorage, '', page).rows.length).toBe(12);
    return rows;
  });
  expect(read).toBeLessThan(150);
});

test('one kind, or several, is listed in any order, without folders', async () => {
  const drive = await filled();
  expect(await walk(drive, { kinds: ['IMAGE'], rows: 1 })).toEqual(['a.jpg', 'b.png']);
  expect(await walk(drive, { kinds: ['IMAGE'], order: 'mod_asc', rows: 1 })).toEqual(['b.png', 'a.jpg']);
  expect(await walk(drive, { kinds: ['IMAGE', 'VIDEO'], order: 'size_desc', foldersFirst: false })).toEqual([
    'a.mp4',
    'a.jpg',
    'b.png',
  ]);
  expect(await walk(drive, { kinds: ['OTHER'] })).toEqual(['a.bin']);
  expect(await walk(drive, { kinds: ['OTHER', 'ARCHIVE'] })).toEqual(['a.bin', 'c.zip']);
});

test('what is unfinished has no kind for others to see', async () => {
  const drive = await filled();
  await drive.inside((_, sql) => {
    const half = { id: newWireId(), parentId: '', isFile: true, name: 'half.png', nowMs: 1 };
    insertNode(sql, { ...half, phase: 'PHASE_TYPE_PENDING' });
  });
  expect(await walk(drive, { kinds: ['IMAGE'] })).toEqual(['a.jpg', 'b.png']);
  expect(await walk(drive, { kinds: ['IMAGE'], phases: ['PHASE_TYPE_PENDING'] })).toEqual(['half.png']);
});

test('one picture among 50,000 other files is found without reading them', async () => {
  const drive = makeDrive();
  await drive.list();
  const reads = await drive.inside((_, sql) => {
    sql.exec("INSERT INTO ranked_folders (folder_id, done) VALUES ('', 1)");
    sql.exec(
      `INSERT INTO nodes (id, parent_id, is_file, name, name_key, category, created_ms, modified_ms, user_modified_ms)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
       SELECT printf('V%025d', i), '', 1, printf('%05d', i), printf('%05d', i), iif(i = 40000, 'IMAGE', 'AUDIO'), i, i, i FROM n`,
    );
    const plan = sql
      .exec<{ detail: string }>(
        `EXPLAIN QUERY PLAN SELECT id FROM nodes WHERE parent_id = '' AND state = 0 AND ranked = 1 AND is_file = 1 AND category IN ('IMAGE')
         ORDER BY modified_ms, id LIMIT 1`,
      )
      .toArray();
    return plan.map(({ detail }) => detail).join(' ');
  });
  expect(reads).toContain('COVERING INDEX nodes_by_modified');
  expect(await walk(drive, { kinds: ['IMAGE'], order: 'mod_desc' })).toEqual(['40000']);
});
