/** Looks at small images of a share: what they cost, and that they stop with what they were made for. */
import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { asNodeId, asShareId, type NodeId, type ShareId } from '#shared/ids.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import { type Clock, systemClock } from '#worker/platform/clock.ts';
import type { ImageSource } from '#worker/services/drive/service.ts';
import { countedShares } from './counted-shares-fixture.ts';
import { makeShareParts, type ShareParts } from './deps.ts';
import { audit } from './link/audit.ts';
import type { CreateShareInput } from './link/create.ts';
import { remove } from './link/remove.ts';
import { changeTree, claimsOf, makeWorld, objects, setClock, type World } from './share-fixture.ts';
import { newPassHash } from './state/pass-hash.ts';
import { open } from './visit/open.ts';
import { makePictures } from './visit/pictures.ts';

const COUNT = 100;

let world: World;
let calls: string[] = [];
/** Time stands: a lease of less than a second would end on a busy machine before it is used. */
let nowMs = 0;
const clock: Clock = { nowMs: () => nowMs };

beforeEach(() => {
  world = makeWorld();
  calls = [];
  nowMs = systemClock.nowMs();
});

interface Isolate {
  readonly parts: ShareParts;
  readonly images: ImageSource;
}

function isolate(): Isolate {
  const shares = countedShares((method) => void calls.push(method));
  const parts = makeShareParts({ ...world.deps, shares, clock, limits: { ...world.deps.limits, pageRows: 1_000 } });
  return { parts, images: makePictures(parts) };
}

/** A page of a link as a visitor saw it, and looks at its images. */
async function viewed(terms: Partial<CreateShareInput> = {}, { parts, images }: Isolate = isolate()) {
  const top = world.drive.add('top', undefined, true);
  const ids = Array.from({ length: COUNT }, (_, at) => world.drive.add(`${at}.png`, top));
  const { shareId: id, passCode } = await world.create([top], terms);
  const shareId = asShareId(id);
  const query = { shareId, limit: 0, pageToken: '', order: 'name_asc', foldersFirst: true } as const;
  // Without a viewer nothing is counted: the timer of a counter would be waited for.
  const call = world.call({ nowMs: clock.nowMs(), address: '', deviceId: '' });
  const first = await open(parts, { ...query, passCode, passCodeToken: '', parentId: asNodeId('') }, call);
  const passCodeToken = first.pass_code_token;
  const { files } = await open(parts, { ...query, passCode: '', passCodeToken, parentId: top }, call);
  expect(files).toHaveLength(COUNT);
  const epoch = claimsOf(files[0]?.web_content_link ?? '').shareEpoch ?? 0;
  calls = [];

  /** As by the address in the page that was viewed. */
  const look = async (nodeId: NodeId, from = images): Promise<string> => {
    const contentMark = `${ids.indexOf(nodeId)}.png`;
    const scope = { kind: 'share', ownerId: world.owner.userId, holder: shareId, epoch } as const;
    const picture = await from({ ...scope, expiresAtMs: nowMs + DAY_MS, nodeId, contentMark, isLarge: false });
    return picture ? 'shown' : 'refused';
  };
  const lookAtAll = (from = images) => Promise.all(ids.map((one) => look(one, from)));
  return { shareId, epoch, top, ids, look, lookAtAll };
}

const all = (answer: 'shown' | 'refused') => Array(COUNT).fill(answer);

test('cost one question to the link and one to the drive when they are asked for at once', async () => {
  const { lookAtAll } = await viewed();
  expect(await lookAtAll()).toEqual(all('shown'));
  expect([calls, world.drive.pictures, world.drive.files]).toEqual([['pictures'], 1, 0]);
});

test('cost one question to the link and one to the drive when they are asked for one after another', async () => {
  const { ids, look } = await viewed();
  for (const id of ids) expect(await look(id)).toBe('shown');
  expect([calls, world.drive.pictures, world.drive.files]).toEqual([['pictures'], 1, 0]);
});

