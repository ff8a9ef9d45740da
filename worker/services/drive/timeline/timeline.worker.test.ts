/** Recent acts as a person reads them. */
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { ACT } from '../core/act.ts';
import { DAY_MS, makeDrive, type TestDrive, driveTest as test } from '../drive-fixture.ts';

const timeline = async (drive: TestDrive, before = 0) => unwrap(await drive.stub.timeline(drive.caller, before));
const shownOf = async (drive: TestDrive) =>
  (await timeline(drive)).entries.map(({ kind, guest, count, folder }) => [kind, guest, count, folder?.name ?? null]);

test('acts of one kind in one folder are one entry, and those of an hour before are another', async ({ drive }) => {
  const to = await drive.folder('Photos');
  const ids = await drive.files(Array.from({ length: 30 }, (_, at) => ({ name: `${at}` })));
  unwrap(await drive.stub.move(drive.caller, { ids: ids.slice(0, 20), to }, null));
  unwrap(await drive.stub.move(drive.caller, { ids: ids.slice(20), to }, null));
  expect(await shownOf(drive)).toEqual([
    ['move', '', 30, 'Photos'],
    ['create', '', 1, ''],
  ]);
  const [entry] = (await timeline(drive)).entries;
  expect(entry?.items.map(({ row }) => row.name)).toEqual(
    Array.from({ length: 12 }, (_, at) => `${20 + at}`).map((_, at) => (at < 10 ? `${20 + at}` : `${at - 10}`)),
  );
  await drive.inside((_, sql) =>
    sql
      .exec('UPDATE acts SET at_ms = at_ms - 7200000 WHERE kind = ? AND n < (SELECT max(n) FROM acts)', ACT.move)
      .toArray(),
  );
  expect((await shownOf(drive)).slice(0, 2)).toEqual([
    ['move', '', 10, 'Photos'],
    ['move', '', 20, 'Photos'],
  ]);
});

test('an entry names what is in the trash, and counts what is gone', async ({ drive }) => {
  const [trashed, lost] = [await drive.folder('left'), await drive.folder('lost')];
  unwrap(await drive.stub.trash(drive.caller, { ids: [trashed, lost], trashTtlMs: DAY_MS }, null));
  await drive.finish(unwrap(await drive.stub.remove(drive.caller, { ids: [lost] }, null)));
  const { entries } = await timeline(drive);
  const entry = entries.find(({ kind }) => kind === 'trash');
  expect(entry?.count).toBe(2);
  expect(entry?.items.map(({ row, isTrashed }) => [row.name, isTrashed])).toEqual([['left', true]]);
  expect(entries[0]).toMatchObject({ kind: 'delete', count: 1, items: [] });
});

test('a list that was cleared begins anew', async ({ drive }) => {
  const id = await drive.folder('old');
  unwrap(await drive.stub.rename(drive.caller, id, 'older', null));
  unwrap(await drive.stub.clearEvents(drive.caller, []));
  expect(await shownOf(drive)).toEqual([]);
  await drive.folder('new');
  expect(await shownOf(drive)).toEqual([['create', '', 1, '']]);
});

test('a long list that was cleared has no earlier page', async ({ drive }) => {
  await drive.folder('old');
  await drive.inside((_, sql) => {
    const copied = 'run, form, at_ms, kind, shown, credential, ids, from_ids, to_ids, detail';
    const newest = `SELECT ${copied} FROM acts WHERE n = (SELECT max(n) FROM acts)`;
    for (let at = 0; at < 1_000; at += 1) sql.exec(`INSERT INTO acts (${copied}) ${newest}`);
  });
  expect((await timeline(drive)).before).toBeGreaterThan(0);
  unwrap(await drive.stub.clearEvents(drive.caller, []));
  expect(await timeline(drive)).toEqual({ entries: [], before: 0 });
});

test('acts of a guest name the guest as the owner does, and pages follow each other without a gap', async () => {
  const drive = makeDrive();
  const ids: string[] = [];
  for (let at = 0; at < 45; at += 1) ids.push(await drive.folder(`${at}`));
  // Each an hour and a bit before the next, the first of them by a guest.
  await drive.inside((_, sql) => {
    sql.exec('UPDATE acts SET at_ms = at_ms - (SELECT max(n) FROM acts) * 4000000 + n * 4000000');
    sql.exec("UPDATE acts SET credential = 'guest anna' WHERE kind > 0 AND n = (SELECT max(n) FROM acts)");
    sql.exec(
      `INSERT INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms, offered)
       VALUES ('g', ?, 'anna', 'Anna', 'me', 'editor', 'accepted', 1, 1, 0)`,
      ids[0] ?? '',
    );
  });
  const first = await timeline(drive);
  const second = await timeline(drive, first.before);
  expect(first.entries[0]?.guest).toBe('Anna');
  expect([first.entries.length, second.entries.length, second.before]).toEqual([40, 5, 0]);
  const named = [...first.entries, ...second.entries].flatMap(({ items }) => items.map(({ row }) => row.name));
  expect(named).toEqual(ids.map((_, at) => `${44 - at}`));
});
