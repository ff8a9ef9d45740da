import { env as bound } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import type { TotalsStep } from '#shared/ops/totals.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { makeHourlyCounter } from '#worker/services/drive/service.ts';
import type { HourlyPayments } from '#worker/services/membership/service.ts';
import { makeAdminDatabase } from '../admin.ts';
import { onHourEnded } from '../events.ts';
import { SIGN_UPS_KIND } from '../keys.ts';
import { putGone, putPerson } from '../people/people.store.ts';
import { countPayments, countStored, readTotals, type TotalsDeps } from './totals.ts';

const env = bound as unknown as Env;
const { tallies } = objectsOf(env);

/** Each test has a year of its own. */
let year = 2040;
let nowMs = 0;
let books: HourlyPayments[] = [];
let asked: number[] = [];
let deps: TotalsDeps;
let hour = 0;
let stored = 0;

beforeEach(async () => {
  year += 2;
  nowMs = Date.UTC(year, 3, 10, 12, 30);
  hour = Math.floor(nowMs / HOUR_MS);
  books = [];
  asked = [];
  const admin = makeAdminDatabase(env.ADMIN);
  await admin.run('DELETE FROM marks');
  await admin.run("DELETE FROM hourly_totals WHERE metric = 'stored'");
  deps = {
    admin,
    drive: { storedBytes: async () => stored },
    tallies,
    clock: { nowMs: () => nowMs },
    billing: {
      hourlyPayments: async (sinceMs) => {
        asked.push(sinceMs);
        return books.filter(({ hour: one }) => one * HOUR_MS >= sinceMs);
      },
    },
  };
});

const ended = (kind: string, shard: number, ofHour: number, total: number) =>
  onHourEnded(deps, {
    id: newHexId(),
    event: 'tally.hour',
    source: `${kind}.${shard}`,
    payload: { kind, shard, hour: ofHour, total },
  });

const paid = (ofHour: number, change: Partial<HourlyPayments> = {}): HourlyPayments => ({
  hour: ofHour,
  currency: 'USD',
  payments: 1,
  paidMinor: 799,
  refundedMinor: 0,
  ...change,
});

const countsOf = ({ views, saves, signUps, payments }: TotalsStep | undefined = {} as TotalsStep) => [
  views,
  saves,
  signUps,
  payments,
];

