import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameKey, sortKey } from '#shared/drive/names.ts';
import { unwrap } from '#shared/errors.ts';
import { findKey } from '#shared/find/find-key.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';
import { ALL_NODES, SWEEP, type Sweep, search, termsOf } from '../tree/search/search.store.ts';

async function find(drive: TestDrive, text: string, kinds: readonly string[] = [], rows = 3): Promise<string[]> {
  const names: string[] = [];
  let pageToken = '';
  do {
    const page = unwrap(await drive.stub.search(drive.caller, { text, kinds, pageToken, rows }));
    expect(page.found.length).toBeLessThanOrEqual(rows);
    names.push(...page.found.map(({ row }) => row.name));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return names;
}

/** Whether a name has all terms of a text, and its rank among those that have. */
function decide(name: string, text: string): { has: boolean; rank: number } {
  const whole = nameKey(text.trim());
  const [exact, found] = [nameKey(name), findKey(name)];
  const terms = termsOf(whole.split(/\s+/));
  const isSpelled = terms.every((term) => exact.includes(term.exact));
  const places = terms.map((term) => exact.indexOf(term.exact));
  const isInOrder = places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
  const spelledRank = exact.startsWith(whole) ? 0 : isInOrder ? 1 : 2;
  const rank = isSpelled ? spelledRank : 3 + Number(!found.startsWith(findKey(whole)));
  return { has: terms.every((term) => exact.includes(term.exact) || found.includes(term.found)), rank };
}

test('search finds any part of a name in all folders, beginnings first, with the path', async () => {
  const drive = makeDrive();
  const trips = await drive.folder('Trips');
  const japan = await drive.folder('Japan 2026', trips);
  await drive.file('old japan map.pdf', japan);
  await drive.file('JAPAN.jpg', '');
  await drive.file('日本の写真.png', japan);
  await drive.file('notes.txt', trips);
  expect(await find(drive, ' japan ')).toEqual(['Japan 2026', 'JAPAN.jpg', 'old japan map.pdf']);
  expect(await find(drive, 'map JAPAN')).toEqual(['old japan map.pdf']);
  expect(await find(drive, '写')).toEqual(['日本の写真.png']);
  expect(await find(drive, 'nothing like it')).toEqual([]);
  expect(await find(drive, '   ')).toEqual([]);
  const { found } = unwrap(await drive.stub.search(drive.caller, { text: 'map', kinds: [], pageToken: '', rows: 1 }));
  expect(found[0]?.path.map(({ name }) => name)).toEqual(['Trips', 'Japan 2026']);
});

test('search shows names that begin with the words first, then those in their order, then the others', async () => {
  const drive = makeDrive();
  const names = ['rent 2026 paid.pdf', 'a rent of 2026.pdf', 'the rent, 2026.pdf', '2026 rent.pdf', 'Rént 2026.pdf'];
  for (const name of names.toReversed()) await drive.file(name);
  expect(await find(drive, 'rent 2026', [], 2)).toEqual(names);
});

test('search results have the order of folders: 2 before 10, accents beside their letter', async () => {
  const drive = makeDrive();
  const names = ['Part 2', 'Pärt 3', 'part 10', 'part zoo', 'the part 9', 'the part 11'];
  for (const name of names.toReversed()) await drive.file(name);
  expect(await find(drive, 'p', [], 1)).toEqual(names);
  expect(await find(drive, 'part 1')).toEqual(['part 10', 'the part 11']);
  expect(await find(drive, '1')).toEqual(['part 10', 'the part 11']);
});

test('search gives what a plain filter of all names gives, with a sample and without', async () => {
  const drive = makeDrive();
  const samples = [
    'Straße',
    'ΣΊΣΥΦΟΣ',
    'İstanbul',
    'ı',
    '日本の',
    '写真',
    'Ёлка',
    'ёж',
    'e\u0301te\u0301',
    'Été',
    '한국',
    'a\u{10ffff}z',
    '😀',
  ];
  const folders = await Promise.all(['one', 'two', 'three'].map((name) => drive.folder(name)));
  const names = samples.flatMap((term, at) =>
    Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? `${term} ${n}.jpg`
        : n % 3 === 1
          ? `e ${n * at} ${term}.txt`
          : `${n}${term.toUpperCase()}(${at}).zip`,
    ),
  );
  const ids = await drive.files(names.map((name, at) => ({ name, parentId: folders[at % 4] ?? '' })));
  const keys = ids.map((id, at) => ({ id, name: names[at] ?? '', sort: sortKey(names[at] ?? '') }));
  const texts = [
    'e',
    '1',
    '.',
    'é',
    'STRASSE',
    'σίσυφος',
    'i',
    'ı',
    'の',
    'ё',
    'a\u{10ffff}',
    '😀',
    'e 1',
    '.jpg 2',
    'none',
    'ete',
    'ТЕЛКА'.slice(1),
    '\u0301',
    'istanbul',
  ];
  const sweeps: Sweep[] = [
    SWEEP,
    { names: 5, sample: 40, sampledNodes: 0 },
    { names: 1, sample: 400, sampledNodes: 0 },
  ];
  await drive.inside((_, sql) => {
    for (const text of texts) {
      const bytes = (one: (typeof keys)[number]) => `${decide(one.name, text).rank}${one.sort}\0${one.id}`;
      const expected = keys
        .filter(({ name }) => decide(name, text).has)
        .toSorted((a, b) => Buffer.compare(Buffer.from(bytes(a)), Buffer.from(bytes(b))))
        .map(({ id }) => id);
      for (const sweep of sweeps) {
        const found: string[] = [];
        let pageToken = '';
        do {
          const page = search(
            { sql, nowMs: 0, wakeAt: () => undefined },
            {
              terms: text.split(' '),
              narrowing: ALL_NODES,
              kinds: ['IMAGE', 'DOCUMENT', 'ARCHIVE'],
              pageToken,
              rows: 50,
            },
            sweep,
          );
          found.push(...page.found.map(({ row }) => row.id));
          pageToken = page.nextPageToken;
        } while (pageToken !== '');
        expect([text, sweep.names, found]).toEqual([text, sweep.names, expected]);
      }
    }
  });
});

