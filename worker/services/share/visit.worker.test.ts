import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { makeShareParts } from './deps.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import { changeTree, foldViews, makeWorld, peek } from './share-fixture.ts';
import { open } from './visit/open.ts';

const QUERY = (shareId: string) => ({
  shareId: asShareId(shareId),
  passCode: '',
  passCodeToken: '',
  parentId: asNodeId(''),
  limit: 0,
  pageToken: '',
  order: 'mod_desc' as const,
  foldersFirst: true,
});

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

  it('a page that this isolate has is not read again by an object that was started anew, until the tree changes', async () => {
    const world = makeWorld();
    const { shareId } = await world.create([world.drive.add('a')], { passCodeRequired: false, restoreLimit: 9 });
    await world.open(shareId);
    const restart = () =>
      runInDurableObject(world.deps.shares.getByName(shareId), (_object, state) => state.abort()).catch(
        () => undefined,
      );
    await restart();
    expect((await world.open(shareId)).files.map(({ name }) => name)).toEqual(['a']);
    expect(world.drive.listings).toBe(1);
    await changeTree(world, shareId, false);
    await restart();
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
    // One network of IPv6 is one viewer.
    for (const end of ['1', '2', '3']) await world.open(shareId, {}, { address: `2001:db8:0:7::${end}` });
    await world.open(shareId, { parentId: asNodeId(newWireId()) }, { address: '192.0.2.4' });
    await peek(world.parts, { shareId, passCodeToken: '' }, world.call({ address: '192.0.2.5' }));
    await foldViews(world, shareId);
    expect(await count()).toBe('3');
    // Another isolate: the shard has counted two of the visitors.
    const elsewhere = { ...world.parts, views: makeShareParts(world.deps).views };
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.9'])
      await open(elsewhere, QUERY(shareId), world.call({ address }));
    await elsewhere.views.flush();
    await elsewhere.views.fold(shareId);
    expect(await count()).toBe('4');
  });

  it('views count a visitor who enters the passcode', async () => {
    const world = makeWorld();
    const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
    await world.open(shareId);
    await world.open(shareId, { passCode: 'wrong' });
    const { pass_code_token: passCodeToken } = await world.open(shareId, { passCode });
    await world.open(shareId, { passCodeToken });
    await foldViews(world, shareId);
    const { data } = await list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [] }, world.call());
    expect(data[0]?.view_count).toBe('1');
  });
});
