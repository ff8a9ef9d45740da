/** Deletions that are too large for one call: accepted at once, done by the alarm step by step, with concurrent changes. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { DAY_MS, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';
import { acknowledge, ring as ringBell, ringOut as ringUntilEnd, set, skippedOf } from './batch-fixture.ts';
import { AT_ONCE } from './batch-job.store.ts';
import { STEP_IDS } from './batch-step.store.ts';

const MANY = AT_ONCE + 1;
const STEPS = Math.ceil(MANY / STEP_IDS);
const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0, strayVersions: 0 };
const DONE = { phase: 'PHASE_TYPE_COMPLETE', progress: 100, message: 'File deleted', job: null, params: '{}' };

/** The alarm comes, once; between two steps everything is in order. */
async function ring(drive: TestDrive): Promise<void> {
  await ringBell(drive);
  await expectSound(drive);
}

/** Invariants that hold at any moment, as the audit of a stopped server checks them. */
async function expectSound(drive: TestDrive): Promise<void> {
  expect(await drive.audit()).toMatchObject(CLEAN);
  const wrong = await drive.inside((_, sql) => [
    ...sql.exec(
      "SELECT id FROM nodes WHERE state = 2 AND id NOT IN (SELECT node_id FROM job_items WHERE part = 'delete')",
    ),
    ...sql.exec(
      "SELECT id FROM nodes WHERE (state = 2) <> (parent_id = '~gone') OR (state = 1) <> (parent_id = '~trash')",
    ),
    ...sql.exec('SELECT task_id FROM job_items WHERE task_id NOT IN (SELECT id FROM tasks WHERE job IS NOT NULL)'),
    ...sql.exec("SELECT id FROM tasks WHERE (job IS NULL) <> (phase IN ('PHASE_TYPE_COMPLETE', 'PHASE_TYPE_ERROR'))"),
  ]);
  expect(wrong).toEqual([]);
}

const ringOut = (drive: TestDrive, taskId: string) => ringUntilEnd(drive, taskId, ring);

async function makeMany(count = MANY, holdsAlarm = true) {
  const drive = makeDrive();
  const from = await drive.folder('from');
  const nodes = Array.from({ length: count }, (_, n) => ({ name: `f${n}.txt`, parentId: from, content: `c${n % 7}` }));
  const ids = await drive.files(nodes);
  /** Holds the alarm back, so that the state between the answer and the work can be checked. */
  if (holdsAlarm) await set(drive, { wakeAt: () => undefined });
  const number = (text: string) => drive.inside((_, sql) => sql.exec<{ n: number }>(text).one().n);
  return {
    drive,
    from,
    ids,
    inPlace: () => number('SELECT count(*) AS n FROM nodes WHERE state = 0 AND is_file = 1'),
    inTrash: () => number('SELECT count(*) AS n FROM nodes WHERE state = 1'),
    used: async () => unwrap(await drive.stub.space(drive.caller)).usageBytes,
    rest: () => number("SELECT count(*) AS n FROM job_items WHERE part <> 'delete'"),
    remove: async (which: readonly string[] = ids, key: string | null = null) => {
      const repeat = key === null ? null : { operation: 'batchDelete', key, fingerprint: String(which.length) };
      return unwrap(await drive.stub.remove(drive.caller, { ids: which }, repeat));
    },
    trash: async (which: readonly string[] = ids, trashTtlMs = DAY_MS) =>
      unwrap(await drive.stub.trash(drive.caller, { ids: which, trashTtlMs }, null)),
    untrash: async (which: readonly string[]) => unwrap(await drive.stub.untrash(drive.caller, { ids: which }, null)),
    empty: async () => unwrap(await drive.stub.emptyTrash(drive.caller, null)),
  };
}

test('as many as one call handles are gone when it answers; more are taken on and go step by step, with their space', async () => {
  for (const count of [AT_ONCE - 1, AT_ONCE]) {
    const few = await makeMany(count);
    expect(await few.drive.task(await few.remove())).toMatchObject(DONE);
    expect([await few.inPlace(), await few.used(), await few.rest()]).toEqual([0, 0, 0]);
  }
  const it = await makeMany();
  const taskId = await it.remove();
  expect(await it.drive.task(taskId)).toMatchObject({ type: 'delete', phase: 'PHASE_TYPE_RUNNING', progress: 0 });
  expect([await it.inPlace(), await it.used()]).toEqual([MANY, MANY * 10]);
  await ring(it.drive);
  expect(await it.drive.task(taskId)).toMatchObject({ phase: 'PHASE_TYPE_RUNNING' });
  expect([await it.inPlace(), await it.used()]).toEqual([MANY - STEP_IDS, (MANY - STEP_IDS) * 10]);
  expect(await ringOut(it.drive, taskId)).toBe(STEPS - 1);
  expect(await it.drive.task(taskId)).toMatchObject(DONE);
  expect([await it.inPlace(), await it.used(), await it.rest()]).toEqual([0, 0, 0]);
});

