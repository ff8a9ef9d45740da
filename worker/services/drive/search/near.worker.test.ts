import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey } from '#shared/drive/names.ts';
import { unwrap } from '#shared/errors.ts';
import { findKey } from '#shared/find/find-key.ts';
import { errorsOf, nearness, placesOf } from '#shared/find/near.ts';
import { makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';

async function near(drive: TestDrive, text: string, rows = 50): Promise<string[]> {
  const page = unwrap(await drive.stub.searchNear(drive.caller, { text, kinds: [], rows, from: '' }));
  return page.found.map(({ row }) => row.name);
}

async function find(drive: TestDrive, text: string, more: object = {}): Promise<string[]> {
  const query = { text, kinds: [], pageToken: '', rows: 50, ...more };
  return unwrap(await drive.stub.search(drive.caller, query)).found.map(({ row }) => row.name);
}

test('names with an error are found where a letter is left out, added, wrong or in the wrong place', async () => {
  const drive = makeDrive();
  const names = [
    'Kyoto 2026.jpg',
    'Straße.txt',
    '会議資料 三月.pdf',
    'รายงานประจำปี.pdf',
    'Отчёт за май.docx',
    'budget-plan.xlsx',
    'a_Vacation (1).zip',
  ];
  for (const name of names) await drive.file(name);
  expect(await near(drive, 'kyto')).toEqual(['Kyoto 2026.jpg']);
  expect(await near(drive, 'kyotoo')).toEqual(['Kyoto 2026.jpg']);
  expect(await near(drive, 'kytoo')).toEqual(['Kyoto 2026.jpg']);
  expect(await near(drive, 'starsse')).toEqual(['Straße.txt']);
  expect(await near(drive, '会議質料')).toEqual(['会議資料 三月.pdf']);
  expect(await near(drive, 'รายงาณประจำปี')).toEqual(['รายงานประจำปี.pdf']);
  expect(await near(drive, 'отчот')).toEqual(['Отчёт за май.docx']);
  expect(await near(drive, 'plna bugdet')).toEqual(['budget-plan.xlsx']);
  expect(await near(drive, 'vecasion')).toEqual(['a_Vacation (1).zip']);
  // Two errors in a short word, other numbers, phrases, and what is found without an error.
  for (const text of ['kxtx', '2027', '"kyto 2026"', 'kyoto', 'kyt']) expect(await near(drive, text)).toEqual([]);
});

test('names with an error are those that a comparison of all names finds', async () => {
  const letter = fc.constantFrom(...'abcdßéё会議ท');
  const word = fc.array(letter, { minLength: 1, maxLength: 10 }).map((letters) => letters.join(''));
  const name = fc
    .array(word, { minLength: 1, maxLength: 3 })
    .chain((sought) => fc.constantFrom(' ', '_', '-').map((sign) => sought.join(sign)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 5, maxLength: 60 }),
      fc.array(word, { minLength: 1, maxLength: 2 }),
      async (names, sought) => {
        const drive = makeDrive();
        // Each name once: folders hold no two that are equal.
        const some = [...new Map(names.map((one) => [nameKey(one), one])).values()];
        await drive.files(some.map((one, at) => ({ name: at % 2 === 0 ? one : one.normalize('NFD') })));
        const naive = some.filter((one) => {
          const key = findKey(one);
          const errors = sought.map((each) => {
            const found = findKey(each);
            if (key.includes(found) || nameKey(one).includes(nameKey(each))) return 0;
            return errorsOf(found) === 0 ? null : nearness(found, placesOf(key));
          });
          return errors.every((each) => each !== null) && errors.some((each) => each !== 0);
        });
        const found = (await near(drive, sought.join(' '), 100)).map(nameKey);
        expect(found.toSorted()).toEqual(naive.map(nameKey).toSorted());
      },
    ),
    { numRuns: 40 },
  );
});

test('names with an error: in the trash are not found', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('Kyoto');
  await drive.file('Kyoto.jpg', folder);
  unwrap(await drive.stub.trash(drive.caller, { ids: [folder], trashTtlMs: 1_000 }, null));
  expect(await near(drive, 'kyto')).toEqual([]);
});

