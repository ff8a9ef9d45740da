import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS, makeDrive, refusalOf, type TestDrive, driveTest as test } from '../drive-fixture.ts';

interface TreeChange {
  shareIds: string[];
  removed: boolean;
}

/** Collects the tree-changed events of the drive; delivery stops before it. */
async function listen(drive: TestDrive, deaf = false): Promise<TreeChange[]> {
  const received: TreeChange[] = [];
  await drive.inside((object) => {
    Object.assign(object, {
      deliver: async (items: { id: string; event: string; payload: unknown }[]) => {
        for (const item of items) if (item.event === 'drive.tree-changed') received.push(item.payload as TreeChange);
        return deaf ? [] : items.map((item) => item.id);
      },
    });
  });
  return received;
}

async function settle(drive: TestDrive): Promise<void> {
  await drive.inside((_, sql) => void sql.exec('UPDATE _outbox SET due_ms = 0'));
  await drive.inside((object) => (object as unknown as { drain(): Promise<void> }).drain());
}

test('a share receives events of changes at, below and above its nodes, and of nothing else', async ({ drive }) => {
  const top = await drive.folder('top');
  const shared = await drive.folder('shared', top);
  const inner = await drive.folder('inner', shared);
  const other = await drive.folder('other');
  const received = await listen(drive);
  unwrap(await drive.stub.watch('share', [shared]));
  const told = async (): Promise<[string[], boolean][]> => {
    await settle(drive);
    return received.splice(0).map((event) => [event.shareIds, event.removed]);
  };

  await drive.folder('x', other);
  unwrap(await drive.stub.rename(drive.caller, other, 'other2', null));
  unwrap(await drive.stub.rename(drive.caller, top, 'top2', null));
  expect(await told()).toEqual([]);
  const x = await drive.folder('x', inner);
  expect(await told()).toEqual([[['share'], false]]);
  unwrap(await drive.stub.rename(drive.caller, shared, 'shared2', null));
  expect(await told()).toEqual([[['share'], false]]);
  unwrap(await drive.stub.move(drive.caller, { ids: [x], to: other }, null));
  expect(await told()).toEqual([[['share'], true]]);
  unwrap(await drive.stub.move(drive.caller, { ids: [x], to: inner }, null));
  expect(await told()).toEqual([[['share'], false]]);
  unwrap(await drive.stub.trash(drive.caller, { ids: [top], trashTtlMs: DAY_MS }, null));
  expect(await told()).toEqual([[['share'], true]]);
  unwrap(await drive.stub.untrash(drive.caller, { ids: [top] }, null));
  expect(await told()).toEqual([[['share'], false]]);
  unwrap(await drive.stub.remove(drive.caller, { ids: [inner] }, null));
  expect(await told()).toEqual([[['share'], true]]);
  unwrap(await drive.stub.unwatch('share'));
  unwrap(await drive.stub.remove(drive.caller, { ids: [shared] }, null));
  expect(await told()).toEqual([]);
});

test('a removal is acknowledged only after the share has received it', async ({ drive }) => {
  const [one, two] = [await drive.folder('one'), await drive.folder('two')];
  unwrap(await drive.stub.watch('share', [one, two]));
  const received = await listen(drive);
  unwrap(await drive.stub.trash(drive.caller, { ids: [one], trashTtlMs: DAY_MS }, null));
  expect(received.length).toBe(1);
  await listen(drive, true);
  expect(refusalOf(await drive.stub.trash(drive.caller, { ids: [two], trashTtlMs: DAY_MS }, null))).toBe('unavailable');
});

test.each(['move', 'copy'] as const)('what a %s replaces leaves its share before the answer', async (act) => {
  const drive = makeDrive();
  const [to, from] = [await drive.folder('to'), await drive.folder('from')];
  const choice = { to, conflict: 'replace', trashTtlMs: DAY_MS, limitBytes: 1_000 } as const;
  const [one, two] = [await drive.folder('x', to), await drive.folder('y', to)];
  const [newOne, newTwo] = [await drive.folder('X', from), await drive.folder('Y', from)];
  unwrap(await drive.stub.watch('share', [one, two]));
  const received = await listen(drive);
  unwrap(await drive.stub[act](drive.caller, { ids: [newOne], ...choice }, null));
  expect(received.map(({ shareIds, removed }) => [shareIds, removed])).toContainEqual([['share'], true]);
  await listen(drive, true);
  expect(refusalOf(await drive.stub[act](drive.caller, { ids: [newTwo], ...choice }, null))).toBe('unavailable');
});

test('many changes of one moment reach each link once, and a link of a later one as well', async ({ drive }) => {
  const [one, two] = [await drive.folder('one'), await drive.folder('two')];
  const shares = Array.from({ length: 40 }, (_, at) => `share${at}`);
  for (const share of shares) unwrap(await drive.stub.watch(share, [one]));
  unwrap(await drive.stub.watch('other', [two]));
  const received = await listen(drive);
  await drive.inside((object) => {
    const clock = { nowMs: () => 1_000_000 };
    Object.assign(object, { clock });
  });
  for (const name of ['a', 'b', 'c']) unwrap(await drive.stub.rename(drive.caller, one, name, null));
  unwrap(await drive.stub.rename(drive.caller, two, 'z', null));
  const waiting = () =>
    drive.inside((_, sql) => sql.exec("SELECT 1 FROM _outbox WHERE event = 'drive.tree-changed'").toArray().length);
  expect(await waiting()).toBe(1);
  await settle(drive);
  expect(received.map(({ shareIds, removed }) => [shareIds.toSorted(), removed])).toEqual([
    [['other', ...shares].toSorted(), false],
  ]);
});

test('a removal is not delayed by a change that waits', async ({ drive }) => {
  const shared = await drive.folder('shared');
  const inner = await drive.folder('inner', shared);
  unwrap(await drive.stub.watch('share', [shared]));
  const received = await listen(drive);
  unwrap(await drive.stub.rename(drive.caller, shared, 'shared2', null));
  unwrap(await drive.stub.trash(drive.caller, { ids: [inner], trashTtlMs: DAY_MS }, null));
  expect(received.map(({ removed }) => removed)).toContain(true);
});
