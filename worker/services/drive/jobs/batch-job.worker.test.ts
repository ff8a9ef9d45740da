/** Batches that are too large for one call: taken on at once, done by the alarm step by step, over when shares know. */
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { DAY_MS, makeDrive, refusalOf } from '../drive-fixture.ts';
import { acknowledge, ring, ringOut, set, skippedOf } from './batch-fixture.ts';
import { AT_ONCE } from './batch-job.store.ts';
import { STEP_IDS, STEP_NAMED_IDS } from './batch-step.store.ts';

const MANY = AT_ONCE + 1;
const CLEAN = { usage: 0, reserved: 0, contents: 0, orphans: 0, promised: 0 };
const DONE = { phase: 'PHASE_TYPE_COMPLETE', progress: 100, message: 'Completed', job: null };

async function makeMany(count = MANY) {
  const drive = makeDrive();
  const [from, to] = [await drive.folder('from'), await drive.folder('to')];
  const nodes = Array.from({ length: count }, (_, n) => ({ name: `f${n}.txt`, parentId: from }));
  const ids = await drive.files(nodes);
  /** Holds the alarm back, so that the state between the answer and the work can be checked. */
  await set(drive, { wakeAt: () => undefined });
  const counts = async (): Promise<number[]> =>
    drive.inside((_, sql) =>
      [from, to, '~trash'].map(
        (id) => sql.exec<{ n: number }>('SELECT count(*) AS n FROM nodes WHERE parent_id = ?', id).one().n,
      ),
    );
  const revision = () => drive.inside((_, sql) => sql.exec<{ n: number }>('SELECT revision AS n FROM space').one().n);
  const rest = () => drive.inside((_, sql) => sql.exec<{ n: number }>('SELECT count(*) AS n FROM job_items').one().n);
  const move = async (target = to, key: string | null = null) => {
    const repeat = key === null ? null : { operation: 'batchMove', key, fingerprint: target };
    return unwrap(await drive.stub.move(drive.caller, { ids, to: target }, repeat));
  };
  const trash = async () => unwrap(await drive.stub.trash(drive.caller, { ids, trashTtlMs: DAY_MS }, null));
  const untrash = async () => unwrap(await drive.stub.untrash(drive.caller, { ids }, null));
  return { drive, from, to, ids, counts, revision, rest, move, trash, untrash };
}

test('as many as one call handles are moved when it answers; one more are taken on and moved step by step', async () => {
  const few = await makeMany(AT_ONCE);
  expect(await few.drive.task(await few.move())).toMatchObject(DONE);
  const it = await makeMany();
  const [before, taskId] = [await it.revision(), await it.move()];
  expect(await it.drive.task(taskId)).toMatchObject({ type: 'move', phase: 'PHASE_TYPE_RUNNING', progress: 0 });
  expect([await it.counts(), await it.revision()]).toEqual([[MANY, 0, 0], before]);
  await ring(it.drive);
  const progress = Math.floor((STEP_IDS * 100) / MANY);
  expect(await it.drive.task(taskId)).toMatchObject({ phase: 'PHASE_TYPE_RUNNING', progress });
  expect([await it.counts(), await it.revision()]).toEqual([[MANY - STEP_IDS, STEP_IDS, 0], before]);
  expect(await it.drive.audit()).toMatchObject(CLEAN);
  await ringOut(it.drive, taskId);
  expect(await it.drive.task(taskId)).toMatchObject({ ...DONE, params: '{}' });
  expect([await it.counts(), await it.revision(), await it.rest()]).toEqual([[0, MANY, 0], before + 1, 0]);
  expect(await it.drive.audit()).toMatchObject(CLEAN);
});

test('the alarm comes by itself', async () => {
  const it = await makeMany();
  await it.drive.inside((object) => void Reflect.deleteProperty(object, 'wakeAt'));
  const taskId = await it.move();
  const phase = async () => (await it.drive.task(taskId)).phase;
  await expect.poll(phase, { timeout: 20_000 }).toBe('PHASE_TYPE_COMPLETE');
});