test('search finds names by the letters that people type, those that are spelled so first', async () => {
  const drive = makeDrive();
  const names = ['Résumé 2024.pdf', 'my resume.txt', 'resume.doc', 'Ёлка.jpg', 'İstanbul.txt', 'don’t panic.txt'];
  for (const name of [...names, 'ｆｕｌｌｗｉｄｔｈ.txt', 'さくら.png', 'сині.txt']) await drive.file(name);
  expect(await find(drive, 'resume')).toEqual(['resume.doc', 'my resume.txt', 'Résumé 2024.pdf']);
  expect(await find(drive, 'RÉSUMÉ')).toEqual(['Résumé 2024.pdf', 'resume.doc', 'my resume.txt']);
  expect(await find(drive, 'елка')).toEqual(['Ёлка.jpg']);
  expect(await find(drive, 'istanbul')).toEqual(['İstanbul.txt']);
  expect(await find(drive, "don't")).toEqual(['don’t panic.txt']);
  expect(await find(drive, 'fullwidth')).toEqual(['ｆｕｌｌｗｉｄｔｈ.txt']);
  expect(await find(drive, 'サクラ')).toEqual(['さくら.png']);
  expect(await find(drive, 'сини')).toEqual([]);
});

test('search finds a name under its new letters after a rename and a copy', async () => {
  const drive = makeDrive();
  const id = await drive.file('plain.txt');
  unwrap(await drive.stub.rename(drive.caller, id, 'Größe.txt', null));
  expect(await find(drive, 'grosse')).toEqual(['Größe.txt']);
  const to = await drive.folder('to');
  unwrap(await drive.stub.copy(drive.caller, { ids: [id], to, limitBytes: 1_000 }, null));
  while ((await drive.names(to)).length === 0) await runAlarm(drive.stub);
  expect(await find(drive, 'grosse')).toEqual(['Größe.txt', 'Größe.txt']);
});

test('a search keeps to the kinds that were asked for', async () => {
  const drive = makeDrive();
  await drive.folder('a');
  for (const name of ['a.jpg', 'a.mp4', 'a.zip']) await drive.file(name);
  expect(await find(drive, 'a', ['FOLDER', 'IMAGE'])).toEqual(['a', 'a.jpg']);
});

test('a search never shows what is in the trash, below it, or not there yet', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('kept out');
  await drive.file('kept in it', folder);
  const file = await drive.file('kept file');
  unwrap(await drive.stub.trash(drive.caller, { ids: [folder, file], trashTtlMs: 1_000 }, null));
  expect(await find(drive, 'kept')).toEqual([]);
});

test('a search takes %, _ and quotes for what they are', async () => {
  const drive = makeDrive();
  for (const name of ['100%.txt', '100x.txt', 'a_b', 'axb', `it's "so"`]) await drive.file(name);
  expect(await find(drive, '0%')).toEqual(['100%.txt']);
  expect(await find(drive, 'a_')).toEqual(['a_b']);
  expect(await find(drive, `'s "s`)).toEqual([`it's "so"`]);
});