test('stopped between steps again and again, all of it goes by itself, and what was asked for with a key once', async () => {
  const it = await makeMany(2 * MANY, false);
  const taskId = await it.remove(it.ids, 'key');
  const middle = new Set<number>();
  let drive = it.drive;
  do {
    await abortAllDurableObjects();
    drive = makeDrive(it.drive.userId);
    await expectSound(drive);
    const left = await drive.inside((_, sql) => sql.exec<{ n: number }>('SELECT count(*) AS n FROM nodes').one().n);
    if (left > 1 && left <= 2 * MANY) middle.add(left);
    const repeat = { operation: 'batchDelete', key: 'key', fingerprint: String(it.ids.length) };
    expect(unwrap(await drive.stub.remove(drive.caller, { ids: it.ids }, repeat))).toBe(taskId);
    // The alarm that the kill has left, now.
    await runAlarm(drive.stub);
  } while ((await drive.task(taskId)).job !== null);
  expect(middle.size).toBeGreaterThan(2);
  expect(await drive.audit()).toMatchObject({ ...CLEAN, rows: 1 });
  expect(unwrap(await drive.stub.space(drive.caller)).usageBytes).toBe(0);
}, 30_000);

test('folders are gone when the call answers, so that nothing is put into them, and what is in them goes last', async () => {
  const it = await makeMany();
  const inner = await it.drive.folder('inner', it.from);
  await it.drive.files(Array.from({ length: 600 }, (_, n) => ({ name: `g${n}`, parentId: inner })));
  // Some files of a folder are named besides it.
  const taskId = await it.remove([...it.ids, it.from]);
  expect(refusalOf(await it.drive.stub.createFolder(it.drive.caller, { parentId: inner, name: 'x' }, null))).toBe(
    'file_not_found',
  );
  expect(await it.drive.names()).toEqual([]);
  expect(await ringOut(it.drive, taskId)).toBeGreaterThan(STEPS);
  expect(await it.drive.task(taskId)).toMatchObject(DONE);
  expect(await it.drive.audit()).toMatchObject({ ...CLEAN, rows: 0 });
});

test('nodes deleted concurrently are reported as skipped, and nodes moved, renamed, trashed or restored stay', async () => {
  const it = await makeMany();
  const { stub, caller } = it.drive;
  const [deleted = '', moved = '', renamed = '', thrown = '', back = ''] = it.ids.slice(-5);
  await it.trash([back]);
  const taskId = await it.remove();
  await ring(it.drive);
  unwrap(await stub.remove(caller, { ids: [deleted] }, null));
  unwrap(await stub.move(caller, { ids: [moved], to: '' }, null));
  unwrap(await stub.rename(caller, renamed, 'new name', null));
  await it.trash([thrown]);
  await it.untrash([back]);
  await ringOut(it.drive, taskId);
  const task = await it.drive.task(taskId);
  expect(task).toMatchObject({ ...DONE, params: task.params });
  expect(skippedOf(task)).toEqual([deleted, moved, renamed, thrown, back].toSorted());
  expect([await it.inPlace(), await it.inTrash(), await it.used(), await it.rest()]).toEqual([3, 1, 40, 0]);
});

test('a large restore that was asked for after the deletion waits for it and finds nothing; before it, everything goes', async () => {
  for (const restoresFirst of [true, false]) {
    const it = await makeMany();
    await ringOut(it.drive, await it.trash());
    const first = restoresFirst ? await it.untrash(it.ids) : await it.remove();
    await it.drive.inside(
      (_, sql) => void sql.exec('UPDATE tasks SET created_ms = created_ms - 1 WHERE id = ?', first),
    );
    const second = restoresFirst ? await it.remove() : await it.untrash(it.ids);
    await ringOut(it.drive, first);
    await ringOut(it.drive, second);
    expect([await it.inPlace(), await it.inTrash(), await it.used()]).toEqual([0, 0, 0]);
    expect(skippedOf(await it.drive.task(second))).toHaveLength(restoresFirst ? 0 : MANY);
  }
});

test('a full trash is emptied step by step, without the nodes restored or trashed after the request', async () => {
  const it = await makeMany(MANY + 1);
  const [late = '', restored = '', twice = ''] = it.ids;
  await ringOut(it.drive, await it.trash(it.ids.slice(1)));
  const running = await it.empty();
  expect(await it.drive.task(running)).toMatchObject({ type: 'emptytrash', phase: 'PHASE_TYPE_RUNNING' });
  await it.untrash([restored, twice]);
  await it.trash([late, twice]);
  expect(await ringOut(it.drive, running)).toBeGreaterThan(STEPS - 1);
  expect(await it.drive.task(running)).toMatchObject(DONE);
  expect([await it.inPlace(), await it.inTrash(), await it.used()]).toEqual([1, 2, 30]);
});

test('a trash that is emptied while a batch is still on its way there is emptied of that too', async () => {
  const it = await makeMany();
  const thrown = await it.trash();
  await it.drive.inside((_, sql) => void sql.exec('UPDATE tasks SET created_ms = created_ms - 1 WHERE id = ?', thrown));
  await ring(it.drive);
  await ringOut(it.drive, await it.empty());
  expect([await it.inPlace(), await it.inTrash(), await it.used()]).toEqual([0, 0, 0]);
});

