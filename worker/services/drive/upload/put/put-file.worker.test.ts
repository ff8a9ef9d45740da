/** Small files in one call: whole and ill ones, repeated and crossing ones, and the state left when store and objects fail by seed. */
import { abortAllDurableObjects } from 'cloudflare:test';
import { expect } from 'vitest';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { EMPTY_TIMELINE, type Timeline } from '#shared/membership/timeline.ts';
import { blobIndexOf } from '../../blobs/keys.ts';
import { expectNothingLost, injure, persist, seedsFrom } from '../upload-faults-fixture.ts';
import {
  bytesOf,
  digestOf,
  personTest as it,
  MIB,
  makeUploader,
  read,
  readContent,
  refusalOf,
  rows,
  type Uploader,
} from '../upload-fixture.ts';

const SIZE_BYTES = 9_000;

const fileRows = (person: Uploader) =>
  rows<{ id: string; name: string; phase: string; content_key: string }>(person, 'SELECT * FROM nodes ORDER BY name');

it.each([0, 1, 300_000, 8 * MIB])(
  'a file of %i bytes comes back as it was sent, under the key a read of it gives',
  async (size) => {
    const person = makeUploader();
    const bytes = bytesOf(size, size + 1);
    const { file, task } = await person.put(bytes, { name: 'one.bin' });
    expect(file).toMatchObject({ name: 'one.bin', phase: 'PHASE_TYPE_COMPLETE', size: String(size) });
    expect(task).toMatchObject({ phase: 'PHASE_TYPE_COMPLETE', file_id: file?.id });
    expect(digestOf(await read(person, file?.id ?? ''))).toBe(digestOf(bytes));
    // Uploads by parts read their bytes back from the store: both must compute one content key.
    const other = makeUploader();
    const { file: same } = await other.upload(bytes, { name: 'two.bin' });
    expect(same?.hash).toBe(file?.hash);
    expect((await fileRows(other))[0]?.content_key).toBe((await fileRows(person))[0]?.content_key);
  },
);

it('refuses what it cannot take, and begins nothing', async () => {
  const person = makeUploader({ storageBytes: 9_999_999 });
  const bytes = bytesOf(10);
  expect(await refusalOf(person.put(bytes, { sizeBytes: null }))).toBe('invalid_argument/length_required');
  expect(await refusalOf(person.put(bytes, { sizeBytes: 8 * MIB + 1 }))).toBe('file_too_large/not_small');
  expect(await refusalOf(person.put(bytes, { name: 'a/b' }))).toMatch('file_name_invalid');
  const full = makeUploader({ storageBytes: 9 });
  expect(await refusalOf(full.put(bytes))).toBe('file_space_not_enough');
  expect([...(await rows(full, 'SELECT 1 FROM uploads')), ...(await rows(full, 'SELECT 1 FROM nodes'))]).toEqual([]);
});

/** The same person, with a store that counts written bytes. */
function counted(storageBytes = 100 * MIB): { person: Uploader; written: string[] } {
  const person = makeUploader({ storageBytes });
  const written: string[] = [];
  const { blobs } = person.deps;
  const put: typeof blobs.put = (key, ...rest) => {
    written.push(key);
    return blobs.put(key, ...rest);
  };
  Object.assign(person.deps, { blobs: { ...blobs, put } });
  return { person, written };
}

it.each([10, 2 * MIB])(
  'writes no byte of %i before folder and space are checked, and keeps none of a session that has ended',
  async (size) => {
    const { person, written } = counted();
    // From the third on, objects are at hand that were promised before.
    for (const name of ['a', 'b', 'c', 'd']) await person.put(bytesOf(size, name.charCodeAt(0)), { name });
    expect(written).toHaveLength(4);
    expect(await refusalOf(person.put(bytesOf(size, 9), { parentId: 'x'.repeat(26) }))).toMatch('file_not_found');
    await person.stub.endSessions({ sessionId: person.caller.sessionId, minEpoch: 0, untilMs: 4e12 });
    // Within a second of the last file the drive is asked when the bytes are there. The index deletes what it adopted.
    expect(await refusalOf(person.put(bytesOf(size, 9)))).toMatch('unauthenticated');
    expect(await fileRows(person)).toHaveLength(4);
    await expectNothingLost(person, written.slice(0, 4));
    const { person: full, written: none } = counted(5);
    expect(await refusalOf(full.put(bytesOf(size)))).toBe('file_space_not_enough');
    expect(none).toEqual([]);
  },
);