it('an ended hour is the sum of its shards, and an event that comes twice or late changes nothing', async () => {
  await ended('views', 1, hour - 1, 5);
  await ended('views', 2, hour - 1, 7);
  await ended('views', 1, hour - 1, 5);
  await ended('views', 1, hour - 1, 3);
  await ended('saves', 4, hour - 1, 2);
  await ended('traffic', 4, hour - 1, 1_000);
  await ended('links', 2, hour - 1, 3);
  await ended('unknown', 4, hour - 1, 1_000);
  const { steps } = await readTotals(deps, 'hours');
  expect(steps).toHaveLength(48);
  expect(steps.at(-1)?.startMs).toBe(hour * HOUR_MS);
  expect(steps.slice(-2).map(countsOf)).toEqual([
    [12, 2, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(steps.slice(-2).map(({ links, traffic }) => [links, traffic])).toEqual([
    [3, 1_000],
    [0, 0],
  ]);
});

it('totals of hours: weeks and months hold their days and no other', async () => {
  // 10 April of a leap year after 2040; the first of its month is ten days before.
  const day = Math.floor(nowMs / DAY_MS);
  const weekday = (day + 3) % 7;
  for (const [back, total] of [
    [0, 1],
    [weekday, 2],
    [weekday + 1, 4],
    [10, 8],
  ] as const)
    await ended('views', back, (day - back) * 24, total);
  const weeks = (await readTotals(deps, 'weeks')).steps.map(({ views }) => views);
  expect(weeks.slice(-2).reduce((sum, views) => sum + views)).toBe(weekday + 7 < 10 ? 7 : 15);
  expect(weeks.at(-1)).toBe(3);
  const { steps } = await readTotals(deps, 'year');
  expect(steps.slice(-2).map(({ views }) => views)).toEqual([8, 7]);
});

it('totals of hours: stored bytes are noted once a day, and a step has the newest of them', async () => {
  stored = 500;
  await countStored(deps);
  stored = 900;
  await countStored(deps);
  nowMs += 2 * DAY_MS;
  await countStored(deps);
  const last = async (period: 'hours' | 'month', count: number) =>
    (await readTotals(deps, period)).steps.slice(-count).map((step) => step.stored);
  expect(await last('month', 4)).toEqual([0, 500, 500, 900]);
  // The first of 48 hours is after the note of 500.
  expect(await last('hours', 48)).toEqual([...Array<number>(47).fill(500), 900]);
});

it('a store that was emptied is noted once, and one that never had bytes is not', async () => {
  const noted = async () => deps.admin.all("SELECT total FROM hourly_totals WHERE metric = 'stored' ORDER BY hour");
  stored = 0;
  await countStored(deps);
  expect(await noted()).toEqual([]);
  for (const bytes of [500, 0, 0]) {
    nowMs += DAY_MS;
    stored = bytes;
    await countStored(deps);
  }
  expect(await noted()).toEqual([{ total: 500 }, { total: 0 }]);
  expect((await readTotals(deps, 'month')).steps.slice(-4).map((step) => step.stored)).toEqual([0, 500, 0, 0]);
});

it('totals of hours: people are those whose accounts were not deleted', async () => {
  const userId = `V${newHexId(12)}`;
  const facts = { name: '', email: '', phone: '', held: '', role: '' as const, createdMs: nowMs, endsMs: 0 };
  const counts = async () => {
    const before = (await readTotals(deps, 'hours')).people;
    await deps.admin.batch([putPerson({ userId, status: 'ACTIVE', changes: 1, ...facts }, nowMs, true)]);
    const added = (await readTotals(deps, 'hours')).people;
    await deps.admin.batch([putGone(userId, nowMs)]);
    return [added - before, (await readTotals(deps, 'hours')).people - before];
  };
  // Other files may sign people up at the same time: one look without any of them is enough.
  await expect.poll(counts, { timeout: 50_000 }).toEqual([1, 0]);
});

it('a day holds its hours and no other, in UTC', async () => {
  const midnight = Math.floor(nowMs / DAY_MS) * 24;
  for (const [at, total] of [
    [midnight - 25, 1],
    [midnight - 24, 2],
    [midnight - 1, 4],
    [midnight, 8],
  ] as const)
    await ended('views', 0, at, total);
  const { steps } = await readTotals(deps, 'month');
  expect(steps.slice(-3).map(({ views }) => views)).toEqual([1, 6, 8]);
});

it('what is counted in an hour that runs is read at once', async () => {
  const work: Promise<unknown>[] = [];
  nowMs = Date.now();
  const count = makeHourlyCounter(
    { tallies, clock: deps.clock, afterAnswer: (one) => void work.push(one) },
    SIGN_UPS_KIND,
  );
  const signUps = async () => {
    nowMs = Date.now();
    return (await readTotals(deps, 'hours')).steps.reduce((sum, step) => sum + step.signUps, 0);
  };
  const counted = async () => {
    const before = await signUps();
    for (let times = 0; times < 40; times += 1) count();
    await Promise.all(work);
    return (await signUps()) - before;
  };
  // Other files may sign people up at the same time: one look without any of them is enough.
  await expect.poll(counted, { timeout: 50_000 }).toBe(40);
});

it('totals of hours: payments are counted from the books, and counting again writes nothing', async () => {
  books = [
    paid(hour - 1),
    paid(hour, { payments: 2, paidMinor: 1_598, refundedMinor: 300 }),
    paid(hour, { currency: 'JPY', paidMinor: 900 }),
  ];
  await countPayments(deps);
  const rows = await deps.admin.run('UPDATE hourly_totals SET total = total WHERE hour >= ?', hour - 1);
  expect(rows).toBe(7);
  for (let times = 0; times < 3; times += 1) await countPayments(deps);
  const { steps, money } = await readTotals(deps, 'hours');
  expect(steps.slice(-2).map(({ payments }) => payments)).toEqual([1, 3]);
  expect(money.map(({ currency, steps: sums }) => [currency, ...sums.slice(-2)])).toEqual([
    ['JPY', { paidMinor: 0, refundedMinor: 0 }, { paidMinor: 900, refundedMinor: 0 }],
    ['USD', { paidMinor: 799, refundedMinor: 0 }, { paidMinor: 1_598, refundedMinor: 300 }],
  ]);
});

it('a database that is new counts all books; then the hours since the last run, and once a day the last weeks', async () => {
  books = [paid(hour - 24 * 20)];
  await countPayments(deps);
  nowMs += 5 * HOUR_MS;
  await countPayments(deps);
  nowMs += DAY_MS;
  await countPayments(deps);
  expect(asked.map((sinceMs) => sinceMs / HOUR_MS)).toEqual([0, hour - 1, hour + 5 - 35 * 24]);
  const { steps } = await readTotals(deps, 'month');
  expect(steps.reduce((sum, { payments }) => sum + payments, 0)).toBe(1);
});

it('totals are deleted after 400 days', async () => {
  await ended('views', 0, hour - 401 * 24, 5);
  await ended('views', 0, hour - 399 * 24, 6);
  await countPayments(deps);
  const left = await deps.admin.all<{ total: number }>(
    'SELECT total FROM hourly_totals WHERE hour BETWEEN ? AND ?',
    hour - 402 * 24,
    hour - 398 * 24,
  );
  expect(left).toEqual([{ total: 6 }]);
});
