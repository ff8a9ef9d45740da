/**
 * Uploads with our own protocol while the store and the objects fail by seed. Every acknowledged upload comes
 * back byte for byte, the rest is absent or can be continued, and everything stored is counted.
 */

import { abortAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import { InjectedFault } from '#worker/platform/faults/faults.ts';
import { makeFaultyStore } from '#worker/platform/faults/store.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { driveOf } from '../deps.ts';
import { runHashJob } from './hash/run.ts';
import type { uploadPart } from './part.ts';
import { expectNothingLost, injure, persist, seedsFrom } from './upload-faults-fixture.ts';
import { bytesOf, digestOf, MIB, makeUploader, read, readContent, rows, type Uploader } from './upload-fixture.ts';

const FRAGMENT_BYTES = 4_000;

function whole(person: Uploader, session: UploadSession, bytes: Uint8Array<ArrayBuffer>, number: number) {
  const start = (number - 1) * session.part_size;
  return person.part(session, number, bytes.slice(start, start + session.part_size));
}

/** One upload by a client that gives up at some time. @returns id of the upload, and whether the drive said it is there */
async function tryUpload(
  person: Uploader,
  bytes: Uint8Array<ArrayBuffer>,
  conflict: ConflictChoice,
): Promise<{ id: string; acknowledged: boolean } | null> {
  const begun = await persist(() => person.begin({ sizeBytes: bytes.length, conflict }, 'begin'));
  const session = begun?.upload;
  if (!session) return null;
  const id = session.upload_id;
  for (let number = 1; number <= session.part_count; number += 1) {
    if (!(await persist(() => whole(person, session, bytes, number)))) return { id, acknowledged: false };
  }
  const done = await persist(() => person.complete(id));
  return { id, acknowledged: done?.file.phase === 'PHASE_TYPE_COMPLETE' };
}

/** Goes on with an upload where it stopped. */
async function resume(person: Uploader, id: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const session = await person.state(id);
  if (session.phase === 'PHASE_TYPE_PENDING') {
    for (let number = 1; number <= session.part_count; number += 1)
      if (!session.parts.includes(number)) await whole(person, session, bytes, number);
  }
  await person.complete(id);
}

type Outcome = 'acknowledged' | 'done unheard' | 'gone on with' | 'failed' | 'never begun';

/** @param before  what a file of the same name holds already; null: there is none */
async function runSeed(
  seed: number,
  sizeBytes: number,
  partBytes: number,
  before: Uint8Array<ArrayBuffer> | null = null,
): Promise<{ outcome: Outcome; hits: number }> {
  const person = makeUploader({ limits: { partBytes } });
  const old = before && (await person.upload(before)).file;
  const bytes = bytesOf(sizeBytes, seed);
  const { store, heal } = injure(person, seed);
  const conflict = old ? 'replace' : 'keep_both';
  const tried = await tryUpload(person, bytes, conflict);
  heal();
  const { hits } = store;
  if (!tried) {
    // The answer may have been lost; the same key finds the upload.
    const { upload } = await person.begin({ sizeBytes, conflict }, 'begin');
    expect(await rows(person, "SELECT id FROM uploads WHERE state = 'open'")).toEqual([{ id: upload?.upload_id }]);
    return { outcome: 'never begun', hits };
  }
  const phase = (await person.state(tried.id)).phase;
  let outcome: Outcome = tried.acknowledged ? 'acknowledged' : 'done unheard';
  if (tried.acknowledged) expect(phase).toBe('PHASE_TYPE_COMPLETE');
  else if (phase === 'PHASE_TYPE_ERROR') outcome = 'failed';
  else if (phase !== 'PHASE_TYPE_COMPLETE') {
    outcome = 'gone on with';
    await resume(person, tried.id, bytes);
  }
  const nodes = await rows<{ id: string; phase: string }>(person, 'SELECT id, phase FROM nodes');
  if (old) {
    // Whatever happened: one file under its old id, and what it held before is there in full.
    const retained = await rows<{ content_key: string }>(
      person,
      `SELECT content_key FROM ${outcome === 'failed' ? 'nodes' : 'versions'}`,
    );
    expect(nodes.map(({ id }) => id)).toEqual([old.id]);
    expect(retained).toHaveLength(1);
    const retainedBytes = await readContent(person, old.id, retained[0]?.content_key ?? '');
    expect(digestOf(retainedBytes)).toBe(digestOf(before));
  } else if (outcome === 'failed') expect(nodes).toEqual([]);
  if (outcome !== 'failed') {
    expect(nodes.map(({ phase }) => phase)).toEqual(['PHASE_TYPE_COMPLETE']);
    expect(digestOf(await read(person, nodes[0]?.id ?? ''))).toBe(digestOf(bytes));
  }
  await expectNothingLost(person, store.tried);
  return { outcome, hits };
}

it('small files under a failing store: acknowledged ones come back, the others can be gone on with or are gone', async () => {
  const outcomes: Outcome[] = [];
  let hits = 0;
  for (const seed of seedsFrom(1, 10)) {
    const run = await runSeed(seed, 3 * FRAGMENT_BYTES - seed, FRAGMENT_BYTES);
    outcomes.push(run.outcome);
    hits += run.hits;
  }
  // No byte was lost here, only calls: nothing that was stored may be given up.
  expect(outcomes).not.toContain('failed');
  // The seeds meet every way out that matters; else the test would prove nothing.
  expect(new Set(outcomes)).toContain('acknowledged');
  expect(new Set(outcomes)).toContain('gone on with');
  expect(hits).toBeGreaterThan(6);
}, 180_000);

it('files that replace a file under a failing store leave one file, and its former bytes in full', async () => {
  const outcomes: Outcome[] = [];
  for (const seed of seedsFrom(301, 6))
    outcomes.push((await runSeed(seed, 3 * FRAGMENT_BYTES - seed, FRAGMENT_BYTES, bytesOf(999, 5_000 + seed))).outcome);
  expect(outcomes).not.toContain('failed');
  expect(new Set(outcomes)).toContain('acknowledged');
  expect(new Set(outcomes)).toContain('gone on with');
}, 180_000);

it('a read that breaks off gives no upload up', async () => {
  // The window of the file is stored in two parts: it is read again when they are together.
  const person = makeUploader({ limits: { partBytes: FRAGMENT_BYTES } });
  const bytes = bytesOf(2 * FRAGMENT_BYTES, 900);
  const { upload: session } = await person.begin({ sizeBytes: bytes.length });
  if (!session) throw new Error('no session');
  await person.parts(session, bytes);
  const { blobs } = person.deps;
  Object.assign(person.deps, { blobs: makeFaultyStore(blobs, { seed: 2, plan: { truncated: 1 } }) });
  await expect(person.complete(session.upload_id)).rejects.toThrow();
  Object.assign(person.deps, { blobs: { ...blobs, get: async () => new Response(bytes.slice(1)).body } });
  await expect(person.complete(session.upload_id)).rejects.toMatchObject({ errorName: 'unavailable' });
  Object.assign(person.deps, { blobs });
  expect((await person.complete(session.upload_id)).file.phase).toBe('PHASE_TYPE_COMPLETE');
});

it('files of two windows under a failing store hold to the same', async () => {
  for (const seed of seedsFrom(101, 2)) await runSeed(seed, 9 * MIB + seed, 5 * MIB);
}, 180_000);

it('every object stopped in the middle of a call leaves an upload that the same client finishes', async () => {
  for (let step = 0; step < 6; step += 1) {
    const person = makeUploader({ limits: { partBytes: FRAGMENT_BYTES } });
    const bytes = bytesOf(3 * FRAGMENT_BYTES, 500 + step);
    const { upload: session } = await person.begin({ sizeBytes: bytes.length });
    if (!session) throw new Error('no session');
    const tried = new Set<string>();
    const { blobs } = person.deps;
    let calls = 0;
    // The store is called between two calls of the drive: what stops there stops in the middle.
    const stopAt = async () => {
      calls += 1;
      if (calls === step + 1) await abortAllDurableObjects();
    };
    Object.assign(person.deps, {
      blobs: {
        ...blobs,
        put: async (...args: Parameters<typeof blobs.put>) => {
          tried.add(args[0]);
          const stored = await blobs.put(...args);
          await stopAt();
          return stored;
        },
        get: async (...args: Parameters<typeof blobs.get>) => {
          await stopAt();
          return blobs.get(...args);
        },
      },
    });
    const client = async () => {
      for (let number = 1; number <= session.part_count; number += 1) await whole(person, session, bytes, number);
      return person.complete(session.upload_id);
    };
    await client().catch(() => null);
    Object.assign(person.deps, { blobs });
    await resume(person, session.upload_id, bytes);
    const [node] = await rows<{ id: string }>(person, 'SELECT id FROM nodes');
    expect(digestOf(await read(person, node?.id ?? ''))).toBe(digestOf(bytes));
    await expectNothingLost(person, tried);
  }
}, 180_000);

it('the job of a large file under a failing store and failing objects ends with the same bytes, or the file stays sealed', async () => {
  let met = 0;
  for (const seed of seedsFrom(201, 2)) {
    const person = makeUploader();
    // Below the size at which the drive starts the job by itself.
    const bytes = bytesOf(30 * MIB + seed, seed);
    const session = await person.beginOwn({ sizeBytes: bytes.length });
    await person.parts(session, bytes);
    const drive = driveOf<typeof uploadPart>(person.deps, person.caller.userId);
    unwrap(await drive.sealUpload(callerData(person.caller), session.upload_id, null));
    const { store, heal } = injure(person, seed);
    const runs: string[] = [];
    const run = () =>
      runHashJob(person.deps, person.caller.userId, session.upload_id).catch((error: unknown) => {
        const passes =
          error instanceof InjectedFault || (error instanceof AppError && error.errorName === 'unavailable');
        if (!passes) throw error;
        return 'broken';
      });
    // The holder of windows is gone. The lease of the job itself stays: the alarm must not start another beside this one.
    const endLeases = () =>
      runInDurableObject(
        person.stub,
        (_object, { storage }) =>
          void storage.sql.exec('UPDATE upload_windows SET lease_until_ms = 0 WHERE window >= 0'),
      );
    while (runs.at(-1) !== 'over' && runs.length < 12) {
      await endLeases();
      runs.push(await run());
    }
    heal();
    met += store.hits;
    await endLeases();
    expect(await run()).toBe('over');
    const [node] = await rows<{ id: string; phase: string }>(person, 'SELECT id, phase FROM nodes');
    expect(node?.phase).toBe('PHASE_TYPE_COMPLETE');
    expect(digestOf(await read(person, node?.id ?? ''))).toBe(digestOf(bytes));
    await expectNothingLost(person, store.tried);
  }
  expect(met).toBeGreaterThan(2);
}, 180_000);
