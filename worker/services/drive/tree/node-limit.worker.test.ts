/** How many files, folders and versions a drive may hold, and one copy may make, whatever their size. */
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { TreeLimits } from '../core/tx.ts';
import { DAY_MS, LIMIT_BYTES, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';

const AT_REST = { usage: 0, nodes: 0, promised: 0, contents: 0, orphans: 0, strayVersions: 0 };

async function limit(person: TestDrive, limits: Partial<TreeLimits>): Promise<void> {
  const whole = { nodesPerDrive: 1_000_000, nodesPerCopy: 1_000_000, ...limits };
  await person.inside((object) => void Object.assign(object, { treeLimits: () => whole }));
}

const copy = (person: TestDrive, ids: string[], to: string) =>
  person.stub.copy(person.caller, { ids, to, limitBytes: LIMIT_BYTES }, null);

async function rows(person: TestDrive): Promise<number> {
  return (await person.audit()).rows;
}

test('a drive that holds as many files and folders as it may makes no folder, and does once something is deleted for good', async () => {
  const person = makeDrive();
  const [first = ''] = [await person.folder('first'), await person.folder('second')];
  await limit(person, { nodesPerDrive: 2 });
  const make = () => person.stub.createFolder(person.caller, { parentId: '', name: 'third' }, null);
  expect(refusalOf(await make())).toBe('file_count_limit');
  unwrap(await person.stub.trash(person.caller, { ids: [first], trashTtlMs: DAY_MS }, null));
  expect(refusalOf(await make())).toBe('file_count_limit');
  unwrap(await person.stub.remove(person.caller, { ids: [first] }, null));
  expect(refusalOf(await make())).toBeNull();
  expect(await person.audit()).toMatchObject({ ...AT_REST, rows: 2 });
});

test('a drive that holds as many files and folders as it may: puts back what is in the trash, for it counts there too', async () => {
  const person = makeDrive();
  const folder = await person.folder('folder');
  await limit(person, { nodesPerDrive: 1 });
  unwrap(await person.stub.trash(person.caller, { ids: [folder], trashTtlMs: DAY_MS }, null));
  unwrap(await person.stub.untrash(person.caller, { ids: [folder] }, null));
  expect(await person.names()).toEqual(['folder']);
});

test('a drive that holds as many files and folders as it may refuses a copy that does not fit, and makes nothing of it', async () => {
  const person = makeDrive();
  const tree = await person.folder('tree');
  await person.files([1, 2, 3].map((n) => ({ name: `f${n}`, parentId: tree })));
  const to = await person.folder('to');
  await limit(person, { nodesPerDrive: 8 });
  expect(refusalOf(await copy(person, [tree], to))).toBe('file_count_limit');
  expect(await rows(person)).toBe(5);
  await limit(person, { nodesPerDrive: 9 });
  expect(refusalOf(await copy(person, [tree], to))).toBeNull();
  expect(await person.audit()).toMatchObject({ ...AT_REST, rows: 9 });
});

test('a drive that holds as many files and folders as it may is never passed by ten copies at once', async () => {
  const person = makeDrive();
  const tree = await person.folder('tree');
  await person.files(Array.from({ length: 1_500 }, (_, n) => ({ name: `f${n}`, parentId: tree })));
  const to = await person.folder('to');
  await limit(person, { nodesPerDrive: 5_000 });
  const begun = await Promise.all(Array.from({ length: 10 }, () => copy(person, [tree], to)));
  const tasks = begun.flatMap((each) => (each.ok ? [each.value] : []));
  for (const task of tasks) await person.finish(task);
  const phases = await Promise.all(tasks.map(async (task) => (await person.task(task)).phase));
  expect(phases.filter((phase) => phase === 'PHASE_TYPE_COMPLETE').length).toBeGreaterThanOrEqual(1);
  const audit = await person.audit();
  expect(audit).toMatchObject(AT_REST);
  expect(audit.rows).toBeLessThanOrEqual(5_000);
});

test('a drive that holds as many files and folders as it may refuses a save from a link', async () => {
  const [alice, bob] = [makeDrive(), makeDrive()];
  const root = await alice.folder('tree');
  await alice.files([{ name: 'a', parentId: root }]);
  await bob.folder('to');
  await limit(bob, { nodesPerDrive: 3 });
  const from = { shareId: newWireId(), ownerId: alice.userId, rootIds: [root], ids: [root] };
  const order = { requestKey: newWireId(), ...from, parentId: null, limitBytes: LIMIT_BYTES };
  // Its folder takes the third place.
  expect(refusalOf(await bob.stub.restoreShared(bob.caller, order))).toBe('file_count_limit');
  expect(await bob.audit()).toMatchObject({ ...AT_REST, rows: 2 });
});

test('copying a folder again and again ends at the limit of one copy', async () => {
  const person = makeDrive();
  await limit(person, { nodesPerCopy: 50 });
  const top = await person.folder('top');
  let ids = [await person.folder('a', top), await person.folder('b', top)];
  const refusals: (string | null)[] = [];
  for (let round = 0; round < 10; round += 1) {
    const to = await person.folder(`round ${round}`, top);
    const answer = await copy(person, ids, to);
    refusals.push(refusalOf(answer));
    if (answer.ok) await person.finish(answer.value);
    ids = [...ids, to];
  }
  expect(refusals).toContain('task_sub_task_num_limit');
  expect(await rows(person)).toBeLessThan(200);
  expect(await person.audit()).toMatchObject(AT_REST);
});

test('versions count beside the files they belong to', async () => {
  const person = makeDrive();
  const id = await person.file('file.txt');
  await person.inside((_, sql) =>
    sql.exec(
      `INSERT INTO versions (id, node_id, n, content_key, size_bytes, gcid, modified_ms, user_modified_ms, replaced_ms)
       VALUES ('v', ?, 1, 'x', 0, '', 0, 0, 0)`,
      id,
    ),
  );
  await limit(person, { nodesPerDrive: 2 });
  expect(refusalOf(await person.stub.createFolder(person.caller, { parentId: '', name: 'more' }, null))).toBe(
    'file_count_limit',
  );
  expect((await person.audit()).nodes).toBe(0);
});
