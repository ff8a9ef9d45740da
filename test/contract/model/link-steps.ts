/**
 * Takes the steps of links between two people: shares that are followed and fetched, and direct links. The real ones are the operations of
 * the service `share` over the real drives.
 */
import { Hono } from 'hono';
import { expect } from 'vitest';
import { asShareId, type ShareId } from '#shared/ids.ts';
import { systemClock } from '#worker/platform/clock.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { copyIdOf } from '#worker/services/drive/keys.ts';
import { makeDriveService } from '#worker/services/drive/service.ts';
import { makeShareParts, type ShareParts } from '#worker/services/share/deps.ts';
import { directLinks, makeDirect, renewDirect, switchDirect } from '#worker/services/share/direct/direct-links.ts';
import { makeDirectRoutes } from '#worker/services/share/direct/endpoint.ts';
import { follow, followFetch, unfollow } from '#worker/services/share/follow/follow.ts';
import { create } from '#worker/services/share/link/create.ts';
import { makeWorld } from '#worker/services/share/share-fixture.ts';
import type { ModelDrive } from './drive-model.ts';
import { freshTops, type ModelFollow, placesFor, seenNow } from './follow-model.ts';
import { type ModelNode, refuse } from './nodes.ts';
import { modelled, real } from './outcome.ts';
import type { Pair } from './pair.ts';
import type { Pick } from './steps.ts';
import type { LinkStep } from './two-steps.ts';

interface ModelDirect {
  readonly id: string;
  readonly fileId: string;
  enabled: boolean;
}

/** A person with links. */
export interface Linker {
  readonly pair: Pair;
  readonly parts: ShareParts;
  /** Shares of the person, each with its root. */
  readonly shares: { readonly id: ShareId; readonly rootId: string }[];
  readonly follows: ModelFollow[];
  readonly directs: ModelDirect[];
  /** Addresses that were given up. */
  readonly former: string[];
}

export async function makeLinker(pair: Pair): Promise<Linker> {
  // Makes the drive: steps read its tables.
  await pair.pair.service.space(pair.pair.caller);
  const { deps } = makeWorld();
  const { limits, contentOrigin } = pair.deps;
  const drive = makeDriveService(pair.deps);
  const parts = makeShareParts({ ...deps, drive, clock: systemClock, limits, contentOrigin });
  return { pair, parts, shares: [], follows: [], directs: [], former: [] };
}

/** Links learn of what comes back within a third of a second: the test does not wait for it. */
async function deliver({ pair }: Linker): Promise<void> {
  const waiting = "SELECT id FROM _outbox WHERE event = 'drive.tree-changed'";
  if ((await pair.pair.sql(waiting)).length === 0) return;
  await pair.pair.sql("UPDATE _outbox SET due_ms = 0 WHERE event = 'drive.tree-changed'");
  await pair.drive.inside((drive) => (drive as unknown as { drain(): Promise<void> }).drain());
  expect(await pair.pair.sql(waiting)).toEqual([]);
}

/** A complete node in place, as links show it. */
function requireShown({ pair: { pair } }: Linker, id: string): ModelNode {
  const [node = refuse('file_not_found')] = pair.model.requireAll([id], 'refuse');
  if (!node.whole) refuse('share_status_prohibited');
  return node;
}

async function share(owner: Linker, node: Pick): Promise<void> {
  const { pair, parts } = owner;
  const rootId = pair.pair.pick(node);
  if (rootId === '') return;
  const input = {
    fileIds: [rootId],
    passCodeRequired: false,
    customPassCode: '',
    expirationDays: -1,
    restoreLimit: -1,
    title: '',
    shareTo: 'publiclink',
  };
  const made = await real(() => create(parts, pair.pair.caller, input, pair.pair.call()));
  expect(made.refusal).toBe(modelled(() => requireShown(owner, rootId)).refusal);
  if (made.value) owner.shares.push({ id: made.value.shareId, rootId });
}

async function followOne(person: Linker, owner: Linker, at: number): Promise<void> {
  const shared = owner.shares[at % Math.max(1, owner.shares.length)];
  if (!shared) return;
  await deliver(owner);
  const { pair, parts } = person;
  const asked = { shareId: shared.id, passCodeToken: '' };
  const { status, follow: followed } = await follow(parts, pair.pair.caller, asked, pair.pair.call());
  const model = owner.pair.pair.model;
  const isOpen = model.standing(shared.rootId) === 'live';
  expect([status, followed?.shareId]).toEqual(isOpen ? ['OK', shared.id] : ['DELETED', undefined]);
  if (!isOpen || person.follows.some(({ shareId }) => shareId === shared.id)) return;
  const { id: shareId, rootId } = shared;
  person.follows.push({ shareId, rootId, seen: seenNow(model, rootId), parentId: null, copies: new Map() });
}

