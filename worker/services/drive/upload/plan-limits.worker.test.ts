import { abortAllDurableObjects } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import { toErrorData, unwrap } from '#shared/errors.ts';
import { dayOf } from '#shared/membership/calendar.ts';
import { EMPTY_TIMELINE, type Timeline } from '#shared/membership/timeline.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import type { Letter } from '#worker/services/mail/index.ts';
import { DRIVE_MIGRATIONS } from '../drive-parts.ts';
import { TRAFFIC_TABLES } from '../entitlement/traffic.store.ts';
import { onNearlyFull } from '../tree/usage/nearly-full-letter.ts';
import { bytesOf, personTest as it, makeUploader, refusalOf, rows, type Uploader } from './upload-fixture.ts';

const SIZE_BYTES = 40_000;
const NO_TRAFFIC = { offline: null, upload: null, download: null };
let seed = 900;

const put = (person: Uploader) => person.put(bytesOf(SIZE_BYTES, seed++), { name: `${seed}.bin` });
const detailOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => toErrorData(error).detail,
  );

async function push(person: Uploader, version: number, timeline: Partial<Timeline>): Promise<void> {
  const plans = await person.deps.plans();
  unwrap(await person.stub.setMembership({ version, plans, timeline: { ...EMPTY_TIMELINE, ...timeline } }));
}

const valid = () => ({ entryId: 'e', startMs: Date.now() - 1_000, endMs: Date.now() + 3_600_000 });

async function usedOf(person: Uploader) {
  const { traffic, days } = unwrap(await person.stub.quantities(callerData(person.caller), await person.deps.plans()));
  return { traffic, days };
}

it('a file above the size of the plan is refused with both sizes, by either protocol, and taken by a larger plan', async () => {
  const person = makeUploader({ free: { fileBytes: SIZE_BYTES - 1 } });
  expect(await refusalOf(put(person))).toBe('file_too_large');
  expect(await detailOf(person.begin({ sizeBytes: SIZE_BYTES }))).toMatchObject({
    metadata: { limit: String(SIZE_BYTES - 1), needed: String(SIZE_BYTES) },
    messageBytes: { limit: SIZE_BYTES - 1, size: SIZE_BYTES },
  });
  await push(person, 1, { premium: [{ ...valid(), region: 'global' }] });
  expect((await put(person)).file?.phase).toBe('PHASE_TYPE_COMPLETE');
});

it('uploads stop when the traffic of month and packs is used up, and count what clients sent', async () => {
  const person = makeUploader({ free: { trafficBytes: { ...NO_TRAFFIC, upload: 2 * SIZE_BYTES } } });
  const { file } = await put(person);
  await person.begin({ sizeBytes: SIZE_BYTES, gcid: file?.hash ?? '', name: 'known.bin' });
  expect((await usedOf(person)).traffic.upload.usedBytes).toBe(SIZE_BYTES);
  // An open upload counts as if it had ended.
  const open = await person.beginOwn({ sizeBytes: SIZE_BYTES, name: 'open.bin' });
  expect(await detailOf(put(person))).toMatchObject({
    reason: 'upload',
    metadata: { traffic: 'upload', limit: String(2 * SIZE_BYTES), used: String(SIZE_BYTES) },
  });
  await person.abort(open.upload_id);
  await put(person);
  expect(await refusalOf(put(person))).toBe('traffic_not_enough/upload');
  await push(person, 1, { traffic: [{ ...valid(), traffic: 'upload', bytes: SIZE_BYTES }] });
  await put(person);
  expect(await refusalOf(person.begin({ sizeBytes: SIZE_BYTES }))).toBe('traffic_not_enough/upload');
  const { traffic, days } = await usedOf(person);
  expect(traffic.upload).toEqual({ totalBytes: 3 * SIZE_BYTES, leftBytes: 0, usedBytes: 3 * SIZE_BYTES });
  expect(days).toEqual([{ day: dayOf(Date.now()), traffic: 'upload', bytes: 3 * SIZE_BYTES }]);
});