test('very many in the trash past their time go in steps, by one task', async () => {
  const it = await makeMany();
  await ringOut(it.drive, await it.trash());
  await it.drive.inside((_, sql) => void sql.exec('UPDATE nodes SET trash_until_ms = 1 WHERE state = 1'));
  const sweeps = () =>
    it.drive.inside(
      (_, sql) => sql.exec<{ n: number }>("SELECT count(*) AS n FROM tasks WHERE type = 'delete'").one().n,
    );
  for (let rings = 0; rings < 2 * STEPS; rings += 1) await ring(it.drive);
  expect([await it.inTrash(), await it.used(), await sweeps()]).toEqual([0, 0, 1]);
});

test('a share that has not acknowledged keeps the task running, and no space is returned twice', async () => {
  const it = await makeMany();
  unwrap(await it.drive.stub.watch('share', [it.ids[0] ?? '']));
  await set(it.drive, { deliver: async () => [] });
  const taskId = await it.remove();
  for (let at = 0; at < STEPS + 1; at += 1) await ring(it.drive);
  expect(await it.drive.task(taskId)).toMatchObject({ phase: 'PHASE_TYPE_RUNNING', progress: 99 });
  expect([await it.inPlace(), await it.used()]).toEqual([0, 0]);
  const received = await acknowledge(it.drive);
  await ring(it.drive);
  expect(received).toContain('drive.tree-changed');
  expect(await it.drive.task(taskId)).toMatchObject(DONE);
});

test('one that is unknown refuses all', async () => {
  const it = await makeMany();
  const refused = await it.drive.stub.remove(it.drive.caller, { ids: [...it.ids, newWireId()] }, null);
  expect([refusalOf(refused), await it.inPlace(), await it.rest()]).toEqual(['file_not_found', MANY, 0]);
});

test('very many copies go to the trash in steps, each only while the one that stays is there and the same', async () => {
  const it = await makeMany();
  const [original, other] = [await it.drive.file('kept', '', 10, 'c0'), await it.drive.file('other', '', 10, 'c1')];
  const all = await it.drive.inside((_, sql) =>
    sql.exec<{ id: string; content_key: string }>('SELECT id, content_key FROM nodes WHERE is_file = 1').toArray(),
  );
  const keyOf = (id: string) => all.find((each) => each.id === id)?.content_key;
  const copiesOf = (keep: string) => it.ids.filter((id) => keyOf(id) === keyOf(keep));
  const more = await it.drive.files(Array.from({ length: MANY }, (_, n) => ({ name: `more${n}`, content: 'c0' })));
  const groups = [
    { keep: original, ids: [...copiesOf(original), ...more] },
    { keep: other, ids: copiesOf(other) },
  ];
  const tidied = unwrap(await it.drive.stub.tidy(it.drive.caller, { groups, trashTtlMs: DAY_MS }, null));
  expect(await it.drive.task(tidied)).toMatchObject({ type: 'trash', phase: 'PHASE_TYPE_RUNNING' });
  await it.trash([other]);
  await ringOut(it.drive, tidied);
  expect(skippedOf(await it.drive.task(tidied))).toEqual(copiesOf(other).toSorted());
  expect([await it.inTrash(), await it.rest()]).toEqual([copiesOf(original).length + more.length + 1, 0]);
});

test('files with many versions are fewer a step', async () => {
  const it = await makeMany();
  await it.drive.inside((_, sql) => {
    sql.exec(
      `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 19)
       INSERT INTO versions (id, node_id, n, content_key, size_bytes, gcid, modified_ms, user_modified_ms, replaced_ms)
       SELECT nodes.id || i, nodes.id, i, content_key, 10, '', 0, 0, ? FROM n, nodes WHERE nodes.id IN (SELECT value FROM json_each(?))`,
      Date.now(),
      JSON.stringify(it.ids.slice(0, 40)),
    );
    sql.exec(
      `UPDATE contents SET nodes = nodes + (SELECT count(*) FROM versions WHERE versions.content_key = contents.content_key)`,
    );
    sql.exec('UPDATE space SET usage_bytes = usage_bytes + 10 * (SELECT count(*) FROM versions)');
  });
  const taskId = await it.remove();
  await ring(it.drive);
  expect(await it.inPlace()).toBe(MANY - 19);
  expect(await ringOut(it.drive, taskId)).toBe(STEPS);
  expect([await it.used(), await it.rest()]).toEqual([0, 0]);
});

test('a deletion that was taken on goes on when the account is closed', async () => {
  const it = await makeMany();
  await it.drive.folder('inner', it.from);
  await it.remove([...it.ids, it.from]);
  await ring(it.drive);
  await it.drive.stub.erase();
  for (let rings = 0; rings < 10; rings += 1) await ringBell(it.drive);
  expect(await it.drive.audit()).toMatchObject({ ...CLEAN, rows: 0 });
  expect(await it.rest()).toBe(0);
});
