import { runInDurableObject } from 'cloudflare:test';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { asNodeId, asShareId } from '#shared/ids.ts';
import { dayOf } from '#shared/membership/calendar.ts';
import type { Period } from '#shared/share/statistics.contract.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { OwnTransfer, SendContent } from '#worker/services/drive/service.ts';
import { addPeople } from '#worker/services/drive/service.ts';
import { makeShareParts } from './deps.ts';
import { makeDirect } from './direct/direct-links.ts';
import { makeDirectRoutes } from './direct/endpoint.ts';
import { list } from './link/list.ts';
import { remove } from './link/remove.ts';
import { statistics } from './link/statistics.ts';
import { restore } from './save/restore.ts';
import {
  changeTree,
  foldViews,
  shareTest as it,
  makeWorld,
  NOW_MS,
  objects,
  peek,
  setClock,
  type World,
} from './share-fixture.ts';
import { totals } from './state/days.store.ts';
import type { CountedDay } from './state/days.ts';
import type { ShareObject } from './state/share.object.ts';
import * as store from './state/store.ts';
import { makeLinkCounts } from './visit/counting.ts';
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

it('a page is loaded once for all visitors, until the tree changes', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const views = await Promise.all(Array.from({ length: 100 }, (_, i) => world.open(shareId, {}, { address: `a${i}` })));
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
    runInDurableObject(world.deps.shares.getByName(shareId), (_object, state) => state.abort()).catch(() => undefined);
  await restart();
  expect((await world.open(shareId)).files.map(({ name }) => name)).toEqual(['a']);
  expect(world.drive.listings).toBe(1);
  await changeTree(world, shareId, false);
  await restart();
  await world.open(shareId);
  expect(world.drive.listings).toBe(2);
});

it('a page is neither cached nor shown when the tree changed during its load', async ({ world }) => {
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

it('a page is not shown when the link was cancelled during its load', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const gate = Promise.withResolvers<void>();
  world.drive.gate = gate.promise;
  const slow = world.open(shareId);
  while (world.drive.listings === 0) await new Promise((resolve) => setTimeout(resolve, 0));
  await remove(world.parts, world.owner, [shareId]);
  gate.resolve();
  expect(await slow).toMatchObject({ share_status: 'DELETED', files: [] });
});

const MOZILLA = 'Mozilla/5.0';

function figures(world: World, shareId: string, period: Period = '7') {
  return statistics(world.parts, world.owner, shareId, period);
}

function inLink<T>(shareId: string, work: (sql: SqlStorage, link: ShareObject) => T): Promise<T> {
  return runInDurableObject(objects.shares.getByName(shareId), (link: ShareObject, state) =>
    work(state.storage.sql, link),
  );
}

function countedDay(day: string, change: Partial<CountedDay> = {}): CountedDay {
  return { day, views: 0, parts: {}, people: '', ...change };
}

it('statistics count views, people, crawlers, downloads, bytes, saves and hosts of today', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  await setClock(shareId, NOW_MS);
  const from = (address: string, referrerHost = '', userAgent = MOZILLA) =>
    world.open(shareId, {}, { address, referrerHost, userAgent });
  await from('192.0.2.1', 'chat.example');
  await from('192.0.2.1', 'other.example');
  await from('192.0.2.2', 'chat.example');
  await from('192.0.2.3', 'app.test');
  await from('192.0.2.4', '__proto__');
  for (let times = 0; times < 2; times += 1) await from('192.0.2.5', 'chat.example', 'SomeBot/1.0');
  const counting: Promise<unknown>[] = [];
  const counts = makeLinkCounts({ ...world.parts, afterAnswer: (work) => void counting.push(work) });
  const start = async (address: string, what: string, userAgent = MOZILLA) => {
    counts.started(shareId, what, world.call({ address, userAgent }));
    await Promise.all(counting);
  };
  await start('192.0.2.1', 'file');
  await start('192.0.2.1', 'file');
  await start('192.0.2.1', 'another');
  await start('192.0.2.2', 'file');
  await start('192.0.2.2', 'third', 'SomeBot/1.0');
  counts.sent(shareId, 1_000);
  counts.sent(shareId, 24);
  await restore(world.parts, world.person(), { shareId, passCodeToken: '', fileIds: [], parentId: null }, world.call());
  await foldViews(world, shareId);
  const answer = await figures(world, shareId);
  const total = {
    view_count: '4',
    save_count: '1',
    download_count: '3',
    bytes: '1024',
    crawler_count: '2',
    request_count: '0',
  };
  expect(answer.days).toHaveLength(7);
  expect(answer.days.at(-1)).toEqual({ day: '2027-01-15', people_count: '4', ...total });
  expect(answer.days[5]).toMatchObject({ day: '2027-01-14', view_count: '0', people_count: '0' });
  expect([answer.period, answer.total]).toEqual([{ people_count: '4', ...total }, total]);
  expect(answer.referrers).toEqual([
    { kind: 'host', host: 'chat.example', view_count: '2' },
    { kind: 'host', host: '__proto__', view_count: '1' },
    { kind: 'direct', host: '', view_count: '1' },
  ]);
});