interface SaveTask extends Record<string, string | number | null> {
  readonly id: string;
  readonly place: string;
  readonly traced: string;
}

function savesOf({ pair: { pair } }: Linker): Promise<SaveTask[]> {
  return pair.sql<SaveTask>(
    `SELECT id, file_id AS place, coalesce(json_extract(params, '$.trace_file_ids'), '{}') AS traced FROM tasks
     WHERE type = 'restore' AND phase = 'PHASE_TYPE_COMPLETE' ORDER BY created_ms, id`,
  );
}

/** Saves that a fetch made, taken in the model one after the other. @returns ids of the nodes that they saved */
function takeSaves(
  { pair: { pair } }: Linker,
  from: ModelDrive,
  {
    followed,
    saves,
    places,
  }: { followed: ModelFollow; saves: readonly SaveTask[]; places: ReadonlyMap<string, string[]> },
): string[] {
  const { model } = pair;
  return saves.flatMap(({ id: taskId, place, traced }) => {
    const ids = Object.keys(JSON.parse(traced) as Record<string, string>);
    for (const id of ids) expect(places.get(id) ?? [], `${id} is new`).toContain(place);
    model.save(from, ids, place, (id) => copyIdOf(taskId, id));
    for (const { id, isFile } of ids.flatMap((each) => from.below(each)))
      if (!isFile) followed.copies.set(id, copyIdOf(taskId, id));
    return ids;
  });
}

async function fetchOne(person: Linker, owner: Linker, step: Extract<LinkStep, { do: 'fetch' }>): Promise<void> {
  const followed = person.follows[step.at % Math.max(1, person.follows.length)];
  if (!followed) return;
  await deliver(owner);
  const { pair, parts } = person;
  const from = owner.pair.pair.model;
  const { shareId, rootId } = followed;
  const named = followed.parentId === null || step.isNamed ? pair.pair.pick(step.to) : null;
  const input = { shareId: asShareId(shareId), passCodeToken: '', ...(named === null ? {} : { parentId: named }) };
  const before = new Set((await savesOf(person)).map(({ id }) => id));
  const done = await real(() => followFetch(parts, pair.pair.caller, input, pair.pair.call()));
  const saves = (await savesOf(person)).filter(({ id }) => !before.has(id));
  const isOpen = from.standing(rootId) === 'live';
  const tops = isOpen ? freshTops(from, followed) : [];
  const baseId = named ?? followed.parentId ?? '';
  const both = { owner: from, own: pair.pair.model };
  const places = new Map(tops.map((node) => [node.id, placesFor(both, followed, node, baseId)]));
  // The places are asked one after the other: when one is refused, some may be saved already.
  const saved = takeSaves(person, from, { followed, saves, places });
  if (done.refusal !== '') {
    const rest = tops.filter(({ id }) => !saved.includes(id));
    expect(rest.length, `refused as ${done.refusal}`).toBeGreaterThan(0);
    const { model } = pair.pair;
    const isFull =
      model.usageBytes + model.reservedBytes + from.bytesOf(rest.flatMap(({ id }) => from.below(id))) >
      model.limitBytes;
    const isLost = modelled(() => model.requireFolder(baseId)).refusal;
    expect([isFull ? 'file_space_not_enough' : '', isLost]).toContain(done.refusal);
    if (saved.length > 0) await forget(person, followed);
    return;
  }
  expect([done.value?.status, done.value?.files]).toEqual(
    isOpen
      ? ['OK', tops.flatMap(({ id }) => from.below(id)).filter(({ isFile, whole }) => isFile && whole).length]
      : ['DELETED', 0],
  );
  // Each once, and nothing else.
  expect(saved.toSorted()).toEqual(tops.map(({ id }) => id).toSorted());
  if (tops.length === 0) return;
  followed.seen = seenNow(from, rootId);
  followed.parentId = baseId;
}

async function forget(person: Linker, followed: ModelFollow): Promise<void> {
  await unfollow(person.parts, person.pair.pair.caller, [followed.shareId]);
  person.follows.splice(person.follows.indexOf(followed), 1);
}