it('leaves no object behind when it breaks off', async () => {
  const { person, written } = counted();
  expect(await refusalOf(person.put(bytesOf(10), { sizeBytes: 11 }))).toBe('unavailable/part_not_stored');
  expect(await refusalOf(person.put(bytesOf(2 * MIB), { sizeBytes: 2 * MIB + 1 }))).toBe('unavailable/part_not_stored');
  const promised = await rows<{ object_key: string }>(person, 'SELECT object_key FROM put_leases');
  expect(promised.filter(({ object_key: key }) => written.includes(key))).toEqual([]);
  for (const key of written) expect(await person.deps.blobs.size(key)).toBeNull();
});

it.each([-1, 1])(
  'a body %i byte off what was said shows nothing, and the same key goes on with the right one',
  async (off) => {
    const person = makeUploader();
    const bytes = bytesOf(SIZE_BYTES, 20 + off);
    const wrong = bytesOf(SIZE_BYTES + off, 20);
    expect(await refusalOf(person.put(wrong, { sizeBytes: SIZE_BYTES }, 'k'))).toBe('unavailable/part_not_stored');
    expect(await fileRows(person)).toEqual([]);
    const { file } = await person.put(bytes, {}, 'k');
    expect((await fileRows(person)).map(({ id }) => id)).toEqual([file?.id]);
    expect(digestOf(await read(person, file?.id ?? ''))).toBe(digestOf(bytes));
    await expectNothingLost(person, []);
  },
);

it('after a broken call the same key continues by parts, and the key of one protocol is valid for the other', async () => {
  const person = makeUploader();
  const bytes = bytesOf(SIZE_BYTES, 30);
  await refusalOf(person.put(bytes.slice(1), { sizeBytes: SIZE_BYTES }, 'k'));
  const { upload } = await person.begin({ sizeBytes: SIZE_BYTES }, 'k');
  if (!upload) throw new Error('no session');
  await person.parts(upload, bytes);
  const { file } = await person.complete(upload.upload_id);
  expect((await person.put(bytes, {}, 'k')).file?.id).toBe(file.id);
  expect(await fileRows(person)).toHaveLength(1);

  const { upload: second } = await person.begin({ sizeBytes: SIZE_BYTES, name: 'b' }, 'other');
  expect((await person.put(bytes, { name: 'b' }, 'other')).file?.name).toBe('b');
  expect((await person.state(second?.upload_id ?? '')).phase).toBe('PHASE_TYPE_COMPLETE');
  expect(await fileRows(person)).toHaveLength(2);
  await expectNothingLost(person, []);
});

it('two calls of one key at once make one file, and the object of the later one goes', async ({ person }) => {
  const bytes = bytesOf(SIZE_BYTES, 40);
  const tried = new Set<string>();
  const { blobs } = person.deps;
  Object.assign(person.deps, {
    blobs: {
      ...blobs,
      put: (...args: Parameters<typeof blobs.put>) => {
        tried.add(args[0]);
        return blobs.put(...args);
      },
    },
  });
  const both = await Promise.all([person.put(bytes, {}, 'k'), person.put(bytes, {}, 'k')]);
  expect(new Set(both.map(({ file }) => file?.id)).size).toBe(1);
  expect(await fileRows(person)).toHaveLength(1);
  await expectNothingLost(person, tried);
});

it('honours the choice where the name is taken', async ({ person }) => {
  const [before, after] = [bytesOf(100, 50), bytesOf(200, 51)];
  const { file: old } = await person.put(before);
  const put = (conflict: ConflictChoice, key: string) => person.put(after, { conflict }, key);
  expect(await put('skip', 's')).toMatchObject({ skipped: true, task: null, file: { id: old?.id, size: '100' } });
  expect((await put('replace', 'r')).file?.id).toBe(old?.id);
  expect((await put('replace', 'r')).file?.id).toBe(old?.id);
  const [version] = await rows<{ content_key: string }>(person, 'SELECT content_key FROM versions');
  expect(digestOf(await readContent(person, old?.id ?? '', version?.content_key ?? ''))).toBe(digestOf(before));
  expect(digestOf(await read(person, old?.id ?? ''))).toBe(digestOf(after));
  expect((await person.put(before)).file?.name).toBe('file(1).bin');
  await expectNothingLost(person, []);
});

