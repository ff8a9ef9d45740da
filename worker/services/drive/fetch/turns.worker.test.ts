/** Runs that lend their place to others: within a part where the server has ranges, else between two parts. */
import { expect, test } from 'vitest';
import { MIB } from '#shared/units.ts';
import type { BlobStore } from '#worker/platform/blobs/port.ts';
import { digestOf, makeUploader, read, rows } from '../upload/upload-fixture.ts';
import { makePlaces } from './places.ts';
import { runFetch } from './run-fetch.ts';
import { beginRun, originBytes, setFetch } from './runs-fixture.ts';

test('a slow run gives its place up within a part to a run that waits, and the next one goes on behind its bytes', async () => {
  const person = makeUploader();
  const run = await beginRun(person);
  const size = 20 * MIB + 5;
  await setFetch(person, `url = 'https://files.example/file/${size}'`);
  const bytes = originBytes(size);
  let nowMs = Date.now();
  const clock = { nowMs: () => nowMs };
  const places = makePlaces(person.deps.clock, () => 1);
  const call = async () => {
    const { readable, writable } = new FixedLengthStream(size);
    const writer = writable.getWriter();
    void (async () => {
      let at = 9 * MIB;
      await writer.write(bytes.subarray(0, at));
      places.hold({ driveName: 'other' });
      // The first seconds were fast, the next ones are not.
      for (; at < 9 * MIB + 200_000; at += 20_000) {
        nowMs += 11_000;
        await writer.write(bytes.subarray(at, at + 20_000));
      }
      await writer.write(bytes.subarray(at));
      await writer.close();
    })().catch(() => undefined);
    const headers = { etag: '"v1"', 'accept-ranges': 'bytes', 'content-length': String(size) };
    return new Response(readable, { headers });
  };
  const sizes: number[] = [];
  const blobs: BlobStore = {
    ...person.deps.blobs,
    put(key, body, sizeBytes, ...more) {
      sizes.push(sizeBytes);
      return person.deps.blobs.put(key, body, sizeBytes, ...more);
    },
  };
  const outgoing = { allowed: new Set<string>(), ports: new Set<string>(), call };
  await runFetch({ ...person.deps, blobs, clock, outgoing, places } as never, person.caller.userId, run);
  expect(sizes[0]).toBe(8 * MIB);
  expect(sizes[1]).toBeGreaterThanOrEqual(MIB);
  expect(sizes[1]).toBeLessThan(8 * MIB);
  const fileId = async () => {
    const [task] = await rows<{ phase: string; file_id: string }>(person, 'SELECT phase, file_id FROM tasks');
    return task?.phase === 'PHASE_TYPE_COMPLETE' ? task.file_id : '';
  };
  await expect.poll(fileId, { timeout: 20_000 }).not.toBe('');
  expect(digestOf(await read(person, await fileId()))).toBe(digestOf(bytes));
});

test('a run of a server without ranges lends its place to a run that waits, and reads the same answer on', async () => {
  const person = makeUploader();
  const run = await beginRun(person);
  const size = 20 * MIB + 5;
  await setFetch(person, `url = 'https://files.example/file/${size}'`);
  const bytes = originBytes(size);
  let nowMs = Date.now();
  const clock = { nowMs: () => nowMs };
  const places = makePlaces(person.deps.clock, () => 1);
  const other = { driveName: 'other' };
  let calls = 0;
  const call = async () => {
    calls += 1;
    const { readable, writable } = new FixedLengthStream(size);
    const writer = writable.getWriter();
    void (async () => {
      await writer.write(bytes.subarray(0, 9 * MIB));
      places.hold(other);
      nowMs += 61_000;
      await writer.write(bytes.subarray(9 * MIB));
      await writer.close();
    })().catch(() => undefined);
    return new Response(readable, { headers: { 'content-length': String(size) } });
  };
  const outgoing = { allowed: new Set<string>(), ports: new Set<string>(), call };
  const running = runFetch({ ...person.deps, clock, outgoing, places } as never, person.caller.userId, run);
  await expect.poll(() => places.hold(other), { timeout: 20_000 }).toBe(true);
  const [upload] = await rows<{ n: number }>(person, 'SELECT sum(size_bytes) AS n FROM upload_parts');
  expect(upload?.n).toBe(16 * MIB);
  places.leave(other);
  await running;
  const fileId = async () => {
    const [task] = await rows<{ phase: string; file_id: string }>(person, 'SELECT phase, file_id FROM tasks');
    return task?.phase === 'PHASE_TYPE_COMPLETE' ? task.file_id : '';
  };
  await expect.poll(fileId, { timeout: 20_000 }).not.toBe('');
  expect([calls, digestOf(await read(person, await fileId()))]).toEqual([1, digestOf(bytes)]);
});
