/**
 * Faults for the tests of uploads: a client that tries again, a store and objects that fail by seed, and what must hold of a
 * drive afterwards.
 */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { systemClock } from '#worker/platform/clock.ts';
import type { CallFault } from '#worker/platform/faults/faults.ts';
import { InjectedFault } from '#worker/platform/faults/faults.ts';
import { makeFaultyObjects } from '#worker/platform/faults/objects.ts';
import { type FaultyStore, makeFaultyStore } from '#worker/platform/faults/store.ts';
import { blobIndexOf } from '../blobs/keys.ts';
import type { DriveDeps } from '../deps.ts';
import { rows, spaceOf, type Uploader } from './upload-fixture.ts';

const STORE_FAULTS = { before: 0.08, after: 0.08, delayed: 0.05, truncated: 0.08, overloaded: 0.05 } as const;
const CALL_FAULTS = { before: 0.05, after: 0.08, delayed: 0.05, overloaded: 0.04 } as const;
const ATTEMPTS = 3;

/** `FAULT_SEEDS=3` tries three times as many seeds as `npm test`. */
const TIMES = Number((env as { FAULT_SEEDS?: string }).FAULT_SEEDS ?? 1);

/** @param count  in `npm test` */
export const seedsFrom = (first: number, count: number): number[] =>
  Array.from({ length: count * TIMES }, (_, at) => first + at);

/** Tries as a client does: again after everything that may pass. @returns null when nothing came of it */
export async function persist<T>(work: () => Promise<T>): Promise<T | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const passes = error instanceof InjectedFault || (error instanceof AppError && error.errorName === 'unavailable');
      if (!passes && !(error instanceof AppError)) throw error;
      if (!passes) return null;
    }
  }
  return null;
}

/** Makes every discarded object due, and lets the alarm delete it. */
async function sweep(person: Uploader): Promise<void> {
  for (let runs = 0; runs < 20; runs += 1) {
    await runInDurableObject(person.stub, (_object, { storage }) => {
      storage.sql.exec('UPDATE discards SET at_ms = 0');
      storage.sql.exec(
        "UPDATE space SET put_series = (SELECT json_group_array(json_set(value, '$.untilMs', 0)) FROM json_each(put_series))",
      );
    });
    if ((await rows(person, 'SELECT 1 FROM discards UNION ALL SELECT 1 FROM put_leases')).length === 0) return;
    await runInDurableObject(person.stub, (_object, { storage }) => storage.setAlarm(systemClock.nowMs() + 60_000));
    await runAlarm(person.stub);
  }
  throw new Error('the sweep never ends');
}

/** Everything of trust's list that one drive can tell of itself. */
export async function expectNothingLost(person: Uploader, tried: Iterable<string>): Promise<void> {
  await sweep(person);
  const [held] = await rows<{ n: number }>(
    person,
    `SELECT (SELECT coalesce(sum(size_bytes), 0) FROM nodes WHERE content_key IS NOT NULL)
       + (SELECT coalesce(sum(size_bytes), 0) FROM versions) AS n`,
  );
  const [promised] = await rows<{ n: number }>(
    person,
    "SELECT coalesce(sum(size_bytes), 0) AS n FROM uploads WHERE state IN ('open', 'hashing')",
  );
  expect(await spaceOf(person)).toEqual({ usage_bytes: held?.n, reserved_bytes: promised?.n });
  const contents = await rows<{ manifest: string; content_key: string }>(person, 'SELECT * FROM contents');
  const parts = await rows<{ key: string }>(person, 'SELECT object_key AS key FROM upload_parts');
  const used = new Set(parts.map(({ key }) => key));
  for (const { manifest } of contents)
    for (const { key } of (JSON.parse(manifest) as { parts: { key: string }[] }).parts) used.add(key);
  for (const key of tried) expect([key, (await person.deps.blobs.size(key)) !== null]).toEqual([key, used.has(key)]);
  for (const { content_key: key } of contents)
    expect(await blobIndexOf(person.deps.blobIndex, key).references(key)).toBe(1);
}

/** Puts faults between a person and everything. @returns the store, and how to take them out again */
export function injure(person: Uploader, seed: number): { store: FaultyStore; heal(): void } {
  const { blobs, drives, blobIndex } = person.deps;
  const plan = <F extends CallFault>(faults: Partial<Record<F, number>>, more: number) => ({
    seed: seed * 10 + more,
    plan: faults,
  });
  const store = makeFaultyStore(blobs, plan(STORE_FAULTS, 0));
  const into = (deps: Partial<DriveDeps>) => void Object.assign(person.deps, deps);
  into({
    blobs: store,
    drives: makeFaultyObjects(drives, plan(CALL_FAULTS, 1)),
    blobIndex: makeFaultyObjects(blobIndex, plan(CALL_FAULTS, 2)),
  });
  return { store, heal: () => into({ blobs, drives, blobIndex }) };
}
