import { expect, it } from 'vitest';
import type { BlobBody, BlobStore } from '../blobs/port.ts';
import type { DomainEvent } from '../domain-event.ts';
import { makeFaultyDeliver } from './events.ts';
import { type CallFault, type EventFault, makeFaults } from './faults.ts';
import { makeFaultyObjects } from './objects.ts';
import { makeFaultyStore } from './store.ts';

async function bytesOf(stream: BlobBody): Promise<number> {
  return (await new Response(stream).arrayBuffer()).byteLength;
}

/** A store of sizes: it drops a body of another size. */
function makeSizes(): BlobStore & { readonly objects: Map<string, number> } {
  const objects = new Map<string, number>();
  return {
    objects,
    digests: false,
    async put(key, body, sizeBytes) {
      const stored = (await bytesOf(body)) === sizeBytes;
      if (stored) objects.set(key, sizeBytes);
      return { stored };
    },
    putAll: async (all) => {
      for (const { key, bytes } of all) objects.set(key, bytes.length);
      return new Set(all.map(({ key }) => key));
    },
    get: async (key) => (objects.has(key) ? new Response(new Uint8Array(objects.get(key) ?? 0)).body : null),
    size: async (key) => objects.get(key) ?? null,
    delete: async (keys) => {
      for (const key of keys) objects.delete(key);
    },
    list: async () => ({ keys: [...objects.keys()], cursor: '' }),
  };
}

function faulty(fault: CallFault, chance = 1) {
  const sizes = makeSizes();
  return { sizes, store: makeFaultyStore(sizes, { seed: 1, plan: { [fault]: chance } }) };
}

it('of several objects that are put together some fail', async () => {
  const { store, sizes } = faulty('before', 0.5);
  const keys = Array.from({ length: 40 }, (_, at) => `k${at}`);
  const stored = await store.putAll(keys.map((key) => ({ key, bytes: new Uint8Array(3) })));
  expect([...stored]).toEqual([...sizes.objects.keys()]);
  expect([stored.size > 0, stored.size < keys.length, store.tried.size]).toEqual([true, true, keys.length]);
});

const body = () => new Response(new Uint8Array(10)).body;

it('the same seed gives the same faults, another one others', () => {
  const draw = (seed: number) => {
    const faults = makeFaults<CallFault>({ seed, plan: { before: 0.3, after: 0.3 } });
    return Array.from({ length: 50 }, () => faults.next());
  };
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(new Set(draw(1))).toEqual(new Set(['before', 'after', null]));
});

it.each([
  ['before', false, false],
  ['overloaded', false, false],
  ['truncated', false, false],
  ['after', false, true],
  ['delayed', true, true],
] as const)('a put with the fault %s answers stored: %s and leaves an object: %s', async (fault, stored, isStored) => {
  const { sizes, store } = faulty(fault);
  expect(await store.put('k', body(), 10)).toEqual({ stored });
  expect(sizes.objects.has('k')).toBe(isStored);
  expect([store.hits, [...store.tried]]).toEqual([1, ['k']]);
});

it('a truncated get ends early or breaks', async () => {
  const { sizes, store } = faulty('truncated');
  sizes.objects.set('k', 10);
  const ends = new Set<string>();
  for (let run = 0; run < 20; run += 1) ends.add(String(await bytesOf(await store.get('k')).catch(() => 'broken')));
  expect(ends).toEqual(new Set(['5', 'broken']));
});

it('a delete whose answer is lost has deleted', async () => {
  const { sizes, store } = faulty('after');
  sizes.objects.set('k', 10);
  await expect(store.delete(['k'])).rejects.toThrow('after: delete');
  expect(sizes.objects.size).toBe(0);
});

it('a call of an object fails before or after its effect', async () => {
  let calls = 0;
  const objects = { getByName: () => ({ count: async () => (calls += 1) }) };
  const before = makeFaultyObjects(objects, { seed: 1, plan: { overloaded: 1 } }).getByName();
  await expect(before.count()).rejects.toMatchObject({ overloaded: true });
  expect(calls).toBe(0);
  const after = makeFaultyObjects(objects, { seed: 1, plan: { after: 1 } }).getByName();
  await expect(after.count()).rejects.toThrow('after: count');
  expect(calls).toBe(1);
});

const items: DomainEvent[] = Array.from({ length: 8 }, (_, at) => ({
  id: `${at}`,
  event: 'e',
  source: 's',
  payload: {},
}));

async function delivered(fault: EventFault): Promise<{ received: string[]; taken: readonly string[] | null }> {
  const received: string[] = [];
  const deliver = makeFaultyDeliver(
    async (sent) => {
      received.push(...sent.map(({ id }) => id));
      return sent.map(({ id }) => id);
    },
    { seed: 3, plan: { [fault]: 1 } },
  );
  const taken = await deliver(items).catch(() => null);
  if (fault === 'late') await deliver([]);
  return { received, taken };
}

it('events are lost, delivered twice, late, in another order, or with a lost answer', async () => {
  const ids = items.map(({ id }) => id);
  expect(await delivered('lost')).toEqual({ received: [], taken: null });
  expect(await delivered('after')).toEqual({ received: ids, taken: null });
  expect(await delivered('twice')).toEqual({ received: [...ids, ...ids], taken: ids });
  const late = await delivered('late');
  expect([late.received.slice(0, 8), late.received.slice(8).sort(), late.taken]).toEqual([ids, ids, ids]);
  const shuffled = await delivered('shuffled');
  expect(shuffled.received).toEqual(shuffled.taken);
  expect([...(shuffled.taken ?? [])].sort()).not.toEqual(shuffled.taken);
});
