import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { asShareId, asUserId } from '#shared/ids.ts';
import { dayOf } from '#shared/membership/calendar.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { contentSourcesOf } from '../content-sources.ts';
import { makeDrive, driveTest as test } from '../drive-fixture.ts';
import { bytesOf, makeUploader } from '../upload/upload-fixture.ts';
import type { LinkClaims, OpenContent } from './claims.ts';
import { makeContentRoutes } from './endpoint.ts';
import { contentLink, linkKeyOf, shareContentLinks, verifyContentLink } from './link.ts';
import { type LinkTraffic, makeLinkTraffic, readSubject } from './link-traffic.ts';

const objects = objectsOf(bound as unknown as Env);
const clock = { nowMs: () => Date.now() };

function trafficOf(): LinkTraffic {
  return makeLinkTraffic({ tallies: objects.tallies, clock, afterAnswer: () => undefined });
}

test('bytes of links are in the sum of their owner at once, and in the drive after a fold', async ({ drive }) => {
  unwrap(await drive.stub.space(drive.caller));
  const userId = asUserId(drive.caller.userId);
  const today = dayOf(Date.now());
  const [here, there] = [trafficOf(), trafficOf()];
  here.add(userId, 100);
  here.add(userId, 20);
  there.add(userId, 3);
  await here.flush();
  await there.flush();
  expect([await here.usedOn(userId, today), await here.usedOn(userId, '2026-01-01')]).toEqual([123, 0]);
  expect(unwrap(await drive.stub.sentBytes(drive.caller, 7))).toBe(0);
  await here.fold(userId);
  expect(unwrap(await drive.stub.sentBytes(drive.caller, 7))).toBe(123);
  there.add(userId, 7);
  await there.flush();
  await there.fold(userId);
  expect([await here.usedOn(userId, today), unwrap(await drive.stub.sentBytes(drive.caller, 7))]).toEqual([130, 130]);
});

test('sums that come late or twice change nothing, and a drive that never was is not made', async ({ drive }) => {
  unwrap(await drive.stub.space(drive.caller));
  const day = dayOf(Date.now());
  for (const [shard, bytes] of [
    [1, 10],
    [1, 30],
    [1, 20],
    [2, 5],
    [1, 30],
  ] as const)
    unwrap(await drive.stub.setLinkTraffic({ day, shard, bytes }));
  expect(unwrap(await drive.stub.sentBytes(drive.caller, 7))).toBe(35);
  const absent = makeDrive();
  expect(await absent.stub.setLinkTraffic({ day, shard: 1, bytes: 1 })).toMatchObject({ ok: true });
  expect(await absent.inside((object) => (object as unknown as { exists(): boolean }).exists())).toBe(false);
});

test.each(['', 'a', 'a.b', '.2026-11-25', 'a.2026-11-25.x', 'a.2026-1-1'])('%j names no owner and day', (subject) => {
  expect(readSubject(subject)).toBeNull();
});

