import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { countPeople } from './people.ts';
import type { FoldedTotals, TallyBatch } from './rpc-types.ts';
import type { TallyObject } from './tally.object.ts';
import { makeTally, shardOf, TALLY_SHARDS } from './tally.ts';

const { tallies } = objectsOf(bound as unknown as Env);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let kind = '';
let nowMs = 0;
beforeEach(() => {
  kind = `test-${newHexId()}`;
  nowMs = Date.now();
});

/** A shard whose clock and events are the test's own. */
async function shardAt(shard = 0) {
  const stub = tallies.getByName(`${kind}.${shard}`);
  const published: FoldedTotals[] = [];
  await runInDurableObject(stub, (object: TallyObject) => {
    const deliver = async (items: readonly DomainEvent[]) => {
      published.push(...items.map(({ payload }) => payload as unknown as FoldedTotals));
      return items.map(({ id }) => id);
    };
    Object.assign(object, { clock: { nowMs: () => nowMs }, deliver });
  });
  const rows = (table: string) =>
    runInDurableObject(stub, (_object: TallyObject, state) =>
      Number(state.storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()['n']),
    );
  return { stub, published, rows };
}

function batch(change: Partial<TallyBatch> & Pick<TallyBatch, 'entries'>): TallyBatch {
  return { key: newHexId(), windowMs: 10 * MINUTE_MS, foldMs: MINUTE_MS, keepMs: null, ...change };
}

const marks = (...list: string[]) => [{ subject: 'link', amount: 0, marks: list }];

test('of one link with very many viewers the oldest are forgotten and count again', async () => {
  const { stub } = await shardAt();
  const viewers = Array.from({ length: 200_001 }, (_, at) => at.toString(36));
  for (let first = 0; first < viewers.length; first += 50_000)
    await stub.add(batch({ entries: marks(...viewers.slice(first, first + 50_000)) }));
  expect(await stub.total('link')).toBe(200_001);
  await stub.add(batch({ entries: marks('0', (200_000).toString(36)) }));
  expect(await stub.total('link')).toBe(200_002);
});

test('a batch that is sent again is counted once', async () => {
  const { stub, published } = await shardAt();
  const one = batch({ entries: [{ subject: 'a', amount: 5, marks: [] }] });
  for (let times = 0; times < 3; times += 1) expect(await stub.add(one)).toEqual({ ok: true, value: null });
  await stub.add(
    batch({
      entries: [
        { subject: 'a', amount: 2, marks: [] },
        { subject: 'b', amount: 1, marks: [] },
      ],
    }),
  );
  expect([await stub.total('a'), await stub.total('b'), await stub.total('c')]).toEqual([7, 1, 0]);
  await stub.fold();
  await stub.fold();
  expect(published).toEqual([
    {
      kind,
      shard: 0,
      totals: expect.arrayContaining([
        ['a', 7],
        ['b', 1],
      ]),
    },
  ]);
  await stub.add(one);
  expect(await stub.total('a')).toBe(7);
});

test('a mark counts once in its window, also when isolates and a restart send it again', async () => {
  const { stub } = await shardAt();
  await stub.add(batch({ entries: marks('x', 'y', 'x') }));
  await stub.add(batch({ entries: marks('x', 'z') }));
  expect(await stub.total('link')).toBe(3);
  await stub.fold();
  await runInDurableObject(stub, (_object: TallyObject, state) => state.abort()).catch(() => undefined);
  const again = await shardAt();
  await again.stub.add(batch({ entries: marks('x', 'y', 'z') }));
  expect(await again.stub.total('link')).toBe(3);
  nowMs += 10 * MINUTE_MS + 1;
  await again.stub.add(batch({ entries: marks('x') }));
  expect(await again.stub.total('link')).toBe(4);
});

test('a published total holds all that was ever counted, so an event that comes twice changes nothing', async () => {
  const { stub, published } = await shardAt();
  for (const amount of [1, 2, 3]) {
    await stub.add(batch({ entries: [{ subject: 'a', amount, marks: [] }] }));
    await stub.fold();
  }
  expect(published.map(({ totals }) => totals)).toEqual([[['a', 1]], [['a', 3]], [['a', 6]]]);
});

test('a thousand visitors of one link write some rows, not a thousand', async () => {
  const { stub, rows } = await shardAt();
  for (let at = 0; at < 10; at += 1)
    await stub.add(batch({ entries: marks(...Array.from({ length: 100 }, (_, n) => `${at}-${n}`)) }));
  await stub.fold();
  expect(await stub.total('link')).toBe(1_000);
  expect([await rows('flushes'), await rows('totals')]).toEqual([10, 1]);
});