test('a search: answers what a sweep in memory answers, in pages of any length', async () => {
  const letters = fc.stringMatching(/^[abAéE019èß ]{1,5}$/).filter((text) => text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(letters, { maxLength: 25 }),
      letters,
      fc.integer({ min: 1, max: 7 }),
      async (names, text, rows) => {
        const drive = makeDrive();
        await drive.files(names.map((name) => ({ name })));
        const turn = (name: string) => `${decide(name, text).rank}${sortKey(name)}`;
        const found = await find(drive, text, [], rows);
        expect(found.map(nameKey).toSorted()).toEqual(
          names
            .filter((name) => decide(name, text).has)
            .map(nameKey)
            .toSorted(),
        );
        expect(found.map(turn)).toEqual(found.map(turn).toSorted());
      },
    ),
    { numRuns: 40 },
  );
});

test('a search refuses a token that is none', async () => {
  const { stub, caller } = makeDrive();
  const asked = { text: 'a', kinds: [], pageToken: 'x', rows: 1 };
  expect(refusalOf(await stub.search(caller, asked))).toBe('bad_page_token');
});

test('many new names may be swapped and rotated', async () => {
  const drive = makeDrive();
  const [a, b, c] = [await drive.file('a'), await drive.file('b'), await drive.file('c')];
  const items = [
    { id: a, name: 'b' },
    { id: b, name: 'c' },
    { id: c, name: 'a' },
  ];
  unwrap(await drive.stub.renameMany(drive.caller, items, null));
  const rows = await drive.list();
  expect(rows.map(({ id, name }) => [name, id])).toEqual([
    ['a', c],
    ['b', a],
    ['c', b],
  ]);
  expect(await find(drive, 'b')).toEqual(['b']);
});

test.each([
  ['two of one name', ['x', 'x'], 'file_duplicated_name'],
  ['one that is taken', ['x', 'Taken'], 'file_duplicated_name'],
  ['an empty one', ['x', ''], 'empty'],
  ['a forbidden one', ['x', 'a/b'], 'separator'],
])('many new names: with %s change nothing at all', async (_, [first = '', second = ''], refusal) => {
  const drive = makeDrive();
  const [a, b] = [await drive.file('a'), await drive.file('b')];
  await drive.folder('taken');
  const items = [
    { id: a, name: first },
    { id: b, name: second },
  ];
  expect(refusalOf(await drive.stub.renameMany(drive.caller, items, null))).toBe(refusal);
  expect(await drive.names()).toEqual(['taken', 'a', 'b']);
  expect(await find(drive, 'a')).toEqual(['a', 'taken']);
});

test('many new names: for one file twice are refused', async () => {
  const drive = makeDrive();
  const id = await drive.file('a');
  const items = [
    { id, name: 'b' },
    { id, name: 'c' },
  ];
  expect(refusalOf(await drive.stub.renameMany(drive.caller, items, null))).toBe('repeated');
});

test('a star is given and taken, and lists what has it', async () => {
  const drive = makeDrive();
  const [folder, file] = [await drive.folder('f'), await drive.file('a')];
  unwrap(await drive.stub.setStars(drive.caller, { ids: [folder, file], starred: true }));
  unwrap(await drive.stub.setStars(drive.caller, { ids: [folder], starred: false }));
  expect((await drive.list({ starred: true, parentId: '*' })).map(({ id }) => id)).toEqual([file]);
});

test('files with equal bytes are found together, largest first, without those in the trash', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('f');
  await drive.file('small 1', '', 5, 'a');
  await drive.file('small 2', folder, 5, 'a');
  await drive.file('large 1', '', 9, 'b');
  await drive.file('large 2', folder, 9, 'b');
  await drive.file('alone', '', 7, 'c');
  const gone = await drive.file('small 3', '', 5, 'a');
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: 1_000 }, null));
  const first = unwrap(await drive.stub.duplicates(drive.caller, '', 1));
  const second = unwrap(await drive.stub.duplicates(drive.caller, first.nextPageToken, 1));
  const namesOf = (page: typeof first) => page.groups.map(({ files }) => files.map(({ row }) => row.name).toSorted());
  expect([namesOf(first), namesOf(second)]).toEqual([[['large 1', 'large 2']], [['small 1', 'small 2']]]);
});