test('cost the link one question a lease, and the drive no more', async () => {
  const { shareId, lookAtAll } = await viewed();
  await lookAtAll();
  for (let round = 1; round <= 3; round += 1) {
    nowMs += SECOND_MS;
    await setClock(shareId, nowMs);
    calls = [];
    await lookAtAll();
    expect(await lookAtAll()).toEqual(all('shown'));
    expect([calls, world.drive.pictures]).toEqual([['pictures'], 1]);
  }
});

test('the images of a page of a link are read from the drive once for all isolates', async () => {
  const { lookAtAll } = await viewed();
  await Promise.all(Array.from({ length: 5 }, () => lookAtAll(isolate().images)));
  expect([calls.length, world.drive.pictures]).toEqual([5, 1]);
});

test('the images of a page of a link are read together when the link no longer has the page in memory', async () => {
  const { shareId, lookAtAll } = await viewed();
  await objects.shares.getByName(shareId).setSize(world.owner.userId, { fileCount: COUNT, sizeBytes: COUNT });
  expect(await lookAtAll()).toEqual(all('shown'));
  expect([calls, world.drive.pictures]).toEqual([['pictures'], 1]);
});

test('the images of a page of a link are asked for again after an error of the drive', async () => {
  const { lookAtAll, look, ids } = await viewed();
  const [first] = ids;
  world.drive.gate = Promise.reject(new AppError('unavailable'));
  world.drive.gate.catch(() => undefined);
  await expect(lookAtAll()).rejects.toMatchObject({ errorName: 'unavailable' });
  world.drive.gate = Promise.resolve();
  expect(first && (await look(first))).toBe('shown');
});

const UNLEASED: [string, Partial<CreateShareInput>][] = [
  ['with a passcode', { passCodeRequired: true }],
  ['with a number of saves', { restoreLimit: 3 }],
];
const ALL_TERMS: typeof UNLEASED = [['without terms', {}], ...UNLEASED];

describe.each(UNLEASED)('the images of a page of a link %s', (_what, terms) => {
  test('cost one question to the link each time they are asked for at once, and the drive one', async () => {
    const { lookAtAll } = await viewed(terms);
    for (let times = 0; times < 3; times += 1) {
      calls = [];
      expect(await lookAtAll()).toEqual(all('shown'));
      expect(calls).toEqual(['pictures']);
    }
    expect(world.drive.pictures).toBe(1);
  });

  test('are asked for at every look', async () => {
    const { ids, look } = await viewed(terms);
    for (const id of ids.slice(0, 5)) await look(id);
    expect(calls).toEqual(Array(5).fill('pictures'));
  });

  test('that are asked for while a question is under way are answered by the next one', async () => {
    const { shareId, ids, look } = await viewed(terms);
    let openGate: () => void = () => undefined;
    world.drive.gate = new Promise((resolve) => {
      openGate = resolve;
    });
    const early = ids.slice(0, 3).map((id) => look(id));
    await expect.poll(() => world.drive.pictures).toBe(1);
    const late = ids.slice(3, 6).map((id) => look(id));
    openGate();
    await Promise.all([...early, ...late]);
    expect(calls).toEqual(['pictures', 'pictures']);
    await remove(world.parts, world.owner, [shareId]);
    expect(await look(ids[0] ?? asNodeId(''))).toBe('refused');
  });
});

type Change = (shareId: ShareId, file: NodeId) => Promise<unknown>;

const setTerms = (shareId: ShareId, terms: object) =>
  objects.shares.getByName(shareId).setTerms({ ownerId: world.owner.userId, seq: 1, terms });

const CLOSINGS: Record<string, Change> = {
  'its owner closes it': (shareId) => remove(world.parts, world.owner, [shareId]),
  'its owner hides its previews': (shareId) => setTerms(shareId, { previewsHidden: true }),
  'its owner stops it': (shareId) => setTerms(shareId, { paused: true }),
  'its owner sets another passcode': async (shareId) =>
    setTerms(shareId, { pass: await newPassHash(world.keyring, 'other') }),
  'it expires': (shareId) => setTerms(shareId, { expiresAtMs: systemClock.nowMs() }),
  'an operator bans it': (shareId) => objects.shares.getByName(shareId).setDecision(world.owner.userId, 'PROHIBITED'),
  'an operator bans a file of it': (_shareId, file) =>
    audit(world.parts, {
      ownerId: world.owner.userId,
      fileIds: [file],
      gcids: [],
      status: 'PROHIBITED',
      operatorId: world.owner.userId,
    }),
};