test('operators: narrow by type, size, time, folder, star and who sent it', async () => {
  const drive = makeDrive();
  const trips = await drive.folder('Trips');
  const japan = await drive.folder('Japan', trips);
  const other = await drive.folder('Japan');
  await drive.file('a small.jpg', japan, 10);
  await drive.file('a large.jpg', japan, 5_000);
  const pdf = await drive.file('a paper.pdf', other, 3_000);
  unwrap(await drive.stub.setStars(drive.caller, { ids: [pdf], starred: true }));
  expect(await find(drive, 'type:image')).toEqual(['a large.jpg', 'a small.jpg']);
  expect(await find(drive, 'a type:pdf')).toEqual(['a paper.pdf']);
  expect(await find(drive, 'a type:pdf type:image larger:1KB')).toEqual(['a large.jpg', 'a paper.pdf']);
  expect(await find(drive, 'larger:1KB smaller:4KB')).toEqual(['a paper.pdf']);
  expect(await find(drive, 'in:Trips a')).toEqual(['a large.jpg', 'a small.jpg', 'Japan']);
  expect(await find(drive, 'in:Trips/Japan')).toEqual(['a large.jpg', 'a small.jpg']);
  expect(await find(drive, 'in:nowhere')).toEqual([]);
  expect(await find(drive, 'is:starred')).toEqual(['a paper.pdf']);
  expect(await find(drive, 'is:shared', { sharedIds: [pdf, 'gone'] })).toEqual(['a paper.pdf']);
  expect(await find(drive, 'is:shared in:Trips', { sharedIds: [pdf] })).toEqual([]);
  await drive.inside((_, sql) => {
    sql.exec('UPDATE nodes SET user_modified_ms = ?', Date.parse('2026-12-05'));
    sql.exec('UPDATE nodes SET user_modified_ms = ? WHERE id = ?', Date.parse('2026-10-31T20:00:00Z'), pdf);
    sql.exec(
      `INSERT INTO collect_files (link_id, receipt, file_key, upload_id, state, node_id, name, size_bytes, visitor, note, checked, at_ms)
         VALUES ('l', 'r', 'k', 'u', 'accepted', ?, 'x', 1, 'Zoë Müller', '', 0, 0)`,
      pdf,
    );
  });
  expect(await find(drive, 'from:muller')).toEqual(['a paper.pdf']);
  expect(await find(drive, 'from:Meier')).toEqual([]);
  expect(await find(drive, 'before:2026-11')).toEqual(['a paper.pdf']);
  expect(await find(drive, 'a before:2026-11')).toContain('a paper.pdf');
  expect(await find(drive, 'paper after:2026-11 before:2026-12', { timeZone: 'Asia/Tokyo' })).toEqual(['a paper.pdf']);
  expect(await find(drive, 'paper after:2026-11 before:2026-12')).toEqual([]);
});

test('operators: in: is a folder by its name or the end of its path, and by a part of its name where no folder has it', async () => {
  const drive = makeDrive();
  const trips = await drive.folder('Trips');
  const japan = await drive.folder('Japan', trips);
  await drive.file('one.txt', japan);
  await drive.file('two.txt', await drive.folder('Jap'));
  await drive.file('three.txt', await drive.folder('Old trips'));
  const gone = await drive.folder('Old');
  await drive.file('four.txt', await drive.folder('Spain', gone));
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: 1_000 }, null));
  expect(await find(drive, 'txt in:trips')).toEqual(['one.txt']);
  expect(await find(drive, 'txt in:Trips/Jap')).toEqual(['one.txt']);
  expect(await find(drive, 'txt in:jap in:"old trips"')).toEqual(['three.txt', 'two.txt']);
  expect(await find(drive, 'txt in:rips')).toEqual(['one.txt', 'three.txt']);
  expect(await find(drive, 'txt in:Spain')).toEqual([]);
});

test('operators: phrases keep the order of their words; other pages follow the first', async () => {
  const drive = makeDrive();
  for (const name of ['summer trip.txt', 'trip summer.txt']) await drive.file(name);
  expect(await find(drive, '"summer trip"')).toEqual(['summer trip.txt']);
  expect(await find(drive, 'trip summer')).toEqual(['trip summer.txt', 'summer trip.txt']);
  const bad = { text: 'type:document', kinds: [], pageToken: 'x', rows: 1 };
  expect(refusalOf(await drive.stub.search(drive.caller, bad))).toBe('bad_page_token');
});