it('statistics of links of other people are not found, nor those of a cancelled link', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const other = makeWorld();
  await expect(figures(other, shareId)).rejects.toMatchObject({ errorName: 'not_found' });
  await figures(world, shareId);
  await remove(world.parts, world.owner, [shareId]);
  await expect(figures(world, shareId)).rejects.toMatchObject({ errorName: 'not_found' });
});

it('counts that come twice and late change nothing, and the views of a link are those of its days', async () => {
  const world = makeWorld();
  const { shareId } = await world.create([world.drive.add('a')]);
  await setClock(shareId, NOW_MS);
  const share = objects.shares.getByName(shareId);
  const people = (...names: string[]) =>
    addPeople(
      '',
      names.map((name) => name.repeat(11)),
    );
  const early = countedDay('2027-01-15', { views: 2, parts: { b: 10, 'h/a.test': 2 }, people: people('a', 'b') });
  const late = countedDay('2027-01-15', { views: 3, parts: { b: 30, 'h/a.test': 3 }, people: people('a', 'b', 'c') });
  const before = countedDay('2027-01-14', { views: 1, parts: { 'h/-': 1 }, people: people('c') });
  for (const days of [[early], [late, before], [early], [late], [before]]) await share.daysCounted(days);
  // Views that an earlier program counted without their day.
  for (const views of [5, 4, 5]) await share.viewsCounted(views);
  const { period, total } = await figures(world, shareId);
  expect([period.view_count, period.people_count, period.bytes]).toEqual(['4', '3', '30']);
  expect(total.view_count).toBe('9');
  expect((await share.summary(world.owner.userId))?.viewCount).toBe(9);
});

it('the first view of a link is an event, and no later one is', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('Holiday')]);
  const share = objects.shares.getByName(shareId);
  const told: unknown[] = [];
  await inLink(shareId, (_sql, link) => {
    Object.assign(link, {
      deliver: async (items: readonly { id: string; event: string; payload: unknown }[]) => {
        for (const { event, payload } of items) if (event === 'share.visited') told.push(payload);
        return items.map(({ id }) => id);
      },
    });
  });
  const counted = async (views: number, crawlers = 0) => {
    await share.daysCounted([countedDay('2027-01-15', { views, parts: { c: crawlers } })]);
    await inLink(shareId, (_sql, link) => (link as unknown as { drain(): Promise<void> }).drain());
  };
  await counted(0, 3);
  expect(told).toEqual([]);
  for (const views of [1, 1, 4]) await counted(views);
  expect(told).toEqual([{ ownerId: world.owner.userId, shareId, title: 'Holiday' }]);
});

it('statistics of a link: days before the last 400 become one sum, and totals stay', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const share = objects.shares.getByName(shareId);
  const startMs = Date.UTC(2027, 0, 1);
  await inLink(shareId, (_sql, link) => {
    for (let day = 0; day < 410; day += 1) {
      const nowMs = startMs + day * DAY_MS;
      Object.assign(link, { clock: { nowMs: () => nowMs } });
      const parts = { b: 10, 'h/-': 1, [`h/${day}.test`]: 1 };
      link.daysCounted([countedDay(dayOf(nowMs), { views: 2, parts, people: addPeople('', [`person${day}`]) })]);
    }
  });
  const rows = await inLink(shareId, (sql) =>
    sql
      .exec<{ day: string; views: number; hosts: string; people_estimate: string }>('SELECT * FROM days ORDER BY day')
      .toArray(),
  );
  expect([rows.length, rows[0]?.day, rows[0]?.views, rows[1]?.day]).toEqual([402, '', 18, '2027-01-10']);
  expect(JSON.parse(rows[0]?.hosts ?? '')).toMatchObject({ '-': 9, '0.test': 1 });
  expect(rows.filter(({ people_estimate: estimate }) => estimate !== '')).toHaveLength(96);
  expect(await inLink(shareId, (sql) => totals(sql))).toMatchObject({ views: 820, bytes: 4_100 });
  expect((await share.summary(world.owner.userId))?.viewCount).toBe(820);
  // A day that is no longer kept.
  await share.daysCounted([countedDay('2027-01-02', { views: 9 })]);
  expect((await share.summary(world.owner.userId))?.viewCount).toBe(820);
});