const LEAVINGS: Record<string, Change> = {
  'is in the trash': (shareId, file) => {
    world.drive.node(file).isLive = false;
    return changeTree(world, shareId);
  },
  'is elsewhere': (shareId, file) => {
    world.drive.node(file).parentId = asNodeId('');
    return changeTree(world, shareId);
  },
  'has another content': (shareId, file) => {
    world.drive.node(file).content = 'new.png';
    return changeTree(world, shareId);
  },
};

describe.each(ALL_TERMS)('a link %s that all isolates know', (_what, terms) => {
  async function warm() {
    const [here, there] = [isolate(), isolate()];
    const link = await viewed(terms, here);
    for (const one of [here, there, here, there]) expect(await link.lookAtAll(one.images)).toEqual(all('shown'));
    return { ...link, isolates: [here, there, isolate()] };
  }

  test.each(Object.entries(CLOSINGS))('shows no image once %s', async (_why, close) => {
    const { shareId, top, ids, look, isolates } = await warm();
    await close(shareId, top);
    nowMs = systemClock.nowMs();
    for (const { images } of isolates) expect(await look(ids[0] ?? top, images)).toBe('refused');
  });

  test.each(Object.entries(LEAVINGS))(
    'shows no image of a file once it %s, and those of the others',
    async (_why, leave) => {
      const { shareId, ids, lookAtAll, isolates } = await warm();
      await leave(shareId, ids[7] ?? asNodeId(''));
      nowMs = systemClock.nowMs();
      for (const { images } of isolates) {
        const looks = await lookAtAll(images);
        expect(looks.map((one, at) => (one === 'refused' ? at : -1)).filter((at) => at >= 0)).toEqual([7]);
      }
    },
  );
});

test('a link that operators opened again shows no image of a content that is still closed', async () => {
  const own = isolate();
  const { shareId, ids, lookAtAll } = await viewed({}, own);
  await lookAtAll();
  await objects.shares.getByName(shareId).setDecision(world.owner.userId, 'PROHIBITED');
  for (const id of ids) world.drive.node(id).isLive = false;
  await objects.shares.getByName(shareId).setDecision(world.owner.userId, 'OK');
  nowMs = systemClock.nowMs();
  expect(await lookAtAll()).toEqual(all('refused'));
});

test('a link shows no image after its end, within a lease', async () => {
  const { shareId, ids, look } = await viewed();
  const [first = asNodeId('')] = ids;
  const expiresAtMs = nowMs + 500;
  await setClock(shareId, nowMs);
  await setTerms(shareId, { expiresAtMs });
  expect(await look(first)).toBe('shown');
  nowMs = expiresAtMs - 1;
  calls = [];
  expect([await look(first), calls]).toEqual(['shown', []]);
  nowMs = expiresAtMs;
  await setClock(shareId, nowMs);
  expect(await look(first)).toBe('refused');
});

test.each([
  ['of another file', { nodeId: asNodeId('V'.repeat(26)) }],
  ['with an id that is none', { nodeId: asNodeId('["') }],
  ['of another content', { contentMark: '1.png' }],
  ['of another epoch', { epoch: 99 }],
  ['of another owner', { ownerId: asNodeId('U'.repeat(26)) as never }],
  ['of another link', { holder: 'S'.repeat(26) }],
])('a link to an image %s opens nothing', async (_what, change) => {
  const own = isolate();
  const { shareId, epoch, ids, lookAtAll } = await viewed({}, own);
  await lookAtAll();
  const scope = { kind: 'share', ownerId: world.owner.userId, holder: shareId, epoch } as const;
  const claims = { ...scope, expiresAtMs: nowMs + DAY_MS, nodeId: ids[0] ?? asNodeId(''), contentMark: '0.png' };
  expect(await own.images({ ...claims, isLarge: true })).not.toBeNull();
  expect(await own.images({ ...claims, isLarge: true, ...change })).toBeNull();
});