it('files under a failing store: acknowledged ones come back, the others are finished by the same call once it is well', async () => {
  let [acknowledged, later, hits] = [0, 0, 0];
  for (const seed of seedsFrom(401, 30)) {
    const person = makeUploader();
    const bytes = bytesOf(SIZE_BYTES - seed, seed);
    const isReplacing = seed % 3 === 0;
    const old = isReplacing ? (await person.put(bytesOf(999, 9_000 + seed))).file : null;
    const input = isReplacing ? { conflict: 'replace' as const } : {};
    const { store, heal } = injure(person, seed);
    const told = await persist(() => person.put(bytes, input, 'k'));
    heal();
    hits += store.hits;
    if (told) acknowledged += 1;
    else later += 1;
    const { file } = await person.put(bytes, input, 'k');
    if (told) expect(file?.id).toBe(told.file?.id);
    if (old) expect(file?.id).toBe(old.id);
    expect((await fileRows(person)).map(({ id, phase }) => [id, phase])).toEqual([[file?.id, 'PHASE_TYPE_COMPLETE']]);
    expect(digestOf(await read(person, file?.id ?? ''))).toBe(digestOf(bytes));
    await expectNothingLost(person, store.tried);
  }
  // The seeds meet both ends; else the test would prove nothing.
  expect(Math.min(acknowledged, later)).toBeGreaterThan(0);
  expect(hits).toBeGreaterThan(6);
}, 180_000);

it('an object stopped between any two steps shows nothing, loses nothing, and the same call makes the file', async () => {
  let seed = 600;
  for (const step of ['before the bytes', 'after the bytes', 'before the claim', 'after the claim'] as const) {
    for (const isAlone of [false, true]) {
      const person = makeUploader();
      seed += 1;
      const bytes = bytesOf(SIZE_BYTES, seed);
      const { blobs, blobIndex } = person.deps;
      const tried = new Set<string>();
      const stopAt = async (at: string) => {
        if (at !== step) return;
        await abortAllDurableObjects();
        throw new Error('stopped');
      };
      Object.assign(person.deps, {
        blobs: {
          ...blobs,
          put: async (...args: Parameters<typeof blobs.put>) => {
            tried.add(args[0]);
            await stopAt('before the bytes');
            const stored = await blobs.put(...args);
            await stopAt('after the bytes');
            return stored;
          },
        },
        blobIndex: {
          getByName: (name: string) => ({
            claim: async (...args: Parameters<ReturnType<typeof blobIndexOf>['claim']>) => {
              await stopAt('before the claim');
              const index = blobIndex.getByName(name) as ReturnType<typeof blobIndexOf>;
              const claimed = await index.claim(...args);
              await stopAt('after the claim');
              return claimed;
            },
          }),
        },
      });
      await expect(person.put(bytes, {}, 'k')).rejects.toThrow('stopped');
      Object.assign(person.deps, { blobs, blobIndex });
      expect(await fileRows(person)).toEqual([]);
      // Without the call, the sweep deletes the stored bytes and their claim; the call afterwards begins anew.
      // The index deletes the objects that it adopted.
      if (isAlone) await expectNothingLost(person, step === 'after the claim' ? [] : tried);
      await persist(() => person.put(bytes, {}, 'k'));
      const [node] = await fileRows(person);
      expect([step, digestOf(await read(person, node?.id ?? ''))]).toEqual([step, digestOf(bytes)]);
      await expectNothingLost(person, tried);
    }
  }
}, 180_000);

it('bytes whose upload never began are swept', async ({ person }) => {
  const tried = new Set<string>();
  const { blobs } = person.deps;
  Object.assign(person.deps, {
    blobs: {
      ...blobs,
      put: async (...args: Parameters<typeof blobs.put>) => {
        tried.add(args[0]);
        await blobs.put(...args);
        throw new Error('gone');
      },
    },
  });
  await expect(person.put(bytesOf(SIZE_BYTES, 70), {}, 'k')).rejects.toThrow('gone');
  Object.assign(person.deps, { blobs });
  const [key = ''] = tried;
  expect(await blobs.size(key)).toBe(SIZE_BYTES);
  expect(await fileRows(person)).toEqual([]);
  await expectNothingLost(person, tried);
});

