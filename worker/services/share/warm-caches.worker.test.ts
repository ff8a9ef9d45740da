/** Removals with warm caches: links that were opened so often that isolates serve them without asking. */
import { beforeEach, expect, test } from 'vitest';
import { asNodeId, asShareId, type NodeId, type ShareId } from '#shared/ids.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { type Clock, systemClock } from '#worker/platform/clock.ts';
import type { LinkClaims } from '#worker/services/drive/service.ts';
import { countedShares } from './counted-shares-fixture.ts';
import { makeShareParts, type ShareParts } from './deps.ts';
import { onTreesChanged } from './events.ts';
import { audit } from './link/audit.ts';
import { remove } from './link/remove.ts';
import { claimsOf, makeWorld, objects, setClock, type World } from './share-fixture.ts';
import { newPassHash } from './state/pass-hash.ts';
import { open } from './visit/open.ts';
import { openContent } from './visit/open-content.ts';

let world: World;
let shiftMs = 0;
let calls: string[] = [];
/** Null: time goes on. Else it stands: a lease of less than a second would end on a busy machine before it is used. */
let standsAtMs: number | null = null;
const clock: Clock = { nowMs: () => (standsAtMs ?? systemClock.nowMs()) + shiftMs };

/** Moves on to the time that it is, and stands. */
function standNow(): void {
  standsAtMs = systemClock.nowMs();
}

const shares = countedShares((method) => void calls.push(method));

/** Work after answers of all isolates: writes to the cache of the data centre. */
let pending: Promise<unknown>[] = [];

function isolate(): ShareParts {
  return makeShareParts({ ...world.deps, shares, clock, afterAnswer: (work) => void pending.push(work) });
}

beforeEach(() => {
  world = makeWorld();
  shiftMs = 0;
  standNow();
  calls = [];
  pending = [];
});

function view(parts: ShareParts, shareId: ShareId, parentId: NodeId = asNodeId('')) {
  const query = { passCode: '', passCodeToken: '', limit: 0, pageToken: '', foldersFirst: true } as const;
  // Without a viewer nothing is counted: the timer of a counter would be waited for.
  const call = world.call({ nowMs: clock.nowMs(), address: '', deviceId: '' });
  return open(parts, { ...query, shareId, parentId, order: 'name_asc' }, call);
}

/** Opens a link until it is served without a question, and a content link of it. */
async function warm(parts: ShareParts, shareId: ShareId): Promise<LinkClaims> {
  for (let times = 0; times < 3; times += 1) expect((await view(parts, shareId)).share_status).toBe('OK');
  calls = [];
  const { share_status, files } = await view(parts, shareId);
  expect([share_status, calls]).toEqual(['OK', []]);
  const claims = claimsOf(files.find(({ web_content_link }) => web_content_link !== '')?.web_content_link ?? '');
  for (let times = 0; times < 2; times += 1) expect((await openContent(parts, claims))?.content).toBeTruthy();
  await Promise.all(pending);
  return claims;
}

const treeEvent = (shareId: string) => ({
  id: 'e',
  event: 'drive.tree-changed',
  source: world.owner.userId,
  payload: { shareIds: [shareId], removed: true },
});

type Removal = (shareId: ShareId, file: NodeId) => Promise<unknown>;
const terms = async (shareId: ShareId, change: object) =>
  objects.shares.getByName(shareId).setTerms({ ownerId: world.owner.userId, seq: 1, terms: change });

const REMOVALS: Record<string, { run: Removal; status: string }> = {
  'the trash takes its last file': {
    status: 'DELETED',
    run: (shareId, file) => {
      world.drive.node(file).isLive = false;
      return onTreesChanged(world.deps, [treeEvent(shareId)]);
    },
  },
  'its owner closes it': { status: 'DELETED', run: (shareId) => remove(world.parts, world.owner, [shareId]) },
  'an operator bans it': {
    status: 'PROHIBITED',
    run: (_shareId, file) =>
      audit(world.parts, {
        ownerId: world.owner.userId,
        fileIds: [file],
        gcids: [],
        status: 'PROHIBITED',
        operatorId: world.owner.userId,
      }),
  },
  'its owner sets a passcode': {
    status: 'PASS_CODE_EMPTY',
    run: async (shareId) => terms(shareId, { pass: await newPassHash(world.keyring, 'other') }),
  },
  'its owner lets it expire': {
    status: 'EXPIRED',
    run: (shareId) => terms(shareId, { expiresAtMs: systemClock.nowMs() }),
  },
};

test.each(Object.entries(REMOVALS))(
  'a popular link is closed at once everywhere when %s',
  async (_what, { run, status }) => {
    const file = world.drive.add('secret.txt');
    const shareId = asShareId((await world.create([file])).shareId);
    const [here, there] = [isolate(), isolate()];
    const claims = await warm(here, shareId);
    await warm(there, shareId);
    await run(shareId, file);
    standNow();
    for (const parts of [here, there, isolate()]) {
      const seen = await view(parts, shareId);
      expect([seen.share_status, seen.files, seen.title]).toEqual([status, [], '']);
    }
    if (status !== 'EXPIRED') expect(await openContent(here, claims)).toBeNull();
  },
);