test('parts of a subject are counted with its marks, once in the window, and published with an estimate of its people', async () => {
  const { stub, published } = await shardAt();
  const [ann, bob, cleo] = ['AAAAAAAAAAA', 'BBBBBBBBBBB', 'CCCCCCCCCCC'];
  const entry = (change: object) => ({ subject: 'link.day', amount: 0, marks: [], ...change });
  const send = (change: object) => stub.add(batch({ people: true, entries: [entry(change)] }));
  await send({ marks: [ann, bob], markParts: { [ann]: 'h/a.test', [bob]: 'h/-' }, parts: { b: 100 } });
  // Ann comes again from elsewhere: neither a view nor a host.
  await send({ marks: [ann], markParts: { [ann]: 'h/b.test' }, partMarks: [['d', bob]] });
  await stub.fold();
  await send({
    marks: [cleo],
    partMarks: [
      ['d', bob],
      ['d', cleo],
      ['d', cleo],
    ],
    parts: { b: 11, c: 1 },
  });
  await stub.fold();
  const totals = published.map(({ totals: [total] }) => total);
  expect(totals.map((total) => total?.slice(0, 2))).toEqual([
    ['link.day', 2],
    ['link.day', 3],
  ]);
  expect(totals.map((total) => total?.[2]?.parts)).toEqual([
    { b: 100, d: 1, 'h/a.test': 1, 'h/-': 1 },
    { b: 111, c: 1, d: 2, 'h/a.test': 1, 'h/-': 1 },
  ]);
  expect(totals.map((total) => countPeople(total?.[2]?.people ?? ''))).toEqual([2, 3]);
  nowMs += 10 * MINUTE_MS + 1;
  await send({ marks: [ann] });
  await stub.fold();
  const [last] = published.at(-1)?.totals ?? [];
  expect([last?.[1], countPeople(last?.[2]?.people ?? '')]).toEqual([4, 3]);
});

test('a subject of very many parts keeps sixty by name, and the sum of the others', async () => {
  const { stub, published } = await shardAt();
  for (let first = 0; first < 200; first += 50) {
    const parts = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`h/host-${first + at}.test`, 1]));
    await stub.add(batch({ entries: [{ subject: 'link.day', amount: 0, marks: [], parts }] }));
    await stub.fold();
  }
  const parts = published.at(-1)?.totals[0]?.[2]?.parts ?? {};
  expect([Object.keys(parts).length, parts['h/'], parts['h/host-0.test']]).toEqual([61, 140, 1]);
});

test('a batch of parts alone is sent again with its key and counted once', async () => {
  const { stub, published } = await shardAt();
  const one = batch({ entries: [{ subject: 'a', amount: 0, marks: [], parts: { b: 5 }, partMarks: [['d', 'x']] }] });
  for (let times = 0; times < 3; times += 1) await stub.add(one);
  await stub.fold();
  expect(published.map(({ totals }) => totals)).toEqual([[['a', 0, { parts: { b: 5, d: 1 }, people: '' }]]]);
});

test('a shard of a counter: what was folded is forgotten after the window, and totals with a time after it', async () => {
  const { stub, rows } = await shardAt();
  await stub.add(batch({ keepMs: 60 * MINUTE_MS, entries: [{ subject: 'a', amount: 1, marks: [] }] }));
  await stub.fold();
  nowMs += 16 * MINUTE_MS;
  await runInDurableObject(stub, (object: TallyObject) => object.alarm());
  expect([await rows('flushes'), await rows('totals')]).toEqual([0, 1]);
  nowMs += 60 * MINUTE_MS;
  await stub.add(batch({ entries: [{ subject: 'b', amount: 1, marks: [] }] }));
  nowMs += MINUTE_MS;
  await runInDurableObject(stub, (object: TallyObject) => object.alarm());
  expect([await stub.total('a'), await stub.total('b')]).toEqual([0, 1]);
});

test('a shard of a counter: reading a total creates nothing', async () => {
  const stub = tallies.getByName(`${kind}.3`);
  expect([await stub.total('a'), await stub.fold()]).toEqual([0, { ok: true, value: null }]);
  expect(await stub.unpublishedHours()).toEqual([]);
});

