import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import {
  DAY_MS,
  keyOf,
  LIMIT_BYTES,
  makeDrive,
  refusalOf,
  type TestDrive,
  driveTest as test,
  txOf,
} from '../drive-fixture.ts';
import { IN_TRASH, nodeById } from '../tree/tree.store.ts';
import { deleteFiles } from './delete-job.store.ts';

const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0 };

/** A folder with `folders` folders of `each` files, two contents in turn. */
async function makeTree(drive: TestDrive, folders: number, each: number, name = 'tree'): Promise<string> {
  const root = await drive.folder(name);
  for (let n = 0; n < folders; n += 1) {
    const parentId = await drive.folder(`d${n}`, root);
    await drive.files(
      Array.from({ length: each }, (_, at) => ({ name: `f${at}.txt`, parentId, content: at % 2 === 0 ? 'a' : 'b' })),
    );
  }
  return root;
}

/** Begins the copy of such a folder. */
async function copyTree(drive: TestDrive, folders: number, each: number) {
  const root = await makeTree(drive, folders, each);
  const to = await drive.folder('to');
  const taskId = unwrap(await drive.stub.copy(drive.caller, { ids: [root], to, limitBytes: LIMIT_BYTES }, null));
  return { root, to, taskId };
}

async function countBelow(drive: TestDrive, id: string): Promise<number> {
  return drive.inside(
    (_, sql) =>
      sql
        .exec<{ n: number }>(
          'WITH RECURSIVE d (id) AS (SELECT ? UNION ALL SELECT nodes.id FROM d JOIN nodes ON nodes.parent_id = d.id) SELECT count(*) AS n FROM d',
          id,
        )
        .one().n,
  );
}

test('a small copy is there when the call answers, with contents counted and no byte promised', async ({ drive }) => {
  const { to, taskId } = await copyTree(drive, 2, 3);
  expect((await drive.task(taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
  const [copy] = await drive.list({ parentId: to });
  expect(copy?.name).toBe('tree');
  expect(await countBelow(drive, copy?.id ?? '')).toBe(9);
  expect(await drive.audit()).toMatchObject(CLEAN);
  expect(unwrap(await drive.stub.space(drive.caller)).usageBytes).toBe(120);
});

test('a large copy goes on by the alarm, shows nothing until it is whole, and promises its space before', async () => {
  const drive = makeDrive();
  const { to, taskId } = await copyTree(drive, 25, 200);
  const running = await drive.task(taskId);
  expect(running.phase).toBe('PHASE_TYPE_RUNNING');
  expect(running.progress).toBeGreaterThan(0);
  expect(await drive.names(to)).toEqual([]);
  const { usageBytes, reservedBytes } = unwrap(await drive.stub.space(drive.caller));
  expect(usageBytes + reservedBytes).toBe(100_000);
  expect(await drive.finish(taskId)).toBeGreaterThan(0);
  const [copy] = await drive.list({ parentId: to });
  expect(await countBelow(drive, copy?.id ?? '')).toBe(5_026);
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 2 * 5_026 + 1 });
});

test('a step that is done twice makes nothing twice', async ({ drive }) => {
  const { root, to, taskId } = await copyTree(drive, 12, 200);
  // Every folder is to be read again from its start, as if the step before had been forgotten.
  await drive.inside((_, sql) => {
    sql.exec(
      `INSERT OR REPLACE INTO job_items (task_id, part, node_id, note)
       SELECT ?, 'folder', 'again', json_group_array(json_object('id', id, 'cursor', '')) FROM nodes WHERE parent_id = ?`,
      taskId,
      root,
    );
  });
  await drive.finish(taskId);
  const [copy] = await drive.list({ parentId: to });
  expect(await countBelow(drive, copy?.id ?? '')).toBe(12 * 201 + 1);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('a copy that exceeds the storage is refused whole and leaves nothing', async ({ drive }) => {
  const root = await makeTree(drive, 1, 5);
  const to = await drive.folder('to');
  expect(refusalOf(await drive.stub.copy(drive.caller, { ids: [root], to, limitBytes: 99 }, null))).toBe(
    'file_space_not_enough',
  );
  expect(await drive.names(to)).toEqual([]);
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 8 });
});

test('a copy whose destination is deleted concurrently ends as an error and leaves nothing', async ({ drive }) => {
  const { to, taskId } = await copyTree(drive, 12, 200);
  unwrap(await drive.stub.remove(drive.caller, { ids: [to] }, null));
  await drive.finish(taskId);
  expect(await drive.task(taskId)).toMatchObject({ phase: 'PHASE_TYPE_ERROR', message: 'file_not_found' });
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 12 * 201 + 1 });
});

test('a copy of a source that is deleted concurrently copies the part that was there', async ({ drive }) => {
  const { root, to, taskId } = await copyTree(drive, 12, 200);
  unwrap(await drive.stub.remove(drive.caller, { ids: [root] }, null));
  await drive.finish(taskId);
  expect(await drive.task(taskId)).toMatchObject({
    phase: 'PHASE_TYPE_COMPLETE',
    message: 'Saved without what was removed meanwhile',
  });
  expect(await drive.names(to)).toEqual(['tree']);
  await runAlarm(drive.stub);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('a large tree is gone at once and its rows go in steps, never a folder before what is in it', async () => {
  const drive = makeDrive();
  const root = await makeTree(drive, 25, 200);
  await drive.file('kept.txt');
  const taskId = unwrap(await drive.stub.remove(drive.caller, { ids: [root] }, null));
  expect(await drive.names()).toEqual(['kept.txt']);
  expect(refusalOf(await drive.stub.detail(drive.caller, root))).toBe('file_not_found');
  for (let runs = 0; (await drive.task(taskId)).job !== null && runs < 20; runs += 1) {
    expect(await drive.audit()).toMatchObject(CLEAN);
    await runAlarm(drive.stub);
  }
  expect(await drive.task(taskId)).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', progress: 100 });
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 1 });
});

