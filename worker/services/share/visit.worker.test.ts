import { describe, expect, it } from 'vitest';
import { asNodeId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import { changeTree, makeWorld, setClock } from './share-fixture.ts';
import { peek } from './visit/peek.ts';

describe('pages loaded from the drive', () => {
  it('a page is loaded once for all visitors, until the tree changes', async () => {
    const world = makeWorld();
    const { shareId } = await world.create([world.drive.add('a')]);
    const views = await Promise.all(
      Array.from({ length: 100 }, (_, i) => world.open(shareId, {}, { address: `a${i}` })),
    );
    expect(views.every((view) => view.files.length === 1)).toBe(true);
    expect(world.drive.listings).toBe(1);
    await changeTree(world, shareId, false);
    await world.open(shareId);
    expect(world.drive.listings).toBe(2);
  });

  it('a page is neither cached nor shown when the tree changed during its load', async () => {
    const world = makeWorld();
    const top = world.drive.add('top', undefined, true);
    const file = world.drive.add('old', top);
    const { shareId } = await world.create([top]);
    const gate = Promise.withResolvers<void>();
    world.drive.gate = gate.promise;
    const slow = world.open(shareId, { parentId: top });
    while (world.drive.listings === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    world.drive.node(file).isLive = false;
    world.drive.gate = Promise.resolve();
    await changeTree(world, shareId);
    gate.resolve();
    expect((await slow).files).toEqual([]);
    expect((await world.open(shareId, { parentId: top })).files).toEqual([]);
  });

  it('a page is not shown when the link was cancelled during its load', async () => {
    const world = makeWorld();
    const { shareId } = await world.create([world.drive.add('a')]);
    const gate = Promise.withResolvers<void>();
    world.drive.gate = gate.promise;
    const slow = world.open(shareId);
    while (world.drive.listings === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    await remove(world.parts, world.owner, [shareId]);
    gate.resolve();
    expect(await slow).toMatchObject({ share_status: 'DELETED', files: [] });
  });
});

describe('views', () => {
  it('views count a visitor once in 10 minutes, and no crawlers, inner pages and heads', async () => {
    const world = makeWorld();
    const { shareId } = await world.create([world.drive.add('a')]);
    const count = async (): Promise<string | undefined> =>
      (await list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [] }, world.call())).data[0]?.view_count;
    for (let i = 0; i < 5; i++) await world.open(shareId);
    await world.open(shareId, {}, { address: '192.0.2.2' });
    await world.open(shareId, {}, { address: '192.0.2.3', userAgent: 'SomeBot/1.0' });
    await world.open(shareId, { parentId: asNodeId(newWireId()) }, { address: '192.0.2.4' });
    await peek(world.parts, { shareId, passCodeToken: '' }, world.call({ address: '192.0.2.5' }));
    expect(await count()).toBe('2');
    await setClock(shareId, Date.now() + 601_000);
    await world.open(shareId);
    expect(await count()).toBe('3');
  });

  it('views count a visitor who enters the passcode', async () => {
    const world = makeWorld();
    const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
    await world.open(shareId);
    await world.open(shareId, { passCode: 'wrong' });
    const { pass_code_token: passCodeToken } = await world.open(shareId, { passCode });
    await world.open(shareId, { passCodeToken });
    const { data } = await list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [] }, world.call());
    expect(data[0]?.view_count).toBe('1');
  });
});