it('uploads of a former day are stored by day when an upload of another day comes', async ({ person }) => {
  await put(person);
  await rows(person, 'UPDATE space SET client_day_bytes = 0');
  await rows(person, `UPDATE space SET upload_day = '2026-02-28', upload_day_bytes = 7`);
  await rows(person, 'UPDATE space SET client_day_bytes = 7');
  await put(person);
  await put(person);
  const stored = [{ day: '2026-02-28', traffic: 'upload', bytes: 7 }];
  expect(await rows(person, 'SELECT day, traffic, bytes FROM traffic_days')).toEqual(stored);
  // A clock that went back and forth loses nothing.
  await rows(person, `UPDATE space SET upload_day = '2026-02-28'`);
  await put(person);
  const days = await rows<{ day: string; bytes: number }>(person, 'SELECT day, bytes FROM traffic_days ORDER BY day');
  expect(days).toEqual([
    { day: '2026-02-28', bytes: 7 + 2 * SIZE_BYTES },
    { day: dayOf(Date.now()), bytes: 2 * SIZE_BYTES },
  ]);
});

it('a link beyond those of the plan is refused with limit and use, a repeated one is not', async () => {
  const person = makeUploader({ free: { links: 2 } });
  const { file } = await put(person);
  const { free } = await person.deps.plans();
  const watch = (share: string) => person.stub.watch(share, [file?.id ?? ''], free).then(unwrap);
  await watch('one');
  await watch('two');
  await watch('two');
  expect(await detailOf(watch('three'))).toMatchObject({ metadata: { limit: '2', used: '2' } });
  await push(person, 1, { premium: [{ ...valid(), region: 'global' }] });
  await watch('three');
});

it('visitors and owner use the same traffic of downloads, each day once', async () => {
  const person = makeUploader({ free: { trafficBytes: { ...NO_TRAFFIC, download: 1_000 } } });
  await put(person);
  const day = dayOf(Date.now());
  await person.stub.countTraffic(300);
  unwrap(await person.stub.setLinkTraffic({ day, shard: 3, bytes: 200 }));
  unwrap(await person.stub.setLinkTraffic({ day, shard: 3, bytes: 200 }));
  const { traffic, days } = await usedOf(person);
  expect(traffic.download).toEqual({ totalBytes: 1_000, leftBytes: 500, usedBytes: 500 });
  expect(days.find((each) => each.traffic === 'download')).toEqual({ day, traffic: 'download', bytes: 500 });
});

/** Warnings of a drive, one each time it passed the mark. */
async function warningsOf(person: Uploader): Promise<unknown[]> {
  const found = await rows<{ payload: string }>(
    person,
    "SELECT payload FROM _outbox WHERE event = 'drive.nearly-full' ORDER BY at_ms",
  );
  return found.map(({ payload }) => (JSON.parse(payload) as { what: string }).what);
}

it('a drive is warned when its storage passes nine tenths, by either protocol, and not before or again', async () => {
  const person = makeUploader({ storageBytes: 10 * SIZE_BYTES });
  for (let at = 0; at < 8; at += 1) await put(person);
  expect(await warningsOf(person)).toEqual([]);
  await put(person);
  await put(person);
  expect(await warningsOf(person)).toEqual(['storage']);

  const other = makeUploader({ storageBytes: 10 * SIZE_BYTES });
  await other.beginOwn({ sizeBytes: 9 * SIZE_BYTES, name: 'large.bin' });
  expect(await warningsOf(other)).toEqual(['storage']);
});

