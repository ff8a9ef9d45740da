/** The export of a drive, and the state of a drive whose account was closed. */
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newHexId, newWireId } from '#worker/platform/ids.ts';
import { driveTest as it, keyOf, LIMIT_BYTES, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';
import type { ExportRow } from '../tree/export-row.ts';
import { NODE_COLUMNS } from '../tree/node-columns.ts';

async function exported(drive: TestDrive): Promise<{ rows: ExportRow[]; pages: number }> {
  const rows: ExportRow[] = [];
  let after = '';
  for (let pages = 1; ; pages += 1) {
    const page = unwrap(await drive.stub.exportPage(drive.caller, after));
    rows.push(...page.rows);
    after = page.next;
    if (after === '') return { rows, pages };
  }
}

it('an export: lists every file and folder with its path, in the drive and in the trash', async ({ drive }) => {
  const top = await drive.folder('Übersicht');
  const inner = await drive.folder('inner', top);
  const text = await drive.file('a.txt', inner, 7, 'x');
  const played = { type: 'TYPE_PLAY', nodeId: text, params: { play_seconds: '12', play_duration: '40' } } as const;
  unwrap(await drive.stub.addEvent(drive.caller, played));
  const gone = await drive.folder('gone');
  await drive.file('b.txt', gone);
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: 1e9 }, null));
  const { rows } = await exported(drive);
  const told = rows.map(({ place, path, sizeBytes, folder }) => [place, path, folder ? 'folder' : sizeBytes]);
  expect(told.toSorted((one, other) => String(one).localeCompare(String(other), 'en'))).toEqual([
    ['drive', '/Übersicht', 'folder'],
    ['drive', '/Übersicht/inner', 'folder'],
    ['drive', '/Übersicht/inner/a.txt', 7],
    ['trash', '/gone', 'folder'],
    ['trash', '/gone/b.txt', 10],
  ]);
  expect(rows.filter(({ trashedMs }) => trashedMs !== null).map(({ path }) => path)).toEqual(['/gone']);
  expect(rows.find(({ path }) => path.endsWith('a.txt'))).toMatchObject({
    isComplete: true,
    contentKey: keyOf('x'),
    playedSeconds: 12,
  });
});

it('an export has a decision about every column of a node', async ({ drive }) => {
  await drive.folder('any');
  const columns = await drive.inside((_, sql) =>
    sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('nodes')").toArray(),
  );
  expect(columns.map(({ name }) => name).toSorted()).toEqual(Object.keys(NODE_COLUMNS).toSorted());
});

it('an export comes in pages that leave nothing out and repeat nothing', async ({ drive }) => {
  const top = await drive.folder('many');
  await drive.files(Array.from({ length: 2_500 }, (_, n) => ({ name: `f${n}`, parentId: top })));
  const { rows, pages } = await exported(drive);
  expect([rows.length, new Set(rows.map(({ id }) => id)).size, pages]).toEqual([2_501, 2_501, 3]);
});

it('an export refuses the token of an ended session, on the first page and on a later one', async ({ drive }) => {
  await drive.files(Array.from({ length: 1_200 }, (_, n) => ({ name: `f${n}` })));
  const { next } = unwrap(await drive.stub.exportPage(drive.caller, ''));
  await drive.stub.endSessions({ sessionId: drive.caller.sessionId, minEpoch: 0, untilMs: 9e15 });
  expect(refusalOf(await drive.stub.exportPage(drive.caller, next))).toBe('session_ended');
});

/** Alarms until the drive asks for none, or for one far away. */
async function settle(drive: TestDrive): Promise<void> {
  for (let runs = 0; runs < 200; runs += 1) {
    await runAlarm(drive.stub);
    if (await drive.inside((_, sql) => sql.exec('SELECT 1 FROM nodes LIMIT 1').toArray().length === 0)) return;
  }
  throw new Error('the drive never empties');
}

const openUpload = (drive: TestDrive, name: string) =>
  drive.stub.beginUpload(
    drive.caller,
    {
      parentId: '',
      name,
      sizeBytes: 50,
      gcid: '',
      protocol: 'own',
      modifiedMs: null,
      partBytes: 10,
      storageLimitBytes: LIMIT_BYTES,
      openUploads: 10,
      store: { dayBytes: 1e12, deletedPercent: 100 },
      ttlMs: 1e9,
    },
    null,
  );

const NOTHING = { usage: 0, nodes: 0, rows: 0, reserved: 0, promised: 0, contents: 0, orphans: 0, strayVersions: 0 };

it('a drive whose account was closed loses files, trash, uploads, reservations and references, and refuses every caller', async ({
  drive,
}) => {
  const top = await drive.folder('top');
  const content = newHexId(8);
  await drive.file('a.txt', top, 10, content);
  const thrown = await drive.file('b.txt', '', 10, content);
  unwrap(await drive.stub.trash(drive.caller, { ids: [thrown], trashTtlMs: 1e9 }, null));
  unwrap(await openUpload(drive, 'half.bin'));
  unwrap(await drive.stub.erase());
  expect(refusalOf(await drive.stub.createFolder(drive.caller, { parentId: '', name: 'late' }, null))).toBe(
    'session_ended',
  );
  await settle(drive);
  expect(await drive.audit()).toEqual(NOTHING);
  const left = await drive.inside((_, sql) =>
    ['tasks', 'job_items', 'contents', 'reservations', 'watches', 'traffic', '_repeat'].map(
      (table) => sql.exec(`SELECT 1 FROM ${table} WHERE 1`).toArray().length,
    ),
  );
  expect(left).toEqual([0, 0, 0, 0, 0, 0, 0]);
  const acts = await drive.inside((_, sql) =>
    sql.exec('SELECT kind, ids, from_ids, to_ids, detail, credential FROM acts').toArray(),
  );
  const nothing = { kind: 0, ids: '', from_ids: null, to_ids: null, detail: null, credential: '' };
  expect(acts).toEqual([nothing]);
});

it('a drive whose account was closed stays erased when the event arrives again, also in the middle of a round', async ({
  drive,
}) => {
  const top = await drive.folder('top');
  await drive.files(Array.from({ length: 3_000 }, (_, n) => ({ name: `f${n}`, parentId: top })));
  unwrap(await drive.stub.erase());
  await runAlarm(drive.stub);
  unwrap(await drive.stub.erase());
  await settle(drive);
  unwrap(await drive.stub.erase());
  await runAlarm(drive.stub);
  expect(await drive.audit()).toEqual(NOTHING);
});

it('a drive whose account was closed: aborts a save from the link of another person', async () => {
  const [owner, drive] = [makeDrive(), makeDrive()];
  const root = await owner.folder('shared');
  await owner.files(Array.from({ length: 4_500 }, (_, n) => ({ name: `f${n}`, parentId: root })));
  const order = { shareId: newWireId(), ownerId: owner.userId, rootIds: [root], ids: [], parentId: null };
  unwrap(await drive.stub.restoreShared(drive.caller, { ...order, requestKey: 'r', limitBytes: LIMIT_BYTES }));
  unwrap(await drive.stub.erase());
  await settle(drive);
  expect(await drive.audit()).toEqual(NOTHING);
  expect(await owner.names()).toEqual(['shared']);
});

it('a drive whose account was closed is not created by closing an account that never used it', async ({ drive }) => {
  unwrap(await drive.stub.erase());
  const tables = await drive.inside((_, sql) =>
    sql.exec("SELECT name FROM sqlite_master WHERE name = 'nodes'").toArray(),
  );
  expect(tables).toEqual([]);
});