test('a download of a visitor calls no drive, and its bytes are those of the owner', async () => {
  const person = makeUploader();
  const bytes = bytesOf(1_000, 3);
  await person.upload(bytes, { name: 'a.bin' });
  const { found } = unwrap(await person.stub.largest(person.caller, { pageToken: '', rows: 1, kind: '' }));
  const row = found[0]?.row;
  const shared = unwrap(await person.stub.sharedFile([row?.id ?? ''], row?.id ?? ''));
  const content = shared?.content as OpenContent;
  const calls: string[] = [];
  const drives = { getByName: (name: string) => calls.push(name) };
  const counted: [string, number][] = [];
  const ofLink: unknown[] = [];
  let leaseMs = 750;
  let opened = 0;
  const routes = new Hono<AppEnv>();
  routes.use(async (c, next) => {
    c.set('hostKind', 'content');
    await next();
  });
  routes.route(
    '/',
    makeContentRoutes({
      ...person.deps,
      linkTraffic: {
        add: (ownerId, sizeBytes) => void counted.push([ownerId, sizeBytes]),
        fold: () => Promise.reject(new Error('a link of a share folds nothing')),
      },
      linkCounts: {
        sent: (shareId, sizeBytes) => void ofLink.push([shareId, sizeBytes]),
        requested: () => undefined,
        started: (shareId, what) => void ofLink.push([shareId, what]),
      },
      ...contentSourcesOf(
        { ...person.deps, drives },
        {
          share: async () => {
            opened += 1;
            return { content, leaseMs };
          },
          evidence: async () => null,
        },
      ),
    }),
  );
  const share = { ownerId: person.caller.userId, shareId: asShareId(newWireId()), epoch: 1 };
  const links = await shareContentLinks(person.deps, { ...share, expiresAtMs: Date.now() + 60_000 });
  const { url } = links(row?.id ?? '', linkKeyOf(content.contentKey), 'a.bin');
  const get = async (range = '', method = 'GET', signs: Record<string, string> = {}) => {
    const context = createExecutionContext();
    const answer = await routes.request(
      new Request(url, { method, headers: range ? { range } : signs }),
      undefined,
      undefined,
      context,
    );
    const got = new Uint8Array(await answer.arrayBuffer());
    await waitOnExecutionContext(context);
    return got;
  };
  expect(await get()).toEqual(bytes);
  expect(await get('bytes=0-9')).toEqual(bytes.slice(0, 10));
  expect([calls, counted, opened]).toEqual([
    [],
    [
      [share.ownerId, 1_000],
      [share.ownerId, 10],
    ],
    1,
  ]);
  // A download begins with the first byte; a later range, a head and an answer without bytes begin none.
  await get('bytes=5-8');
  await get('bytes=5000-');
  await get('', 'HEAD');
  const { shareId } = share;
  expect(ofLink).toEqual([
    [shareId, row?.id],
    [shareId, 1_000],
    [shareId, row?.id],
    [shareId, 10],
    [shareId, 4],
  ]);
  leaseMs = 0;
  // Bytes that a page reads to show them are sent and are no download; a download by the browser is one.
  ofLink.length = 0;
  for (const [mode, dest] of [
    ['cors', 'empty'],
    ['no-cors', 'image'],
    ['no-cors', 'video'],
  ])
    await get('', 'GET', { 'sec-fetch-mode': mode ?? '', 'sec-fetch-dest': dest ?? '' });
  expect(ofLink).toEqual(Array.from({ length: 3 }, () => [shareId, 1_000]));
  await get('', 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' });
  await get('', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' });
  expect(ofLink.slice(3)).toEqual([
    [shareId, row?.id],
    [shareId, 1_000],
    [shareId, row?.id],
    [shareId, 1_000],
  ]);
  const other = links(row?.id ?? '', linkKeyOf(content.contentKey), 'b.bin').url;
  expect(other).not.toBe(url);
});

const keys = ['1', '2'].map((digit) => `1-${digit.repeat(64)}` as LinkClaims['contentKey']);
const share = {
  ownerId: 'Vowner' as LinkClaims['ownerId'],
  shareId: asShareId('Vshare'),
  epoch: 3,
  expiresAtMs: 2_000_000_000_000,
};
const nowMs = share.expiresAtMs - 1_000;
const { deps } = makeUploader();
const tokenOf = (url: string): string => url.split('/')[4] ?? '';

test('a link of a share opens one file of it, until its end', async () => {
  const links = await shareContentLinks(deps, share);
  const token = tokenOf(links('Vnode', linkKeyOf(keys[0] ?? ''), 'x').url);
  const claims = await verifyContentLink(deps.keyring, token, nowMs);
  expect(claims).toEqual({
    kind: 'share',
    ownerId: share.ownerId,
    nodeId: 'Vnode',
    contentKey: keys[0],
    expiresAtMs: share.expiresAtMs,
    attachment: true,
    shareId: share.shareId,
    shareEpoch: 3,
  });
  expect(await verifyContentLink(deps.keyring, token, share.expiresAtMs)).toBeNull();
  // One at a time and for all files of a page, a link is the same.
  expect(tokenOf((await contentLink(deps, claims as LinkClaims, 'x')).url)).toBe(token);
});

test('no part of a link can be taken from another link of the same page, share or owner', async () => {
  const fieldsOf = async (change: Partial<typeof share>, nodeId: string, key: string) =>
    tokenOf((await shareContentLinks(deps, { ...share, ...change }))(nodeId, linkKeyOf(key), 'x').url).split('.');
  const mine = await fieldsOf({}, 'Vnode', keys[0] ?? '');
  const others = [
    await fieldsOf({}, 'Vother', keys[1] ?? ''),
    await fieldsOf({ shareId: asShareId('Vshare2') }, 'Vnode', keys[0] ?? ''),
    await fieldsOf({ epoch: 4, expiresAtMs: share.expiresAtMs + 600_000 }, 'Vnode', keys[0] ?? ''),
    await fieldsOf({ ownerId: 'Vowner2' as LinkClaims['ownerId'] }, 'Vnode', keys[0] ?? ''),
  ];
  for (const other of others)
    for (const [at, field] of other.entries()) {
      if (field === mine[at]) continue;
      expect(await verifyContentLink(deps.keyring, mine.with(at, field).join('.'), nowMs)).toBeNull();
    }
  for (const bad of [
    mine.slice(1),
    mine.slice(0, -1),
    [...mine, ''],
    mine.with(1, 'i'),
    mine.with(0, 'd'),
    mine.with(8, ''),
  ])
    expect(await verifyContentLink(deps.keyring, bad.join('.'), nowMs)).toBeNull();
});