it('a drive is warned when its traffic of a month passes nine tenths, by uploads, by its person and by visitors', async () => {
  const upload = makeUploader({ free: { trafficBytes: { ...NO_TRAFFIC, upload: 2 * SIZE_BYTES } } });
  await put(upload);
  expect(await warningsOf(upload)).toEqual([]);
  await put(upload);
  expect(new Set(await warningsOf(upload))).toEqual(new Set(['upload']));

  const download = makeUploader({ free: { trafficBytes: { ...NO_TRAFFIC, download: 1_000 } } });
  await push(download, 1, {});
  await download.stub.countTraffic(800);
  expect(await warningsOf(download)).toEqual([]);
  unwrap(await download.stub.setLinkTraffic({ day: dayOf(Date.now()), shard: 3, bytes: 150 }));
  unwrap(await download.stub.setLinkTraffic({ day: dayOf(Date.now()), shard: 3, bytes: 150 }));
  await download.stub.countTraffic(10);
  expect(await warningsOf(download)).toEqual(['download']);
});

it('a warning is one letter however often the mark is passed, and none when enough is free again', async () => {
  const person = makeUploader({ storageBytes: 10 * SIZE_BYTES });
  const sent = new Map<string, Letter>();
  const mail = {
    ready: true,
    prepare: async (letter: Letter) => ({ event: '', payload: { sealed: JSON.stringify(letter) } }),
    deliver: async ({ id, sealed }: { id: string; sealed: string }) => sent.set(id, JSON.parse(sealed)).has(id),
  };
  const auth = { letterBoxOf: async () => ({ email: 'a@b.co', locale: 'ja' as const }) };
  const source = person.caller.userId;
  const warn = (id: string) =>
    onNearlyFull(
      { ...person.deps, mail, auth },
      { id, event: 'drive.nearly-full', source, payload: { what: 'storage' } },
    );
  await put(person);
  await warn('one');
  expect(sent.size).toBe(0);
  const open = await person.beginOwn({ sizeBytes: 8 * SIZE_BYTES, name: 'large.bin' });
  await warn('two');
  await warn('three');
  expect([...sent.values()]).toEqual([
    expect.objectContaining({
      kind: 'storage-full',
      to: 'a@b.co',
      locale: 'ja',
      usedBytes: 9 * SIZE_BYTES,
      limitBytes: 10 * SIZE_BYTES,
    }),
  ]);
  sent.clear();
  await person.abort(open.upload_id);
  await warn('four');
  expect(sent.size).toBe(0);
});

it('a drive of the version before opens, with the uploads of its day counted towards the store only', async () => {
  const person = makeUploader();
  await put(person);
  await rows(person, 'DROP TRIGGER upload_days');
  await rows(person, 'DROP TABLE traffic_days');
  await rows(person, 'ALTER TABLE space DROP COLUMN client_day_bytes');
  const before = DRIVE_MIGRATIONS.indexOf(TRAFFIC_TABLES);
  const made = /CREATE (?:UNIQUE )?(TABLE|TRIGGER|INDEX) (\w+)|ALTER TABLE (\w+) ADD COLUMN (\w+)/g;
  for (const later of DRIVE_MIGRATIONS.slice(before + 1).toReversed())
    for (const [, kind, name, table, column] of [...String(later).matchAll(made)].toReversed())
      await rows(person, kind ? `DROP ${kind} IF EXISTS ${name}` : `ALTER TABLE ${table} DROP COLUMN ${column}`);
  // A step that replaces an index finds one of that name.
  for (const later of DRIVE_MIGRATIONS.slice(before + 1))
    for (const [, name] of String(later).matchAll(/DROP INDEX (\w+)/g))
      await rows(person, `CREATE INDEX IF NOT EXISTS ${name} ON nodes (id)`);
  // One that replaces a table reads it.
  await rows(person, 'CREATE TABLE events (node_id, type, id, params, created_ms, updated_ms, task)');
  await rows(person, `UPDATE _self SET version = ${before}`);
  await abortAllDurableObjects();
  const stub = objectsOf(env as unknown as Env).drives.getByName(person.caller.userId);
  const again = { ...person, stub } as Uploader;
  expect((await usedOf(again)).days).toEqual([]);
  await put(again);
  expect((await usedOf(again)).traffic.upload.usedBytes).toBe(SIZE_BYTES);
  expect(await rows(again, 'SELECT upload_day_bytes AS bytes FROM space')).toEqual([{ bytes: 2 * SIZE_BYTES }]);
});