test('a file that leaves a popular link is gone at once, and the rest stays', async () => {
  const top = world.drive.add('top', undefined, true);
  const [secret, rest] = [world.drive.add('secret.txt', top), world.drive.add('rest.txt', top)];
  const shareId = asShareId((await world.create([top])).shareId);
  const parts = isolate();
  for (let times = 0; times < 4; times += 1) await view(parts, shareId, top);
  calls = [];
  expect((await view(parts, shareId, top)).files.map(({ id }) => id)).toEqual(expect.arrayContaining([secret, rest]));
  expect(calls).toEqual([]);
  world.drive.node(secret).isLive = false;
  await onTreesChanged(world.deps, [treeEvent(shareId)]);
  standNow();
  for (const one of [parts, isolate()])
    expect((await view(one, shareId, top)).files.map(({ id }) => id)).toEqual([rest]);
});

test('a popular link expires to the second, within a lease', async () => {
  const file = world.drive.add('a.txt');
  const { shareId: id } = await world.create([file], { expirationDays: 1 });
  const shareId = asShareId(id);
  const expiresAtMs = clock.nowMs() + DAY_MS;
  await terms(shareId, { expiresAtMs });
  shiftMs = DAY_MS - 2 * SECOND_MS;
  await setClock(shareId, clock.nowMs());
  const parts = isolate();
  for (let times = 0; times < 3; times += 1) await view(parts, shareId);
  calls = [];
  expect((await view(parts, shareId)).share_status).toBe('OK');
  expect(calls).toEqual([]);
  // The lease would go on; the link has ended.
  const snapshotMs = clock.nowMs();
  await setClock(shareId, expiresAtMs);
  shiftMs += expiresAtMs - snapshotMs;
  expect(await view(parts, shareId)).toMatchObject({ share_status: 'EXPIRED', files: [] });
  expect(calls).toEqual(['visit']);
});

test('an isolate that never asked serves the answer of another one of its data centre', async () => {
  const shareId = asShareId((await world.create([world.drive.add('a.txt')])).shareId);
  await warm(isolate(), shareId);
  calls = [];
  const seen = await view(isolate(), shareId);
  expect([seen.files.length, calls]).toEqual([1, []]);
});

test.each(['', 'x', 'AAAA.{}', '.{"version":1}'])(
  'a text in the data centre that is not ours (%s) is not served',
  async (text) => {
    const shareId = asShareId((await world.create([world.drive.add('a.txt')])).shareId);
    const forged = { get: async () => text, put: async () => undefined };
    const parts = makeShareParts({ ...world.deps, shares, clock, dataCentre: forged });
    expect((await view(parts, shareId)).files).toHaveLength(1);
    expect(calls.length).toBeGreaterThan(0);
  },
);

test('an answer of one link is not served for another one', async () => {
  const stored = new Map<string, string>();
  const dataCentre = {
    get: async () => [...stored.values()].at(-1) ?? null,
    put: async (key: string, text: string) => void stored.set(key, text),
  };
  const first = asShareId((await world.create([world.drive.add('first.txt')])).shareId);
  const second = asShareId((await world.create([world.drive.add('second.txt')])).shareId);
  const make = () =>
    makeShareParts({ ...world.deps, shares, clock, dataCentre, afterAnswer: (work) => void pending.push(work) });
  await warm(make(), first);
  expect(stored.size).toBe(1);
  expect((await view(make(), second)).files.map(({ name }) => name)).toEqual(['second.txt']);
});

test.each([
  ['with a passcode', { passCodeRequired: true }],
  ['with a number of saves', { restoreLimit: 3 }],
])('a link %s is asked at every visit', async (_what, change) => {
  const { shareId: id, passCode } = await world.create([world.drive.add('a')], change);
  const shareId = asShareId(id);
  const parts = isolate();
  const query = {
    passCode,
    limit: 0,
    pageToken: '',
    foldersFirst: true,
    order: 'name_asc',
    parentId: asNodeId(''),
  } as const;
  const { pass_code_token: passCodeToken } = await open(parts, { ...query, shareId, passCodeToken: '' }, world.call());
  for (let times = 0; times < 5; times += 1) {
    calls = [];
    await open(parts, { ...query, passCode: '', shareId, passCodeToken }, world.call({ nowMs: clock.nowMs() }));
    expect(calls).toEqual(['visit']);
  }
});

test('a thousand views of a popular link ask it about once a second, and write a row', async () => {
  standsAtMs = null;
  const shareId = asShareId((await world.create([world.drive.add('a.txt')])).shareId);
  const parts = isolate();
  const startedMs = systemClock.nowMs();
  for (let times = 0; times < 1_000; times += 1) await view(parts, shareId);
  const seconds = (systemClock.nowMs() - startedMs) / SECOND_MS;
  expect(calls.length).toBeLessThanOrEqual(4 + 2 * seconds);
});