test('an hour is published once with all of its counts, when it has ended, also without another visitor', async () => {
  const { stub, published } = await shardAt();
  const hour = Math.floor(nowMs / HOUR_MS) + 1;
  const hours = () => published.filter((one) => 'hour' in one);
  const count = (subject: string, amount: number) =>
    stub.add(batch({ hourly: true, entries: [{ subject, amount, marks: ['m'] }] }));
  nowMs = hour * HOUR_MS;
  await count('a', 2);
  await stub.fold();
  nowMs += MINUTE_MS;
  await count('b', 4);
  expect(await stub.unpublishedHours()).toEqual([{ hour, total: 8 }]);
  expect(hours()).toEqual([]);
  nowMs = (hour + 1) * HOUR_MS;
  await count('c', 16);
  await stub.fold();
  expect(hours()).toEqual([{ kind, shard: 0, hour, total: 8 }]);
  expect(await stub.unpublishedHours()).toEqual([{ hour: hour + 1, total: 17 }]);
  nowMs = (hour + 2) * HOUR_MS;
  for (let times = 0; times < 2; times += 1) await runInDurableObject(stub, (object: TallyObject) => object.alarm());
  expect(hours()).toEqual([
    { kind, shard: 0, hour, total: 8 },
    { kind, shard: 0, hour: hour + 1, total: 17 },
  ]);
  expect(await stub.unpublishedHours()).toEqual([]);
});

test('an alarm is set for the end of an hour, and none for a counter without hours', async () => {
  const alarmOf = async (hourly: boolean) => {
    const { stub } = await shardAt(hourly ? 1 : 2);
    await stub.add(batch({ hourly, entries: [{ subject: 'a', amount: 1, marks: [] }] }));
    await stub.fold();
    nowMs += 20 * MINUTE_MS;
    await runAlarm(stub);
    return runInDurableObject(stub, (_object: TallyObject, state) => state.storage.getAlarm());
  };
  nowMs = (Math.floor(nowMs / HOUR_MS) + 24) * HOUR_MS;
  const endMs = nowMs + HOUR_MS;
  expect([await alarmOf(true), await alarmOf(false)]).toEqual([endMs, null]);
});

const timers: Promise<unknown>[] = [];
const make = (add?: (batch: TallyBatch) => Promise<unknown>) => {
  const real = tallies;
  const own = add ? ({ getByName: () => ({ add }) } as unknown as typeof tallies) : real;
  return makeTally(
    { tallies: own, clock: { nowMs: () => nowMs }, afterAnswer: (work) => void timers.push(work) },
    { kind, windowMs: 10 * MINUTE_MS, foldMs: MINUTE_MS, keepMs: null },
  );
};

test('an isolate sends one batch a shard, however many visitors it had', async () => {
  const sent: TallyBatch[] = [];
  const tally = make(async (one) => {
    sent.push(one);
    return { ok: true, value: null };
  });
  for (let at = 0; at < 1_000; at += 1) tally.mark('link', `mark ${at}`, `name ${at}`);
  await tally.flush();
  await tally.flush();
  expect(sent.map(({ entries }) => entries.map(({ marks: some }) => some.length))).toEqual([[1_000]]);
});

test('a batch whose answer was lost is sent again with its key, and counted once', async () => {
  const { stub } = await shardAt(shardOf('link'));
  let failures = 2;
  const tally = make(async (one) => {
    const answer = await stub.add(one);
    failures -= 1;
    if (failures >= 0) throw new Error('the answer was lost');
    return answer;
  });
  tally.add('link', 7);
  await tally.flush();
  tally.add('link', 1);
  await tally.flush();
  await tally.flush();
  expect(await stub.total('link')).toBe(8);
});

test('a visitor who was counted is known by name for the window', () => {
  const tally = make(async () => ({ ok: true, value: null }));
  expect(tally.knows('link', 'ann')).toBe(false);
  tally.mark('link', 'digest', 'ann');
  expect([tally.knows('link', 'ann'), tally.knows('other', 'ann')]).toEqual([true, false]);
  nowMs += 10 * MINUTE_MS + 1;
  expect(tally.knows('link', 'ann')).toBe(false);
});

test('an isolate sends marks with their parts, and remembers the names of each part', async () => {
  const sent: TallyBatch[] = [];
  const tally = make(async (one) => {
    sent.push(one);
    return { ok: true, value: null };
  });
  tally.mark('link', 'digest', 'ann', 'h/a.test');
  tally.addPart('link', 'b', 3);
  tally.addPart('link', 'b', 4);
  tally.markPart('link', 'd', 'other digest', 'ann');
  expect([tally.knows('link', 'd:ann'), tally.knows('link', 'd:bob')]).toEqual([true, false]);
  await tally.flush();
  expect(sent.flatMap(({ entries }) => entries)).toEqual([
    {
      subject: 'link',
      amount: 0,
      marks: ['digest'],
      markParts: { digest: 'h/a.test' },
      parts: { b: 7 },
      partMarks: [['d', 'other digest']],
    },
  ]);
});

test('all days of a person are in one shard, and shards are used evenly', () => {
  const counts = new Array<number>(TALLY_SHARDS).fill(0);
  for (let at = 0; at < 16_000; at += 1) {
    const shard = shardOf(newHexId());
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  expect(Math.max(...counts)).toBeLessThan(1_300);
});
