/** The log of acts: its rows, its numbers, and how it is thinned. */
import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { ACT, SHOWN } from '../core/act.ts';
import { DAY_MS, makeDrive, refusalOf, type TestDrive, driveTest as test } from '../drive-fixture.ts';
import { DRIVE_MIGRATIONS } from '../drive-parts.ts';
import { makeUploader } from '../upload/upload-fixture.ts';
import { actId, readActId } from './act-id.ts';
import { SETTLE_ACTS } from './log.store.ts';

interface Row extends Record<string, SqlStorageValue> {
  n: number;
  run: number;
  kind: number;
  credential: string;
  ids: string;
  from_ids: string | null;
  to_ids: string | null;
}

const rowsOf = (drive: TestDrive): Promise<Row[]> =>
  drive.inside((_, sql) =>
    sql.exec<Row>('SELECT n, run, kind, credential, ids, from_ids, to_ids FROM acts ORDER BY n').toArray(),
  );

/** Places the newest act so that the next but one thins the log. */
const nearSettling = (drive: TestDrive): Promise<unknown> =>
  drive.inside((_, sql) =>
    sql.exec('UPDATE acts SET n = ? WHERE n = (SELECT max(n) FROM acts)', SETTLE_ACTS - 2).toArray(),
  );

test('a batch is one act with the session of its caller and all its nodes', async ({ drive }) => {
  const [from, to] = [await drive.folder('from'), await drive.folder('to')];
  const other = await drive.file('other');
  const ids = await drive.files(Array.from({ length: 50 }, (_, at) => ({ name: `${at}`, parentId: from })));
  unwrap(await drive.stub.move(drive.caller, { ids: [...ids, other], to }, null));
  unwrap(await drive.stub.trash(drive.caller, { ids, trashTtlMs: DAY_MS }, null));
  const [moved, trashed] = (await rowsOf(drive)).slice(-2);
  expect({ ...moved, ids: JSON.parse(moved?.ids ?? ''), from_ids: JSON.parse(moved?.from_ids ?? '') }).toMatchObject({
    kind: ACT.move,
    credential: 'family',
    ids: [...ids, other],
    from_ids: [...ids.map(() => from), ''],
    to_ids: to,
  });
  expect(trashed).toMatchObject({ kind: ACT.trash, ids: JSON.stringify(ids), from_ids: to, to_ids: null });
});

test('a call that is refused after it has begun leaves no act, and its number goes to the next', async ({ drive }) => {
  const [one, two] = [await drive.file('one'), await drive.file('two')];
  const before = (await rowsOf(drive)).length;
  const items = [
    { id: one, name: 'new' },
    { id: two, name: 'new' },
  ];
  expect(refusalOf(await drive.stub.renameMany(drive.caller, items, null))).toBe('file_duplicated_name');
  expect((await rowsOf(drive)).length).toBe(before);
});

test('old acts go, the newest stays, and numbers go on from it after a start', async ({ drive }) => {
  const folder = await drive.folder('folder');
  await drive.inside((_, sql) => sql.exec('UPDATE acts SET at_ms = 1 WHERE kind > 0').toArray());
  await nearSettling(drive);
  await drive.folder('one', folder);
  await drive.folder('two', folder);
  const left = await rowsOf(drive);
  expect(left.map(({ n }) => n)).toEqual([SETTLE_ACTS - 1, SETTLE_ACTS]);
  await abortAllDurableObjects();
  const again = makeDrive(drive.userId);
  await again.folder('three');
  const [last, next] = (await rowsOf(again)).slice(-2);
  expect(next?.n).toBe((last?.n ?? 0) + 1);
  expect(next?.run).not.toBe(last?.run);
  const tags = unwrap(await again.stub.folderTags(again.caller, ['', folder]));
  expect(tags.map(({ n }) => n)).toEqual([SETTLE_ACTS + 1, SETTLE_ACTS]);
});

test('of looks at one file the newest stays once the log is thinned, and none of a file that is gone', async () => {
  const drive = makeDrive();
  const [film, gone] = [await drive.file('film'), await drive.file('gone')];
  const look = async (nodeId: string) =>
    unwrap(await drive.stub.addEvent(drive.caller, { type: 'TYPE_VIEW', nodeId, params: {} }));
  for (const id of [film, gone, film, film]) await look(id);
  // A look that repeats the newest act is the same act.
  expect((await rowsOf(drive)).map(({ kind }) => kind)).toEqual([ACT.begin, ACT.view, ACT.view, ACT.view]);
  await drive.finish(unwrap(await drive.stub.remove(drive.caller, { ids: [gone] }, null)));
  await drive.inside((_, sql) =>
    sql.exec('UPDATE acts SET at_ms = at_ms - 7200000 WHERE kind = ?', ACT.view).toArray(),
  );
  await nearSettling(drive);
  await drive.folder('one');
  await drive.folder('two');
  const looks = (await rowsOf(drive)).filter(({ kind }) => kind === ACT.view);
  expect(looks.map(({ n, ids }) => [n, ids])).toEqual([[4, film]]);
});