test('a trashed batch is restored, all of it, to the folders it came from', async () => {
  const it = await makeMany();
  const thrown = await it.trash();
  expect(await it.counts()).toEqual([MANY, 0, 0]);
  await ringOut(it.drive, thrown);
  expect([(await it.drive.task(thrown)).phase, await it.counts()]).toEqual(['PHASE_TYPE_COMPLETE', [0, 0, MANY]]);
  const back = await it.untrash();
  expect(await it.drive.task(back)).toMatchObject({ type: 'untrash', phase: 'PHASE_TYPE_RUNNING' });
  await ringOut(it.drive, back);
  expect([(await it.drive.task(back)).phase, await it.counts()]).toEqual(['PHASE_TYPE_COMPLETE', [MANY, 0, 0]]);
});

test('a folder comes back before what was in it, although that was asked for first and in another step', async () => {
  const it = await makeMany();
  const ids = [...it.ids, it.from];
  for (const act of [it.ids, [it.from]])
    await ringOut(it.drive, unwrap(await it.drive.stub.trash(it.drive.caller, { ids: act, trashTtlMs: DAY_MS }, null)));
  expect(await it.counts()).toEqual([0, 0, MANY + 1]);
  await ringOut(it.drive, unwrap(await it.drive.stub.untrash(it.drive.caller, { ids }, null)));
  expect(await it.counts()).toEqual([MANY, 0, 0]);
});

test('a node trashed with its folder in one batch is in the trash by itself, as in a small batch', async () => {
  const it = await makeMany();
  const ids = [it.from, ...it.ids];
  await ringOut(it.drive, unwrap(await it.drive.stub.trash(it.drive.caller, { ids, trashTtlMs: DAY_MS }, null)));
  expect(await it.counts()).toEqual([0, 0, MANY + 1]);
});

test('a choice about taken names holds in all steps, and the task reports its outcome', async () => {
  const it = await makeMany();
  const taken = [0, STEP_IDS, MANY - 1];
  const old = await it.drive.files(taken.map((at) => ({ name: `F${at}.txt`, parentId: it.to })));
  // A name that the batch brings twice is never replaced.
  const [twice = ''] = await it.drive.files([{ name: `f${MANY - 2}.TXT`, parentId: '' }]);
  const choice = { conflict: 'replace', trashTtlMs: DAY_MS } as const;
  const ids = [twice, ...it.ids];
  const taskId = unwrap(await it.drive.stub.move(it.drive.caller, { ids, to: it.to, ...choice }, null));
  const rings = await ringOut(it.drive, taskId);
  expect(rings).toBeGreaterThan(MANY / STEP_IDS);
  const { params } = await it.drive.task(taskId);
  const { replaced = '[]' } = JSON.parse(params) as { replaced?: string };
  expect((JSON.parse(replaced) as string[]).toSorted()).toEqual(old.toSorted());
  expect(await it.counts()).toEqual([0, MANY + 1, old.length]);
  const skip = { ids: it.ids, to: it.from, conflict: 'skip' } as const;
  await it.drive.files([{ name: 'f7.txt', parentId: it.from }]);
  const back = unwrap(await it.drive.stub.move(it.drive.caller, skip, null));
  await ringOut(it.drive, back);
  expect(skippedOf(await it.drive.task(back))).toEqual([it.ids[7]]);
  expect([await it.counts(), await it.rest()]).toEqual([[MANY, 2, old.length], 0]);
});

test('many of one name all get numbers, a few at a time', async () => {
  const it = await makeMany(0);
  const ids = await it.drive.files(
    Array.from({ length: MANY }, (_, at) => ({ id: newWireId(), name: 'x', parentId: at === 0 ? '' : it.from })),
  );
  const taskId = unwrap(await it.drive.stub.move(it.drive.caller, { ids, to: it.to }, null));
  await ring(it.drive);
  expect((await it.counts())[1]).toBe(STEP_NAMED_IDS);
  await ringOut(it.drive, taskId);
  expect(await it.counts()).toEqual([0, MANY, 0]);
  const rows = await it.drive.inside(
    (_, sql) =>
      sql.exec<{ n: number }>('SELECT count(DISTINCT name_key) AS n FROM nodes WHERE parent_id = ?', it.to).one().n,
  );
  expect(rows).toBe(MANY);
});

