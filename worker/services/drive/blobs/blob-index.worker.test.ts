import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { newBlobKey } from '#worker/platform/blobs/port.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { blobIndexName } from './keys.ts';

const env = bound as unknown as Env;

async function makeBlob() {
  const key = newBlobKey();
  await makeBlobStore(env).put(key, new Response('hello').body, 5);
  return {
    contentKey: `1-${newHexId(32)}`,
    sizeBytes: 5,
    gcid: 'A',
    crc32: 1,
    manifest: { v: 1 as const, size: 5, parts: [{ key, size: 5 }] },
  };
}

function indexOf(contentKey: string) {
  return objectsOf(env).blobIndex.getByName(blobIndexName(contentKey));
}

/** Moves the death of every blob of a shard into the past. */
async function age(contentKey: string): Promise<void> {
  await runInDurableObject(indexOf(contentKey), (_object, state) => {
    state.storage.sql.exec('UPDATE blobs SET dead_ms = 1 WHERE dead_ms IS NOT NULL');
  });
}

it('the blob index keeps the first blob of equal content', async () => {
  const [first, second] = [await makeBlob(), await makeBlob()];
  const index = indexOf(first.contentKey);
  expect(unwrap(await index.claim(first, 'one', 1)).manifest).toEqual(first.manifest);
  const again = { ...second, contentKey: first.contentKey };
  expect(unwrap(await index.claim(again, 'two', 1)).manifest).toEqual(first.manifest);
  expect(await index.references(first.contentKey)).toBe(2);
});

it('the blob index: ignores an event of a drive that arrives after a newer one', async () => {
  const blob = await makeBlob();
  const index = indexOf(blob.contentKey);
  await index.claim(blob, 'one', 5);
  await index.setReferences('one', [[blob.contentKey, 4, 0]]);
  expect(await index.references(blob.contentKey)).toBe(1);
  await index.setReferences('one', [[blob.contentKey, 7, 0]]);
  await index.setReferences('one', [[blob.contentKey, 6, 1]]);
  expect(await index.references(blob.contentKey)).toBe(0);
});

it('the blob index deletes a blob and its objects after a grace without references', async () => {
  const blob = await makeBlob();
  const index = indexOf(blob.contentKey);
  await index.claim(blob, 'one', 1);
  await index.setReferences('one', [[blob.contentKey, 2, 0]]);
  await runAlarm(index);
  expect(await index.lookup(blob.contentKey)).not.toBeNull();
  await age(blob.contentKey);
  await runAlarm(index);
  expect(await index.lookup(blob.contentKey)).toBeNull();
  expect(await makeBlobStore(env).size(blob.manifest.parts[0]?.key ?? '')).toBeNull();
});

it('the blob index keeps a blob that is wanted again within the grace', async () => {
  const [blob, late] = [await makeBlob(), await makeBlob()];
  const index = indexOf(blob.contentKey);
  await index.claim(blob, 'one', 1);
  await index.setReferences('one', [[blob.contentKey, 2, 0]]);
  await age(blob.contentKey);
  expect(unwrap(await index.claim({ ...late, contentKey: blob.contentKey }, 'two', 1)).manifest).toEqual(blob.manifest);
  await runAlarm(index);
  expect(await makeBlobStore(env).size(blob.manifest.parts[0]?.key ?? '')).toBe(5);
});

it('restarts the grace of a blob whose possession is being proved', async () => {
  const blob = await makeBlob();
  const index = indexOf(blob.contentKey);
  await index.claim(blob, 'one', 1);
  await index.setReferences('one', [[blob.contentKey, 2, 0]]);
  await age(blob.contentKey);
  expect(unwrap(await index.touch(blob.contentKey))?.contentKey).toBe(blob.contentKey);
  await runAlarm(index);
  expect(await index.lookup(blob.contentKey)).not.toBeNull();
});

it('answers nothing for unknown content, and keeps nothing of the question', async () => {
  const index = indexOf(`1-${newHexId(32)}`);
  expect(await index.lookup(`1-${newHexId(32)}`)).toBeNull();
  expect(unwrap(await index.touch(`1-${newHexId(32)}`))).toBeNull();
});

it.each([
  ['is nearly full', 150, true],
  ['has space', 1_000, false],
])(
  'the blob index keeps a blob without references for ten minutes only while the disk %s',
  async (_how, freeBytes, isGone) => {
    const blob = await makeBlob();
    const index = indexOf(blob.contentKey);
    await index.claim(blob, 'one', 1);
    await index.setReferences('one', [[blob.contentKey, 2, 0]]);
    await runInDurableObject(index, (object, state) => {
      const MACHINE = { fetch: async () => Response.json({ level: 'ample', freeBytes, watermarkBytes: 100 }) };
      Object.defineProperty(object, 'env', { value: { ...env, MACHINE } });
      state.storage.sql.exec('UPDATE blobs SET dead_ms = ? WHERE dead_ms IS NOT NULL', Date.now() - 11 * 60_000);
    });
    await runAlarm(index);
    expect((await index.lookup(blob.contentKey)) === null).toBe(isGone);
  },
);
