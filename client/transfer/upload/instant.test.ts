import { createHash } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { INSTANT_MIN_BYTES } from './instant.ts';
import { file, localHasher, makeUploadWorld, pick, refused } from './upload-fixture.ts';

const LARGE = INSTANT_MIN_BYTES;

test('a file whose content the drive holds is done without sending a byte, by its key and its content label', async () => {
  const it = makeUploadWorld({ partBytes: LARGE / 2, isKnown: () => true });
  it.uploads.add(pick(file('known.bin', LARGE, 7)), '');
  await it.until(['done']);
  expect(it.sent).toEqual([]);
  const block = createHash('sha1')
    .update(new Uint8Array(LARGE / 4).fill(7))
    .digest();
  const gcid = createHash('sha1')
    .update(Buffer.concat([block, block, block, block]))
    .digest('hex');
  expect(it.beginCalls[0]?.fingerprint).toMatchObject({
    contentKey: expect.stringMatching(/^1-[0-9a-f]{64}$/),
    gcid: gcid.toUpperCase(),
  });
  expect(it.state.list.all()[0]).toMatchObject({ isInstant: true, sentBytes: LARGE, checkedBytes: 0 });
  expect(it.state.speed.value).toBe(0);
  expect(it.seen).toEqual(new Set(['waiting', 'sending', 'checking', 'done']));
  expect(it.onLanded).toHaveBeenCalledTimes(1);
});

test('a file below 1 MiB is sent unhashed', async () => {
  const fingerprint = vi.fn();
  const it = makeUploadWorld({
    partBytes: LARGE / 2,
    hasher: { ...localHasher(), fingerprint },
  });
  it.uploads.add(pick(file('small.bin', LARGE - 1)), '');
  await it.until(['done']);
  expect(fingerprint).not.toHaveBeenCalled();
  expect(it.beginCalls[0]?.fingerprint).toBeNull();
});

test('a file whose content the drive does not hold is uploaded', async () => {
  const it = makeUploadWorld({ partBytes: LARGE / 2, isKnown: () => false });
  it.uploads.add(pick(file('new.bin', LARGE)), '');
  await it.until(['done']);
  expect(it.beginCalls).toHaveLength(1);
  expect(it.sent.toSorted((one, other) => one - other)).toEqual([1, 2]);
  expect(it.state.list.all()[0]).toMatchObject({ isInstant: false, sentBytes: LARGE });
});

test('a file that cannot be hashed is uploaded', async () => {
  const hasher = { ...localHasher(), fingerprint: () => Promise.reject(new Error('no worker')) };
  const it = makeUploadWorld({
    partBytes: LARGE / 2,
    hasher,
  });
  it.uploads.add(pick(file('new.bin', LARGE)), '');
  await it.until(['done']);
  expect(it.beginCalls[0]?.fingerprint).toBeNull();
  expect(it.sent.toSorted((one, other) => one - other)).toEqual([1, 2]);
});

test('a file is hashed once over all tries of its upload', async () => {
  const hasher = localHasher();
  const fingerprint = vi.fn(hasher.fingerprint);
  let isDown = true;
  const it = makeUploadWorld({
    partBytes: LARGE / 2,
    onPart: () => {
      if (isDown) throw refused('permission_denied');
    },
    hasher: { ...hasher, fingerprint },
  });
  it.uploads.add(pick(file('new.bin', LARGE)), '');
  await it.until(['failed']);
  isDown = false;
  it.sessions.clear();
  it.uploads.retry('u1');
  await it.until(['done']);
  expect(it.beginCalls.map((request) => request.fingerprint?.contentKey)).toEqual(
    Array(2).fill(it.beginCalls[0]?.fingerprint?.contentKey),
  );
  expect(fingerprint).toHaveBeenCalledTimes(1);
});

test('cancelling stops the hashing before a session exists', async () => {
  const stopped = vi.fn();
  const it = makeUploadWorld({
    partBytes: LARGE / 2,
    hasher: {
      ...localHasher(),
      fingerprint: (_, __, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            stopped();
            reject(signal.reason);
          }),
        ),
    },
  });
  it.uploads.add(pick(file('big.bin', LARGE)), '');
  await it.until(['checking']);
  it.uploads.cancel('u1');
  await it.until(['cancelled']);
  expect(stopped).toHaveBeenCalledTimes(1);
  expect(it.beginCalls).toEqual([]);
  expect(it.aborted).toEqual([]);
});