test('used space is reported by kind, and of a folder with everything below it', async () => {
  const drive = makeDrive();
  const folder = await drive.folder('f');
  await drive.file('a.jpg', folder, 5);
  const deep = await drive.folder('deep', folder);
  await drive.file('b.jpg', deep, 6);
  await drive.file('c.zip', '', 20);
  const kinds = unwrap(await drive.stub.usageByKind(drive.caller));
  expect(kinds.map(({ category, files, bytes }) => [category, files, bytes])).toEqual([
    ['ARCHIVE', 1, 20],
    ['IMAGE', 2, 11],
  ]);
  expect(unwrap(await drive.stub.measureNode(drive.caller, folder))).toEqual({
    bytes: 11,
    files: 2,
    folders: 1,
    path: [],
  });
  expect(unwrap(await drive.stub.measureNode(drive.caller, deep)).path).toEqual([{ id: folder, name: 'f' }]);
});

const asked = { types: [], pageToken: '', rows: 2 };

test('what happened lately shows a file once a type, newest first, by pages, and only while it is in place', async () => {
  const drive = makeDrive();
  const [a, b] = [await drive.file('a'), await drive.file('b')];
  const note = (nodeId: string, type: 'TYPE_VIEW' | 'TYPE_PLAY') =>
    drive.stub.addEvent(drive.caller, { type, nodeId, params: {} });
  for (const id of [a, b, a]) unwrap(await note(id, 'TYPE_VIEW'));
  unwrap(await note(b, 'TYPE_PLAY'));
  await drive.folder('made');
  const first = unwrap(await drive.stub.events(drive.caller, asked));
  const second = unwrap(await drive.stub.events(drive.caller, { ...asked, pageToken: first.nextPageToken }));
  const shown = [...first.events, ...second.events].map(({ node, event }) => `${event.type} ${node.name}`);
  expect(shown.toSorted()).toEqual(['TYPE_CREATE made', 'TYPE_VIEW a', 'TYPE_VIEW b']);
  const played = unwrap(await drive.stub.events(drive.caller, { ...asked, types: ['TYPE_PLAY'] }));
  expect(played.events.map(({ node }) => node.name)).toEqual(['b']);
  const ofA = unwrap(await drive.stub.events(drive.caller, { ...asked, nodeIds: [a, 'none'] }));
  expect(ofA.events.map(({ event, node }) => [event.type, node.id])).toEqual([['TYPE_VIEW', a]]);
  unwrap(await drive.stub.trash(drive.caller, { ids: [b], trashTtlMs: 1_000 }, null));
  expect(unwrap(await drive.stub.events(drive.caller, { ...asked, types: ['TYPE_PLAY'] })).events).toEqual([]);
});

test('what happened lately keeps to the kinds that were asked for', async () => {
  const drive = makeDrive();
  for (const name of ['a.jpg', 'b.mp3', 'c.jpg']) {
    const id = await drive.file(name);
    unwrap(await drive.stub.addEvent(drive.caller, { type: 'TYPE_VIEW', nodeId: id, params: {} }));
  }
  await drive.folder('made');
  const names = async (kinds: readonly string[]) =>
    unwrap(await drive.stub.events(drive.caller, { ...asked, kinds }))
      .events.map(({ node }) => node.name)
      .toSorted();
  expect(await names(['IMAGE'])).toEqual(['a.jpg', 'c.jpg']);
  expect(await names(['FOLDER'])).toEqual(['made']);
  expect(await names(['VIDEO'])).toEqual([]);
});

test('what happened lately is forgotten one by one or by type, and the files stay', async () => {
  const drive = makeDrive();
  const id = await drive.file('a');
  for (const type of ['TYPE_VIEW', 'TYPE_DOWNLOAD'] as const)
    unwrap(await drive.stub.addEvent(drive.caller, { type, nodeId: id, params: {} }));
  unwrap(await drive.stub.clearEvents(drive.caller, ['TYPE_VIEW']));
  const left = unwrap(await drive.stub.events(drive.caller, asked)).events;
  expect(left.map(({ event }) => event.type)).toEqual(['TYPE_DOWNLOAD']);
  unwrap(
    await drive.stub.deleteEvents(
      drive.caller,
      left.map(({ event }) => event.id),
    ),
  );
  expect(unwrap(await drive.stub.events(drive.caller, asked)).events).toEqual([]);
  expect(await drive.names()).toEqual(['a']);
});

test('a search of many words takes as much of the limit as many searches', async () => {
  const drive = makeDrive();
  const letters = 'abcdefghijklmnopqrstuvwx';
  await drive.files(Array.from({ length: 20 }, (_, at) => ({ name: `${letters}${at}.txt` })));
  const ask = (text: string) => drive.stub.search(drive.caller, { text, kinds: [], pageToken: '', rows: 1 }, 400);
  for (let times = 0; times < 4; times += 1) expect((await ask('a')).ok).toBe(true);
  expect([(await ask([...letters].join(' '))).ok, (await ask('a')).ok]).toEqual([true, false]);
});
