/** Keys for finding in a drive that is older than they are. */
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeDrive, type TestDrive } from '../drive-fixture.ts';
import { fillNext } from '../tree/find-keys.store.ts';
import { search, wordQuery } from '../tree/search/search.store.ts';
import { findShared } from './shared-search.store.ts';

async function find(drive: TestDrive, text: string): Promise<string[]> {
  const page = unwrap(await drive.stub.search(drive.caller, { text, kinds: [], pageToken: '', rows: 5 }));
  return page.found.map(({ row }) => row.name);
}

test('a drive without keys for finding finds what it found before, and all of it when the alarm has filled them', async () => {
  const drive = makeDrive();
  await drive.list();
  await drive.inside((_, sql) => {
    sql.exec(
      `INSERT INTO nodes (id, parent_id, is_file, name, name_key, sort_key, created_ms, modified_ms, user_modified_ms)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
       SELECT printf('V%025d', i), '', 1, printf('é %04d', i), printf('é %04d', i), printf('é %04d', i), 0, 0, 0 FROM n`,
    );
    sql.exec("UPDATE space SET find_after = ''");
  });
  const ends = ['0001', '2500'];
  const filled = await drive.inside((_, sql) => {
    const woken: number[] = [];
    const countOf = (text: string) =>
      search({ sql, nowMs: 7, wakeAt: (atMs) => woken.push(atMs) }, { ...wordQuery(text), pageToken: '', rows: 5 })
        .found.length;
    expect([...ends.map((end) => countOf(`É ${end}`)), countOf('e 2500')]).toEqual([1, 1, 0]);
    expect(woken).toEqual([7, 7, 7]);
    expect([fillNext(sql), countOf('e 0001'), countOf('e 2500'), countOf('é 2500')]).toEqual([true, 1, 0, 1]);
    return sql.exec<{ n: number }>('SELECT count(find_key) AS n FROM nodes').one().n;
  });
  expect(filled).toBe(1_000);
  // The first search asks for the alarm.
  expect(await find(drive, 'é 0001')).toEqual(['é 0001']);
  for (let after = ''; after !== null; ) {
    await runAlarm(drive.stub);
    after = await drive.inside(
      (_, sql) => sql.exec<{ after: string }>('SELECT find_after AS after FROM space').one().after,
    );
  }
  for (const end of ends) expect(await find(drive, `e ${end}`)).toEqual([`é ${end}`]);
});

test('a search inside a link finds names by the letters that people type, and those without keys as they are spelled', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('Ёлки');
  for (const name of ['Résumé.pdf', 'don’t.txt']) await drive.file(name, folder);
  await drive.inside((_, sql) => {
    const countOf = (text: string) => findShared(sql, { text, below: [folder], beside: [folder] }).length;
    expect(['resume', 'RÉSUMÉ pdf', "don't", 'елки', 'rezumez'].map(countOf)).toEqual([1, 1, 1, 1, 0]);
    sql.exec('UPDATE nodes SET find_key = NULL');
    expect(['résumé', 'Ёлки', 'resume'].map(countOf)).toEqual([1, 1, 0]);
  });
});

test('in: of a search inside a link means a folder by its name or path as it does in the drive, and only what the link shows', async () => {
  const drive = makeDrive();
  const shown = await drive.folder('Shown', await drive.folder('Secret'));
  const trips = await drive.folder('Trips', shown);
  await drive.file('one.txt', await drive.folder('Japan', trips));
  await drive.file('two.txt', await drive.folder('Japan', shown));
  await drive.file('three.txt', await drive.folder('Old trips', shown));
  const counts = await drive.inside((_, sql) =>
    ['in:trips', 'in:japan', 'in:Trips/Jap', 'in:Shown/Trips', 'in:Secret/Shown', 'in:rips'].map(
      (text) => findShared(sql, { text: `txt ${text}`, below: [shown], beside: [] }).length,
    ),
  );
  expect(counts).toEqual([1, 2, 1, 1, 0, 2]);
});
