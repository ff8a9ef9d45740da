import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Env } from '#worker/env.ts';
import { makeDiskStore } from './disk.ts';
import { type BlobStore, newBlobKey } from './port.ts';
import { makeR2Store } from './r2.ts';
import { readBites, readSpan, relaySpan } from './read.ts';

const bindings = env as unknown as Env;

function bytesOf(length: number, seed = 7): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + seed + (at >> 8)) & 255;
  return bytes;
}

/** A body as a request brings it: its length is known. */
function known(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> | null {
  return new Response(bytes).body;
}

/** A body of unknown length, in two pieces; breaks when asked. */
function unknown(bytes: Uint8Array<ArrayBuffer>, broken = false): ReadableStream<Uint8Array> {
  let step = 0;
  return new ReadableStream({
    pull(controller) {
      step += 1;
      if (step === 1) controller.enqueue(bytes.slice(0, bytes.length >> 1));
      else if (broken) controller.error(new Error('the client went away'));
      else if (step === 2) controller.enqueue(bytes.slice(bytes.length >> 1));
      else controller.close();
    },
  });
}

async function wholeOf(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const stores: [string, () => BlobStore][] = [
  ['R2', () => makeR2Store(bindings.BLOBS)],
  ['disk', () => makeDiskStore(bindings.BLOBS_DISK as Fetcher)],
];

describe.each(stores)('%s store', (_name, make) => {
  it('gives back the bytes it was given, whole and in ranges', async () => {
    const store = make();
    const key = newBlobKey();
    const bytes = bytesOf(300_000);
    expect(await store.put(key, known(bytes), bytes.length)).toEqual({ stored: true });
    expect(await store.size(key)).toBe(bytes.length);
    expect(await wholeOf(await store.get(key))).toEqual(bytes);
    expect(await wholeOf(await store.get(key, 10, 20))).toEqual(bytes.slice(10, 20));
    expect(await wholeOf(await store.get(key, 299_999))).toEqual(bytes.slice(299_999));
    expect(await wholeOf(await store.get(key, 0, 1))).toEqual(bytes.slice(0, 1));
  });

  it('stores a body of unknown length and an empty one', async () => {
    const store = make();
    const [key, empty] = [newBlobKey(), newBlobKey()];
    const bytes = bytesOf(100_000);
    expect(await store.put(key, unknown(bytes), bytes.length)).toEqual({ stored: true });
    expect(await wholeOf(await store.get(key))).toEqual(bytes);
    expect(await store.put(empty, null, 0)).toEqual({ stored: true });
    expect(await store.size(empty)).toBe(0);
  });

  it.each([
    ['ends early', () => unknown(bytesOf(100)), 101],
    ['goes on too long', () => unknown(bytesOf(100)), 99],
    ['breaks off', () => unknown(bytesOf(100), true), 100],
    ['is shorter than a request said', () => known(bytesOf(100)), 101],
  ])('shows nothing of a body that %s', async (_why, body, sizeBytes) => {
    const store = make();
    const key = newBlobKey();
    expect(await store.put(key, body(), sizeBytes)).toMatchObject({ stored: false });
    expect(await store.size(key)).toBeNull();
    expect(await store.get(key)).toBeNull();
  });

  it('deletes, and does not mind what is absent', async () => {
    const store = make();
    const [first, second] = [newBlobKey(), newBlobKey()];
    await store.put(first, known(bytesOf(10)), 10);
    await store.delete([first, second]);
    expect(await store.get(first, 0, 5)).toBeNull();
    expect(await store.size(first)).toBeNull();
  });

  it('refuses anything that is not a whole key', async () => {
    const store = make();
    await expect(store.delete(['ab'])).rejects.toThrow(RangeError);
    await expect(store.get('../secrets')).rejects.toThrow(RangeError);
  });

  it('lists keys in order after a cursor', async () => {
    const store = make();
    const prefix = newBlobKey().slice(0, 8);
    const keys = ['1', '2', '3'].map((digit) => `${prefix}${newBlobKey().slice(9)}${digit}`).sort();
    for (const key of keys) await store.put(key, known(bytesOf(3)), 3);
    expect((await store.list(prefix)).keys).toEqual(keys);
    expect(await store.list(prefix, keys[0])).toEqual({ keys: keys.slice(1), cursor: '' });
    expect((await store.list(newBlobKey().slice(0, 8))).keys).toEqual([]);
  });

  it('reads a span across objects, and notices a missing one', async () => {
    const store = make();
    const [first, second] = [newBlobKey(), newBlobKey()];
    const bytes = bytesOf(700_000);
    await store.put(first, known(bytes.slice(0, 600_000)), 600_000);
    await store.put(second, known(bytes.slice(600_000)), 100_000);
    const manifest = {
      v: 1 as const,
      size: 700_000,
      parts: [
        { key: first, size: 600_000 },
        { key: second, size: 100_000 },
      ],
    };
    const bites: Uint8Array[] = [];
    await readSpan(store, manifest, 599_000, 601_000, (bite) => bites.push(bite.slice()));
    expect(await wholeOf(new Blob(bites.map((bite) => bite.slice())).stream())).toEqual(bytes.slice(599_000, 601_000));
    const relayed: Uint8Array[] = [];
    const writeSlowly = async (bite: Uint8Array): Promise<void> => {
      await scheduler.wait(5);
      relayed.push(bite.slice());
    };
    await relaySpan(store, manifest, 1, 700_000, writeSlowly);
    expect(await wholeOf(new Blob(relayed.map((bite) => bite.slice())).stream())).toEqual(bytes.slice(1));
    const broken = relaySpan(store, manifest, 0, 700_000, () => Promise.reject(new Error('the client went away')));
    await expect(broken).rejects.toThrow('the client went away');
    await store.delete([second]);
    await expect(readSpan(store, manifest, 0, 700_000, () => {})).rejects.toThrow('missing');
    await expect(relaySpan(store, manifest, 0, 700_000, async () => {})).rejects.toThrow('missing');
    let isWriting = false;
    const slowly = async (): Promise<void> => {
      isWriting = true;
      await scheduler.wait(30);
      isWriting = false;
    };
    await expect(relaySpan(store, manifest, 0, 700_000, slowly)).rejects.toThrow('missing');
    expect(isWriting).toBe(false);
  });

  it.each([undefined, 1_500_000])(
    'reads a long object in large bites, after a small one where its length is not said: %s',
    async (expected) => {
      const store = make();
      const key = newBlobKey();
      const bytes = bytesOf(1_500_000);
      await store.put(key, known(bytes), bytes.length);
      const sizes: number[] = [];
      const stream = await store.get(key);
      if (!stream) throw new Error('absent');
      expect(await readBites(stream, (bite) => sizes.push(bite.length), expected)).toBe(bytes.length);
      expect(Math.min(...sizes.slice(expected === undefined ? 1 : 0, -1))).toBeGreaterThanOrEqual(256 * 1024);
    },
  );
});