test('what can be refused at once is, and leaves nothing', async () => {
  const { drive, ids, from, to, rest } = await makeMany();
  const move = async (more: readonly string[], target: string) =>
    refusalOf(await drive.stub.move(drive.caller, { ids: [...ids, ...more], to: target }, null));
  const gone = await drive.file('gone');
  unwrap(await drive.stub.trash(drive.caller, { ids: [gone], trashTtlMs: DAY_MS }, null));
  expect(await move([newWireId()], to)).toBe('file_not_found');
  expect(await move([gone], to)).toBe('file_in_recycle_bin');
  expect(await move([to], to)).toBe('into_itself');
  expect(await move([], from)).toBe('file_move_or_copy_to_cur');
  expect(await move([], newWireId())).toBe('file_not_found');
  const far = { ids: [...ids, newWireId()], trashTtlMs: DAY_MS };
  expect(refusalOf(await drive.stub.trash(drive.caller, far, null))).toBe('file_not_found');
  expect(refusalOf(await drive.stub.untrash(drive.caller, far, null))).toBe('file_not_found');
  expect(await rest()).toBe(0);
});

test('a batch whose target folder is trashed in the middle ends there, with the reason and the nodes it did not move', async () => {
  const it = await makeMany();
  const taskId = await it.move();
  await ring(it.drive);
  unwrap(await it.drive.stub.trash(it.drive.caller, { ids: [it.to], trashTtlMs: DAY_MS }, null));
  await ring(it.drive);
  const task = await it.drive.task(taskId);
  expect(task).toMatchObject({ phase: 'PHASE_TYPE_ERROR', message: 'file_in_recycle_bin', job: null });
  expect(skippedOf(task)).toEqual(it.ids.slice(STEP_IDS).toSorted());
  expect([await it.counts(), await it.rest()]).toEqual([[MANY - STEP_IDS, STEP_IDS, 1], 0]);
  expect(await it.drive.audit()).toMatchObject(CLEAN);
});

test('nodes deleted, trashed, moved or renamed concurrently stay as they are, and the rest is moved', async () => {
  const it = await makeMany();
  const { stub, caller } = it.drive;
  const taskId = await it.move();
  await ring(it.drive);
  const [deleted = '', thrown = '', there = '', renamed = '', elsewhere = ''] = it.ids.slice(-5);
  const brought = it.ids[0] ?? '';
  unwrap(await stub.remove(caller, { ids: [deleted] }, null));
  unwrap(await stub.trash(caller, { ids: [thrown, brought], trashTtlMs: DAY_MS }, null));
  unwrap(await stub.move(caller, { ids: [there], to: it.to }, null));
  unwrap(await stub.rename(caller, renamed, 'F0.txt', null));
  unwrap(await stub.move(caller, { ids: [elsewhere], to: '' }, null));
  await ringOut(it.drive, taskId);
  const task = await it.drive.task(taskId);
  expect(task).toMatchObject(DONE);
  expect(skippedOf(task)).toEqual([deleted, thrown].toSorted());
  expect([await it.counts(), await it.rest()]).toEqual([[0, MANY - 3, 2], 0]);
  expect(await it.drive.audit()).toMatchObject(CLEAN);
});

test('a folder that the target was moved into concurrently stays where it is: a tree stays a tree', async () => {
  const it = await makeMany();
  const outer = await it.drive.folder('outer');
  const ids = [...it.ids, outer];
  const taskId = unwrap(await it.drive.stub.move(it.drive.caller, { ids, to: it.to }, null));
  await ring(it.drive);
  unwrap(await it.drive.stub.move(it.drive.caller, { ids: [it.to], to: outer }, null));
  await ringOut(it.drive, taskId);
  const task = await it.drive.task(taskId);
  expect(task).toMatchObject({ phase: 'PHASE_TYPE_ERROR', message: 'invalid_argument' });
  expect([skippedOf(task), await it.counts()]).toEqual([[outer], [0, MANY, 0]]);
  expect((await it.drive.list({ parentId: '' })).map(({ id }) => id)).toContain(outer);
});