/**
 * An address answers with what its file holds now, exactly while it is on and the file is in place.
 * @param touched  the only link that is opened: one that is opened often makes a removal wait
 */
export async function expectAnswers(owner: Linker, touched?: string): Promise<void> {
  const { parts, pair, directs, former } = owner;
  if (directs.length === 0) return;
  await deliver(owner);
  const router = new Hono<AppEnv>();
  router.use(async (c, next) => {
    c.set('hostKind', 'content');
    c.set('call', pair.pair.call());
    await next();
  });
  const counts = { requested: () => undefined };
  const send = async (_c: unknown, _claims: unknown, content: { contentKey: string }) =>
    new Response(content.contentKey);
  router.route('/', makeDirectRoutes({ parts, send, counts }));
  const { model } = pair.pair;
  for (const { id, fileId, enabled } of directs) {
    if (touched !== undefined && id !== touched) continue;
    const answer = await router.request(`/d/${id}/any.name`);
    const isOpen = enabled && model.standing(fileId) === 'live';
    expect(answer.status, `direct link ${id}`).toBe(isOpen ? 200 : 404);
    if (!isOpen) continue;
    const [node] = await pair.pair.sql<{ key: string }>('SELECT content_key AS key FROM nodes WHERE id = ?', fileId);
    expect(await answer.text()).toBe(node?.key);
  }
  for (const id of former) expect((await router.request(`/d/${id}`)).status).toBe(404);
  const query = { limit: 100, pageToken: '', fileId: '' };
  const { data } = await directLinks(parts, pair.pair.caller, query);
  const lines = (links: readonly { id: string; fileId: string; enabled: boolean }[]) =>
    links.map(({ id, fileId, enabled }) => `${id} ${fileId} ${enabled}`).sort();
  expect(lines(data.map((link) => ({ id: link.share_id, fileId: link.file_id, enabled: link.enabled })))).toEqual(
    lines(directs),
  );
}

async function direct(owner: Linker, node: Pick): Promise<string | undefined> {
  const { parts, pair, directs } = owner;
  const fileId = pair.pair.pick(node);
  const known = directs.find((each) => each.fileId === fileId);
  const made = await real(() => makeDirect(parts, pair.pair.caller, { fileId, hours: 0 }, pair.pair.call()));
  const expected = modelled(() => {
    if (known) known.enabled = true;
    else if (!requireShown(owner, fileId).isFile) refuse('invalid_argument/folder');
  });
  expect(made.refusal).toBe(expected.refusal);
  if (!made.value) return known?.id;
  const { share_id: id } = made.value;
  if (known) expect(id).toBe(known.id);
  else directs.push({ id, fileId, enabled: true });
  return id;
}

async function changeDirect(
  owner: Linker,
  { at, act }: Extract<LinkStep, { do: 'directLink' }>,
): Promise<string | undefined> {
  const { parts, pair, directs, former } = owner;
  const known = directs[at % Math.max(1, directs.length)];
  if (!known) return undefined;
  const { caller } = pair.pair;
  const shareId = asShareId(known.id);
  if (act !== 'renew') {
    known.enabled = act === 'on';
    await switchDirect(parts, caller, { shareId, enabled: known.enabled }, pair.pair.call());
    return known.id;
  }
  const renewed = await real(() => renewDirect(parts, caller, shareId, pair.pair.call()));
  expect(renewed.refusal).toBe(modelled(() => requireShown(owner, known.fileId)).refusal);
  if (!renewed.value) return known.id;
  former.push(known.id);
  directs.splice(directs.indexOf(known), 1, { id: renewed.value.share_id, fileId: known.fileId, enabled: true });
  return renewed.value.share_id;
}

/** @param other  whose shares the person follows */
export async function takeLink(person: Linker, other: Linker, step: LinkStep): Promise<void> {
  switch (step.do) {
    case 'share':
      return share(person, step.node);
    case 'follow':
      return followOne(person, other, step.at);
    case 'unfollow': {
      const followed = person.follows[step.at % Math.max(1, person.follows.length)];
      return followed && forget(person, followed);
    }
    case 'fetch':
      return fetchOne(person, other, step);
    case 'direct':
      return expectAnswers(person, (await direct(person, step.node)) ?? '');
    case 'directLink':
      return expectAnswers(person, (await changeDirect(person, step)) ?? '');
  }
}