it('a save that was taken back is on no day', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const claim = (requestKey: string) =>
    objects.shares.getByName(shareId).claimRestore({ requestKey, recipientId: 'Vbob', passVersion: null });
  const saves = () => inLink(shareId, (sql) => [totals(sql).saves, store.shareRow(sql)?.restore_count]);
  await setClock(shareId, NOW_MS);
  await claim('one');
  await claim('two');
  await setClock(shareId, NOW_MS + DAY_MS);
  await claim('three');
  expect(await saves()).toEqual([3, 3]);
  for (const requestKey of ['one', 'two', 'three'])
    await objects.shares.getByName(shareId).releaseRestore({ requestKey, again: false, saved: null });
  expect(await saves()).toEqual([0, 0]);
});

it('a closed account leaves sums of its links, and neither days nor hosts', async ({ world }) => {
  const { shareId } = await world.create([world.drive.add('a')]);
  const share = objects.shares.getByName(shareId);
  const day = countedDay(dayOf(Date.now()), { views: 3, parts: { 'h/a.test': 3 } });
  await share.daysCounted([day]);
  await share.cancel(world.owner.userId, shareId, true);
  await share.daysCounted([{ ...day, views: 5 }]);
  const rows = await inLink(shareId, (sql) => sql.exec('SELECT day, views, hosts FROM days').toArray());
  expect(rows).toEqual([{ day: '', views: 3, hosts: '{}' }]);
});

const TRANSFER = { atOnce: 1, traffic: { totalBytes: 10, leftBytes: 10, usedBytes: 0 }, slowBytesPerSecond: null };

async function direct(transfer: OwnTransfer | null, hours = 0) {
  const world = makeWorld();
  world.drive.transfer = transfer;
  const { share_id: shareId, url } = await makeDirect(
    world.parts,
    world.owner,
    { fileId: world.drive.add('a'), hours },
    world.call(),
  );
  await setClock(shareId, NOW_MS);
  const sent: (OwnTransfer | undefined)[] = [];
  const send: SendContent = async (_c, _claims, content) => {
    sent.push(content.transfer);
    return new Response('bytes');
  };
  const routes = new Hono<AppEnv>();
  routes.use(async (c, next) => {
    c.set('hostKind', 'content');
    c.set('call', world.call({ referrerHost: 'forum.example' }));
    await next();
  });
  routes.route('/', makeDirectRoutes({ parts: world.parts, counts: makeLinkCounts(world.parts), send }));
  return { world, shareId, sent, get: (method = 'GET') => routes.request(url, { method }) };
}

it('requests are counted with their hosts, apart from views, and HEAD is none', async () => {
  const { world, shareId, get } = await direct(null);
  for (const method of ['GET', 'HEAD', 'GET']) expect((await get(method)).status).toBe(200);
  await foldViews(world, shareId);
  const answer = await figures(world, shareId);
  expect([answer.direct, answer.total.request_count, answer.total.view_count]).toEqual([true, '2', '0']);
  expect(answer.referrers).toEqual([{ kind: 'host', host: 'forum.example', view_count: '2' }]);
});

it('a direct link for some hours opens nothing after them', async () => {
  const { shareId, get } = await direct(null, 12);
  await setClock(shareId, NOW_MS + 13 * HOUR_MS);
  expect((await get()).status).toBe(404);
});

it('visitors of a direct link share no places with the downloads of its owner', async () => {
  const { sent, get } = await direct(TRANSFER);
  await get();
  expect(sent).toEqual([{ ...TRANSFER, atOnce: Number.MAX_SAFE_INTEGER }]);
});

it('without traffic left a direct link is slow, or answers a page that says nothing about its owner', async () => {
  const used = { ...TRANSFER, traffic: { ...TRANSFER.traffic, leftBytes: 0 } };
  const slow = await direct({ ...used, slowBytesPerSecond: 1_000 });
  expect([(await slow.get()).status, slow.sent[0]?.slowBytesPerSecond]).toEqual([200, 1_000]);
  const over = await direct(used);
  const answer = await over.get();
  expect([answer.status, answer.headers.get('retry-after'), over.sent]).toEqual([429, '3600', []]);
  expect(await answer.text()).not.toMatch(/alice|traffic/i);
});

it('views count a visitor once in 10 minutes, and no crawlers, inner pages, heads and owners', async ({ world }) => {
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
  await world.open(shareId, {}, { address: '192.0.2.6', caller: world.owner });
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

it('views count a visitor who enters the passcode', async ({ world }) => {
  const { shareId, passCode } = await world.create([world.drive.add('a')], { passCodeRequired: true });
  await world.open(shareId);
  await world.open(shareId, { passCode: 'wrong' });
  const { pass_code_token: passCodeToken } = await world.open(shareId, { passCode });
  await world.open(shareId, { passCodeToken });
  await foldViews(world, shareId);
  const { data } = await list(world.parts, world.owner, { limit: 0, pageToken: '', ids: [] }, world.call());
  expect(data[0]?.view_count).toBe('1');
});