test('the same batch asked for twice is done once, by its key as one task; without one the second finds it done', async () => {
  const it = await makeMany();
  const first = await it.move(it.to, 'key');
  expect(await it.move(it.to, 'key')).toBe(first);
  const other = await it.move();
  await ringOut(it.drive, first);
  await ringOut(it.drive, other);
  for (const id of [first, other]) expect(await it.drive.task(id)).toMatchObject({ ...DONE, params: '{}' });
  expect([await it.counts(), await it.rest()]).toEqual([[0, MANY, 0], 0]);
});

test('batches are done one after the other: what was asked for last holds', async () => {
  const it = await makeMany();
  const away = await it.move();
  await it.drive.inside((_, sql) => void sql.exec('UPDATE tasks SET created_ms = created_ms - 1 WHERE id = ?', away));
  const ids = it.ids.toReversed();
  const thrown = unwrap(await it.drive.stub.trash(it.drive.caller, { ids, trashTtlMs: DAY_MS }, null));
  await ring(it.drive);
  expect(await it.counts()).toEqual([MANY - STEP_IDS, STEP_IDS, 0]);
  await ringOut(it.drive, thrown);
  expect([(await it.drive.task(away)).phase, await it.counts()]).toEqual(['PHASE_TYPE_COMPLETE', [0, 0, MANY]]);
  const homes = await it.drive.inside((_, sql) =>
    sql.exec('SELECT DISTINCT trash_parent_id AS home FROM nodes WHERE state = 1').toArray(),
  );
  expect(homes).toEqual([{ home: it.to }]);
});

test('a crash in the middle of a step leaves all of that step to the next alarm, and what was done stays done', async () => {
  const it = await makeMany();
  const taskId = await it.move();
  await ring(it.drive);
  unwrap(await it.drive.stub.watch('share', [it.from]));
  await set(it.drive, {
    publishEvent: () => {
      throw new Error('crash');
    },
  });
  await ring(it.drive);
  const half = [MANY - STEP_IDS, STEP_IDS, 0];
  expect([(await it.drive.task(taskId)).phase, await it.counts()]).toEqual(['PHASE_TYPE_RUNNING', half]);
  await it.drive.inside((object) => void Reflect.deleteProperty(object, 'publishEvent'));
  await set(it.drive, { deliver: async (items) => items.map(({ id }) => id) });
  await ringOut(it.drive, taskId);
  expect([(await it.drive.task(taskId)).phase, await it.counts()]).toEqual(['PHASE_TYPE_COMPLETE', [0, MANY, 0]]);
});

test('a share that has not acknowledged keeps the task running, and the work is not repeated', async () => {
  const it = await makeMany();
  unwrap(await it.drive.stub.watch('share', [it.from]));
  await set(it.drive, { deliver: async () => [] });
  const taskId = await it.trash();
  for (let at = 0; at < MANY; at += STEP_IDS) await ring(it.drive);
  const [revision, running] = [await it.revision(), await it.drive.task(taskId)];
  expect([running.phase, running.progress, await it.counts()]).toEqual(['PHASE_TYPE_RUNNING', 99, [0, 0, MANY]]);
  const received = await acknowledge(it.drive);
  await ring(it.drive);
  expect(received).toContain('drive.tree-changed');
  expect(await it.drive.task(taskId)).toMatchObject(DONE);
  expect(await it.revision()).toBe(revision);
});

test('a batch that was taken on ends with the account', async () => {
  const it = await makeMany();
  const taskId = await it.move();
  await ring(it.drive);
  await it.drive.stub.erase();
  const left = await it.drive.inside((_, sql) => [
    ...sql.exec('SELECT 1 FROM tasks WHERE id = ?', taskId),
    ...sql.exec("SELECT 1 FROM job_items WHERE part <> 'delete'"),
  ]);
  expect(left).toEqual([]);
});
