/** A content that an operator closed is not shown by a share, however it came into the shared folder. */
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { LIMIT_BYTES, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';

const CLOSED = 'AB'.repeat(20);
const OPEN = 'CD'.repeat(20);

/** Alice shares `tree`; a file with a closed content is beside it. */
async function makeShare() {
  const alice = makeDrive();
  const root = await alice.folder('tree');
  const inner = await alice.folder('inner', root);
  const [good = '', bad = ''] = await alice.files([
    { name: 'good.txt', parentId: root, gcid: OPEN },
    { name: 'bad.txt', content: 'b', gcid: CLOSED },
  ]);
  unwrap(await alice.stub.blockContents([CLOSED], true));
  const shown = async (parentId: string) =>
    unwrap(
      await alice.stub.listShared({
        rootIds: [root],
        parentId,
        order: 'name_asc',
        foldersFirst: true,
        pageToken: '',
        rows: 100,
      }),
    )?.page.rows.map(({ name }) => name);
  const move = async (to: string) => unwrap(await alice.stub.move(alice.caller, { ids: [bad], to }, null));
  return { alice, root, inner, good, bad, shown, move };
}

function order(alice: TestDrive, root: string, ids: readonly string[] = []) {
  const from = { shareId: newWireId(), ownerId: alice.userId, rootIds: [root], ids };
  return { requestKey: newWireId(), ...from, parentId: null, limitBytes: LIMIT_BYTES };
}

test('a closed content that is moved into a shared folder is not listed, on any page', async () => {
  const { root, inner, shown, move } = await makeShare();
  await move(root);
  expect(await shown(root)).toEqual(['inner', 'good.txt']);
  await move(inner);
  expect(await shown(inner)).toEqual([]);
});

test('a closed content that is moved into a shared folder is not opened, and is again once it is opened by the operator', async () => {
  const { alice, root, bad, move } = await makeShare();
  await move(root);
  const open = async () => unwrap(await alice.stub.sharedFile([root], bad));
  expect(await open()).toBeNull();
  unwrap(await alice.stub.blockContents([CLOSED], false));
  expect((await open())?.row.id).toBe(bad);
});

test('a closed content that is moved into a shared folder is not saved with the folder, which is saved without it', async () => {
  const { alice, root, inner, move } = await makeShare();
  await move(inner);
  const bob = makeDrive();
  const { parentId, taskId } = unwrap(await bob.stub.restoreShared(bob.caller, order(alice, root)));
  const [tree] = await bob.list({ parentId });
  expect(await bob.names(tree?.id)).toEqual(['inner', 'good.txt']);
  const [copy] = await bob.list({ parentId: tree?.id ?? '' });
  expect(await bob.names(copy?.id)).toEqual([]);
  expect((await bob.task(taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await bob.audit()).toMatchObject({ usage: 0, promised: 0, contents: 0, orphans: 0 });
});

test('a closed content that is moved into a shared folder is not saved when it is asked for by its id', async () => {
  const { alice, root, bad, move } = await makeShare();
  await move(root);
  const bob = makeDrive();
  expect(refusalOf(await bob.stub.restoreShared(bob.caller, order(alice, root, [bad])))).toBe('file_not_found');
  expect(await bob.audit()).toMatchObject({ usage: 0, promised: 0 });
});

test("a closed content that is moved into a shared folder stays its owner's to see and to move", async () => {
  const { alice, root, move } = await makeShare();
  await move(root);
  expect(await alice.names(root)).toEqual(['inner', 'bad.txt', 'good.txt']);
});

test('a closed content that comes into a folder while it is copied is left out', async () => {
  const { alice, root, move } = await makeShare();
  const many = Array.from({ length: 2_500 }, (_, n) => ({ name: `f${n}`, parentId: root, gcid: OPEN }));
  await alice.files(many);
  const to = await alice.folder('to');
  const taskId = unwrap(await alice.stub.copy(alice.caller, { ids: [root], to, limitBytes: LIMIT_BYTES }, null));
  expect((await alice.task(taskId)).job).not.toBeNull();
  await alice.inside((_, sql) =>
    sql.exec("UPDATE nodes SET name = 'z', sort_key = 'z', name_key = 'z' WHERE gcid = ?", CLOSED),
  );
  await move(root);
  await alice.finish(taskId);
  const [tree] = await alice.list({ parentId: to });
  const names = await alice.inside((_, sql) =>
    sql.exec<{ name: string }>('SELECT name FROM nodes WHERE parent_id = ?', tree?.id ?? '').toArray(),
  );
  expect([names.length, names.some(({ name }) => name === 'z')]).toEqual([2_502, false]);
});