it('what was claimed and never landed is let go of, unless the drive holds that content otherwise', async () => {
  const person = makeUploader();
  const bytes = bytesOf(SIZE_BYTES, 75);
  const { drives } = person.deps;
  const away = {
    getByName: (name: string) =>
      new Proxy(drives.getByName(name) as object, {
        get: (drive, call) =>
          call === 'finishPut' || call === 'dropPut'
            ? () => Promise.reject(new Error('gone'))
            : Reflect.get(drive, call),
      }),
  };
  const lose = async () => {
    Object.assign(person.deps, { drives: away });
    await expect(person.put(bytes, { name: 'lost.bin' })).rejects.toThrow('gone');
    Object.assign(person.deps, { drives });
  };
  await lose();
  await expectNothingLost(person, []);
  const index = person.deps.blobIndex;
  const { file } = await person.put(bytes);
  const [row] = await fileRows(person);
  const key = row?.content_key ?? '';
  await lose();
  await expectNothingLost(person, []);
  expect(await blobIndexOf(index, key).references(key)).toBe(1);
  expect(digestOf(await read(person, file?.id ?? ''))).toBe(digestOf(bytes));
});

it('file after file is stored under objects asked for together; one whose time has come is refused, and the next call goes on', async () => {
  const person = makeUploader();
  const sent = Array.from({ length: 12 }, (_, at) => bytesOf(SIZE_BYTES + at, 700 + at));
  for (const [at, bytes] of sent.entries()) await person.put(bytes, { name: `${at}.bin` });
  const [ahead] = await rows<{ n: number }>(person, 'SELECT count(*) AS n FROM put_leases');
  expect(ahead?.n).toBeGreaterThan(0);
  await expectNothingLost(person, []);
  expect(await refusalOf(person.put(bytesOf(SIZE_BYTES, 720), { name: 'late' }, 'k'))).toBe(
    'unavailable/part_too_late',
  );
  expect((await person.put(bytesOf(SIZE_BYTES, 720), { name: 'late' }, 'k')).file?.name).toBe('late');
  expect(await fileRows(person)).toHaveLength(13);
  await expectNothingLost(person, []);
});

it('a small file past the storage of the free plan is taken while premium or a pack is valid, and refused after their end', async () => {
  const person = makeUploader({ storageBytes: 2 * SIZE_BYTES });
  const put = (at: number) => person.put(bytesOf(SIZE_BYTES, 80 + at), { name: `${at}.bin` });
  await put(1);
  await put(2);
  expect(await refusalOf(put(3))).toBe('file_space_not_enough');
  const nowMs = Date.now();
  const valid = { entryId: 'e', startMs: nowMs - 1_000, endMs: nowMs + 3_600_000 };
  const plans = await person.deps.plans();
  const push = (version: number, timeline: Partial<Timeline>) =>
    person.stub.setMembership({ version, plans, timeline: { ...EMPTY_TIMELINE, ...timeline } });
  await push(2, { storage: [{ ...valid, bytes: SIZE_BYTES }] });
  await put(3);
  expect(await refusalOf(put(4))).toBe('file_space_not_enough');
  await push(3, { premium: [{ ...valid, region: 'global' }] });
  await put(4);
  // An older push changes nothing; one whose grants have ended stops uploads and deletes nothing.
  await push(1, {});
  await put(5);
  await push(4, { premium: [{ ...valid, region: 'global', endMs: nowMs }] });
  expect(await refusalOf(put(6))).toBe('file_space_not_enough');
  expect(await fileRows(person)).toHaveLength(5);
  await expectNothingLost(person, []);
});

it('is no session that waits: the limit of open sessions leaves storage for it, new or as a replacement', async () => {
  const person = makeUploader();
  Object.assign(person.deps, { limits: { ...person.deps.limits, uploadSessions: 0 } });
  await person.put(bytesOf(SIZE_BYTES, 90), { name: 'one.bin' });
  await person.put(bytesOf(SIZE_BYTES, 91), { name: 'one.bin', conflict: 'replace' });
  expect(await fileRows(person)).toHaveLength(1);
  expect(await refusalOf(person.put(bytesOf(0), { name: 'empty.bin' }))).toBe('resource_exhausted/upload_sessions');
  await expectNothingLost(person, []);
});