test('a node trashed from a folder outlives the folder', async ({ drive }) => {
  const a = await drive.folder('a');
  const f = await drive.file('f.txt', a);
  unwrap(await drive.stub.trash(drive.caller, { ids: [f], trashTtlMs: DAY_MS }, null));
  unwrap(await drive.stub.remove(drive.caller, { ids: [a] }, null));
  expect((await drive.list({ parentId: '*', trashed: true })).map((row) => row.id)).toEqual([f]);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('trash past its time is deleted by the alarm', async ({ drive }) => {
  const [old = '', fresh = ''] = await drive.files([{ name: 'old' }, { name: 'fresh' }]);
  unwrap(await drive.stub.trash(drive.caller, { ids: [fresh], trashTtlMs: DAY_MS }, null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [old], trashTtlMs: -1 }, null));
  await runAlarm(drive.stub);
  await expect
    .poll(async () => (await drive.list({ parentId: '*', trashed: true })).map((row) => row.id))
    .toEqual([fresh]);
  expect(await drive.audit()).toMatchObject(CLEAN);
});

test('the blob index is notified once when the last file of a content is deleted, and not while another has it', async () => {
  const drive = makeDrive();
  const f = await drive.file('f.txt', '', 5, 'c');
  const before = await drive.inside(
    (_, sql) => sql.exec<{ ref_seq: number }>('SELECT ref_seq FROM space').one().ref_seq,
  );
  const to = await drive.folder('to');
  unwrap(await drive.stub.copy(drive.caller, { ids: [f], to, limitBytes: LIMIT_BYTES }, null));
  unwrap(await drive.stub.remove(drive.caller, { ids: [f] }, null));
  const received = (): Promise<string[]> =>
    drive.inside((_, sql) =>
      sql
        .exec<{ payload: string }>("SELECT payload FROM _outbox WHERE event = 'drive.contents-changed'")
        .toArray()
        .map((row) => row.payload),
    );
  expect(await received()).toEqual([]);
  unwrap(await drive.stub.remove(drive.caller, { ids: [to] }, null));
  const told = await drive.inside((_, sql) => sql.exec<{ ref_seq: number }>('SELECT ref_seq FROM space').one().ref_seq);
  expect(told).toBe(before + 1);
  expect(
    (await received()).every(
      (payload) => payload === JSON.stringify({ contentKeys: [keyOf('c')], present: false, seq: told }),
    ),
  ).toBe(true);
});

test('an unfinished upload ends with the folder it is deleted in, and gives its promise back', async ({ drive }) => {
  const a = await drive.folder('a');
  const { uploads } = drive;
  const begun = unwrap(
    await uploads.beginUpload(
      drive.caller,
      {
        parentId: a,
        name: 'big.bin',
        sizeBytes: 500,
        gcid: '',
        protocol: 'own',
        modifiedMs: null,
        partBytes: 100,
        storageLimitBytes: LIMIT_BYTES,
        openUploads: 5,
        store: { dayBytes: 1e12, deletedPercent: 100 },
        ttlMs: DAY_MS,
      },
      null,
    ),
  );
  expect(unwrap(await drive.stub.space(drive.caller)).reservedBytes).toBe(500);
  unwrap(await drive.stub.remove(drive.caller, { ids: [a] }, null));
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 0 });
  expect((await drive.task(begun.task?.id ?? '')).phase).toBe('PHASE_TYPE_ERROR');
  expect(unwrap(await uploads.uploadAnswer(drive.caller, begun.upload.uploadId)).upload.phase).toBe('aborted');
});

test('looking into the trash never reads the whole tree', async ({ drive }) => {
  await drive.list();
  const plans = await drive.inside((_, sql) =>
    [IN_TRASH, 'trash_until_ms <= 5', 'trash_until_ms IS NOT NULL'].map(
      (where) =>
        sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN SELECT min(trash_until_ms) FROM nodes WHERE ${where}`).one()
          .detail,
    ),
  );
  for (const plan of plans) expect(plan).toMatch(/^SEARCH nodes USING .*INDEX nodes_/);
});

test('a deletion that ends rights of guests asks for an alarm, so that they learn it at once; one that ends none does not', async () => {
  const drive = makeDrive();
  const [shared = '', own = ''] = await drive.files([{ name: 'shared.txt' }, { name: 'own.txt' }]);
  const wokenMs = await drive.inside((_, sql) => {
    sql.exec(
      `INSERT INTO grants (id, node_id, user_id, label, owner_name, role, state, created_ms, changed_ms)
       VALUES ('g', ?, 'guest', '', '', 'viewer', 'accepted', 1, 1)`,
      shared,
    );
    return [own, shared].map((id) => {
      const wakes: number[] = [];
      const file = nodeById(sql, id);
      if (file) deleteFiles({ ...txOf(sql, 2_000), wakeAt: (atMs) => wakes.push(atMs) }, [file]);
      return wakes;
    });
  });
  expect(wokenMs).toEqual([[], [2_000]]);
});