test('an id of an act holds its place, and later acts have higher ids', () => {
  const place = { n: 123_456_789_012, run: 2 ** 40 - 1, at: 999 };
  expect(readActId(actId(place))).toEqual(place);
  expect(actId({ ...place, n: 10 }) < actId({ ...place, n: 64, run: 1 })).toBe(true);
  expect(readActId('V'.padEnd(26, 'x'))).toBeNull();
  expect(readActId(`${actId(place).slice(0, 25)}!`)).toBeNull();
});

test('recent events and tasks of an earlier version are in the log, with their ids', async ({ drive }) => {
  await drive.list();
  const ids = ['Vfile'.padEnd(26, 'a'), 'Vfilm'.padEnd(26, 'a')] as const;
  const atMs = Date.now() - 5_000;
  await drive.inside((_, sql) => {
    for (const kind of ['trigger', 'view', 'table'] as const)
      for (const { name } of sql
        .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = '${kind}' AND name NOT GLOB '_*'`)
        .toArray())
        sql.exec(`DROP ${kind} ${name}`);
    const before = DRIVE_MIGRATIONS.findIndex((each) => String(each).includes('CREATE TABLE acts'));
    for (const migration of DRIVE_MIGRATIONS.slice(0, before))
      if (typeof migration === 'string') sql.exec(migration);
      else migration(sql);
    for (const id of ids)
      sql.exec(
        `INSERT INTO nodes (id, parent_id, is_file, name, name_key, sort_key, content_key, created_ms, modified_ms, user_modified_ms)
         VALUES (?1, '', 1, ?1, ?1, ?1, 'k', 1, 1, 1)`,
        id,
      );
    const task = JSON.stringify({ atMs, name: 'file', sizeBytes: 7, params: '{"a":"b"}' });
    const event =
      'INSERT INTO events (node_id, type, id, params, created_ms, updated_ms, task) VALUES (?, ?, ?, ?, 1, ?, ?)';
    sql.exec(event, ids[0], 'TYPE_UPLOAD', 'Vtask', '{}', atMs, task);
    sql.exec(event, ids[1], 'TYPE_PLAY', 'Vplay', '{"play_seconds":"9"}', atMs + 1, null);
    sql.exec('UPDATE _self SET version = ?', before);
  });
  await abortAllDurableObjects();
  const { stub, caller, ...again } = makeDrive(drive.userId);
  const asked = { pageToken: '', rows: 9 };
  const events = async (types: readonly string[]) =>
    unwrap(await stub.events(caller, { ...asked, types })).events.map(({ event }) => [
      event.id,
      event.type,
      event.params,
      event.updated_ms,
    ]);
  expect(await events([])).toEqual([['Vtask', 'TYPE_UPLOAD', '{}', atMs]]);
  const play = ['Vplay', 'TYPE_PLAY', '{"play_seconds":"9"}', atMs + 1];
  expect(await events(['TYPE_PLAY'])).toEqual([play]);
  const task = unwrap(await stub.task(caller, 'Vtask'));
  expect(task).toMatchObject({ file_id: ids[0], name: 'file', file_size: 7, params: '{"a":"b"}', created_ms: atMs });
  unwrap(await stub.deleteEvents(caller, ['Vplay', 'Vtask']));
  expect(await events(['TYPE_PLAY', 'TYPE_UPLOAD'])).toEqual([]);
  expect(await again.inside((_, sql) => sql.exec('SELECT shown FROM acts ORDER BY n').toArray())).toEqual([
    { shown: SHOWN.tasks },
    { shown: 0 },
  ]);
});

test('a node of a batch that is taken off the list again and again, and a place that it does not have, make its row no larger', async () => {
  const drive = makeDrive();
  const ids = [await drive.folder('one'), await drive.folder('two')];
  const batch = await drive.inside((_, sql) =>
    sql.exec<Row>('UPDATE acts SET ids = ? WHERE n = (SELECT max(n) FROM acts) RETURNING *', JSON.stringify(ids)).one(),
  );
  for (const at of [1, 1, 9, 1]) unwrap(await drive.stub.deleteEvents(drive.caller, [actId({ ...batch, at })]));
  expect(await drive.inside((_, sql) => sql.exec('SELECT detail FROM acts WHERE n = ?', batch.n).one())).toEqual({
    detail: JSON.stringify({ hidden: [ids[1]] }),
  });
});

test('an unfinished file has no act before its upload ends, wherever it was moved', async () => {
  const person = makeUploader();
  const { stub, caller } = person;
  const { file } = await person.begin({ sizeBytes: 10 });
  const to = unwrap(await stub.createFolder(caller, { parentId: '', name: 'to' }, null)).id;
  const ids = [file?.id ?? ''];
  unwrap(await stub.move(caller, { ids, to }, null));
  unwrap(await stub.setStars(caller, { ids, starred: true }));
  unwrap(await stub.trash(caller, { ids, trashTtlMs: DAY_MS }, null));
  unwrap(await stub.untrash(caller, { ids }, null));
  const kinds = await runInDurableObject(stub, (_, { storage }) =>
    storage.sql.exec('SELECT kind FROM acts ORDER BY n').toArray(),
  );
  expect(kinds).toEqual([{ kind: ACT.begin }, { kind: ACT.create }]);
});
