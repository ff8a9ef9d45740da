import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeDrive, driveTest as test } from '../drive-fixture.ts';
import { isRanked, SORTED_NODES } from './folder-ranks.store.ts';
import { list } from './listing.store.ts';

type Drive = ReturnType<typeof makeDrive>;

/** Adds files to a folder by SQL, the later the larger and the older. */
async function fill(drive: Drive, parentId: string, from: number, count: number): Promise<void> {
  await drive.inside((_, sql) =>
    sql.exec(
      `INSERT INTO nodes (id, parent_id, is_file, name, name_key, sort_key, size_bytes, created_ms, modified_ms, user_modified_ms)
       WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ?2 - 1)
       SELECT printf('V%025d', i), ?3, 1, printf('%05d', i), printf('%05d', i), printf('%05d', i), i, 0, 90000 - i, 0 FROM n`,
      from,
      count,
      parentId,
    ),
  );
}

async function rank(drive: Drive): Promise<void> {
  while (await drive.inside((_, sql) => sql.exec('SELECT 1 FROM ranked_folders WHERE done = 0').toArray().length > 0))
    await runAlarm(drive.stub);
}

/** Rows that the first pages by time and by size read. */
function pagesRead(drive: Drive): Promise<number[]> {
  return drive.inside((_, sql) => {
    let read = 0;
    const counted = {
      exec: (text: string, ...values: SqlStorageValue[]) => {
        const cursor = sql.exec(text, ...values);
        const rows = cursor.toArray();
        read += cursor.rowsRead;
        return { toArray: () => rows, one: () => rows[0] };
      },
    } as unknown as SqlStorage;
    return (['mod_desc', 'size_asc'] as const).map((order) => {
      read = 0;
      const asked = { parentId: '', rows: 100, pageToken: '', order, foldersFirst: true, trashed: false };
      const rest = { foldersOnly: false, filesOnly: false, phases: [], starred: false };
      list({ sql: counted, nowMs: 0, wakeAt: () => undefined }, { ...asked, ...rest });
      return read;
    });
  });
}

const unranked = (drive: Drive) =>
  drive.inside((_, sql) => sql.exec<{ n: number }>('SELECT count(*) AS n FROM nodes WHERE ranked = 0').one().n);

test('a folder that has become large is put into the indexes of time and size, with what comes later', async () => {
  const drive = makeDrive();
  await drive.list();
  await fill(drive, '', 0, SORTED_NODES);
  expect((await drive.list({ rows: 3, order: 'mod_asc' })).map(({ name }) => name)).toEqual([
    '01999',
    '01998',
    '01997',
  ]);
  expect(await unranked(drive)).toBe(SORTED_NODES);
  await fill(drive, '', SORTED_NODES, 8_000);
  await drive.list({ rows: 3 });
  await rank(drive);
  expect(await unranked(drive)).toBe(0);
  const [late] = await drive.files([{ name: 'late', sizeBytes: 20_000, parentId: '' }]);
  const folder = await drive.folder('small');
  const moved = await drive.file('moved', folder, 30_000);
  unwrap(await drive.stub.move(drive.caller, { ids: [moved], to: '' }, null));
  expect((await drive.list({ rows: 3, order: 'size_desc' })).map(({ id }) => id).slice(1)).toEqual([moved, late]);
  expect((await drive.list({ parentId: folder })).length).toBe(0);
  expect(await unranked(drive)).toBe(0);
  // Pages stay flat: another 20,000 files change nothing.
  const before = await pagesRead(drive);
  await fill(drive, '', 20_000, 20_000);
  expect(await pagesRead(drive)).toEqual(before);
  for (const rows of before) expect(rows).toBeLessThan(600);
});

test('what is added and renamed while a folder is being ranked is ranked too', async ({ drive }) => {
  await drive.list();
  await fill(drive, '', 0, SORTED_NODES + 1_500);
  await drive.list({ rows: 3 });
  await runAlarm(drive.stub);
  unwrap(await drive.stub.rename(drive.caller, `V${'3400'.padStart(25, '0')}`, '00000 a', null));
  await drive.file('00000 b');
  await rank(drive);
  expect(await unranked(drive)).toBe(0);
});

/** Whether a folder's indexes are whole. */
const isWhole = (drive: Drive, folderId: string) => drive.inside((_, sql) => isRanked(sql, folderId));

test.each(['copied', 'copied under names that are taken', 'moved'] as const)(
  'a folder into which many files are %s is ranked before it is listed',
  async (how) => {
    const drive = makeDrive();
    const from = await drive.folder('from');
    const to = await drive.folder('to');
    const count = 2 * SORTED_NODES + 600;
    await fill(drive, from, 0, count);
    // Only files with a content are copied.
    await drive.file('one');
    await drive.inside((_, sql) =>
      sql.exec('UPDATE nodes SET content_key = (SELECT content_key FROM contents) WHERE is_file = 1'),
    );
    const ids = Array.from({ length: count }, (_, at) => `V${String(at).padStart(25, '0')}`);
    const copy = async (parts: readonly string[][]) => {
      for (const part of parts)
        await drive.finish(unwrap(await drive.stub.copy(drive.caller, { ids: part, to, limitBytes: 10 ** 12 }, null)));
    };
    if (how === 'copied') await copy([ids]);
    else if (how === 'copied under names that are taken')
      await copy(Array.from({ length: 6 }, () => ids.slice(0, 700)));
    else
      for (let at = 0; at < count; at += 900)
        unwrap(await drive.stub.move(drive.caller, { ids: ids.slice(at, at + 900), to }, null));
    // A call that moves files leaves more to the alarm than steps of a copy do.
    if (how === 'moved') await rank(drive);
    expect(await isWhole(drive, to)).toBe(true);
    const left = await drive.inside((_, sql) =>
      sql.exec<{ n: number }>('SELECT count(*) AS n FROM nodes WHERE parent_id = ? AND ranked = 0', to).one(),
    );
    expect(left.n).toBe(0);
  },
);
