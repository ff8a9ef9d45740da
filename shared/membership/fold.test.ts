import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, GIB } from '#shared/units.ts';
import { addDuration, addMonths, dayOf } from './calendar.ts';
import { foldLedger, previewGrant } from './fold.ts';
import type { GrantItem, LedgerEntry } from './ledger.ts';
import type { PlanLimits, Plans } from './plans.ts';
import { changesAfter, timelineOf } from './timeline.ts';
import { type TrafficUse, trafficSinceMs } from './traffic.ts';

const at = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
const limits: PlanLimits = {
  storageBytes: 6 * GIB,
  fileBytes: GIB,
  tasksPerDay: 5,
  tasksOpen: 5,
  tasksAtOnce: 1,
  links: null,
  transfersAtOnce: 1,
  slowBytesPerSecond: null,
  trafficBytes: { offline: 100, upload: null, download: 1_000 },
};
const PLANS: Plans = {
  free: limits,
  premium: { ...limits, storageBytes: 100 * GIB, trafficBytes: { offline: 1_000, upload: null, download: 1_000 } },
};

let ids = 0;
function grant(key: string, startsMs: number, item: GrantItem): LedgerEntry {
  ids += 1;
  const actor = { id: '', name: '' };
  return {
    id: `e${ids}`,
    source: 'order',
    key,
    kind: 'grant',
    product: 'p',
    item,
    startsMs,
    atMs: startsMs,
    reason: '',
    actor,
  };
}
const reverse = (key: string): LedgerEntry => ({ ...grant(key, 0, premium(1)), kind: 'reverse', item: null });
const premium = (months: number, days = 0): GrantItem => ({ type: 'premium', region: 'global', months, days });
const storage = (bytes: number, months: number): GrantItem => ({ type: 'storage', bytes, months, days: 0 });
const offline = (bytes: number, days: number): GrantItem => ({
  type: 'traffic',
  traffic: 'offline',
  bytes,
  months: 0,
  days,
});
const use = (day: string, bytes: number): TrafficUse => ({ day, traffic: 'offline', bytes });

test('a grant with a part of a day ends at that moment, and what follows it begins there', () => {
  const [start, end] = [at('2027-03-01'), at('2027-03-11T18:30:00Z')];
  const [first, second] = timelineOf([
    grant('a', start, { ...premium(0, 10), ms: end - start - 10 * DAY_MS }),
    grant('b', start + 1, premium(1)),
  ]).premium;
  expect(first?.endMs).toBe(end);
  expect([second?.startMs, second?.endMs]).toEqual([end, at('2027-04-11T18:30:00Z')]);
});

test.each([
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2028-02-29', 48, '2032-02-29'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2026-12-31', 1, '2027-01-31'],
])('%s and %i months is %s', (from, months, to) => {
  expect(dayOf(addMonths(at(from), months))).toBe(to);
});

test('a month keeps the time of the day to the millisecond', () => {
  expect(addMonths(at('2027-01-31T23:59:59.999Z'), 1)).toBe(at('2027-02-28T23:59:59.999Z'));
});

test('a length beyond every calendar ends on the last day that clients can write', () => {
  expect(dayOf(addDuration(at('2026-01-01'), { months: 12 * 500_000, days: 0 }))).toBe('9999-12-31');
});

test('premium: months that follow the 31st end on the last day of short months and come back to the 31st', () => {
  const entries = ['a', 'b', 'c'].map((key) => grant(key, at('2027-01-31'), premium(1)));
  expect(timelineOf(entries).premium.map(({ endMs }) => dayOf(endMs))).toEqual([
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ]);
});

test('a month that is bought early is appended, one that is bought late begins anew', () => {
  const early = [grant('a', at('2027-03-01'), premium(1)), grant('b', at('2027-03-20'), premium(1))];
  expect(timelineOf(early).premium[1]).toMatchObject({ startMs: at('2027-04-01'), endMs: at('2027-05-01') });
  const late = [grant('a', at('2027-03-01'), premium(1)), grant('b', at('2027-04-20'), premium(1))];
  expect(timelineOf(late).premium[1]).toMatchObject({ startMs: at('2027-04-20'), endMs: at('2027-05-20') });
});

test('premium is ok up to the last millisecond and invalid at the end, and the remaining days are rounded up', () => {
  const entries = [grant('a', at('2027-03-01'), premium(1))];
  const endMs = at('2027-04-01');
  expect(foldLedger(entries, PLANS, endMs - 1)).toMatchObject({
    status: 'ok',
    type: 'platinum',
    vipItems: [{ surplusDays: 1 }],
  });
  const ended = foldLedger(entries, PLANS, endMs);
  expect(ended).toMatchObject({ status: 'invalid', type: 'novip', expiresMs: endMs, vipItems: [{ surplusDays: 0 }] });
  expect(ended.limits).toMatchObject({ plan: 'free', storageBytes: 6 * GIB });
  // A clock that jumps back shows the plan of that time.
  expect(foldLedger(entries, PLANS, at('2027-02-01')).status).toBe('invalid');
});

test('premium: regional months are appended to global ones, and each region has its own end', () => {
  const regional: GrantItem = { type: 'premium', region: 'regional', months: 1, days: 0 };
  const entries = [grant('a', at('2027-03-01'), premium(1)), grant('b', at('2027-03-02'), regional)];
  expect(foldLedger(entries, PLANS, at('2027-03-15'))).toMatchObject({
    expiresMs: at('2027-05-01'),
    vipItems: [
      { type: 'global', expiresMs: at('2027-04-01') },
      { type: 'regional', expiresMs: at('2027-05-01') },
    ],
  });
});

test('a refund of the first month moves the second forward to its own payment', () => {
  const entries = [grant('a', at('2027-03-01'), premium(1)), grant('b', at('2027-03-10'), premium(1)), reverse('a')];
  expect(timelineOf(entries).premium).toMatchObject([{ startMs: at('2027-03-10'), endMs: at('2027-04-10') }]);
});

test('storage packs add up while they are valid', () => {
  const entries = [
    grant('a', at('2027-03-01'), storage(GIB, 1)),
    grant('b', at('2027-03-15'), storage(2 * GIB, 1)),
    grant('c', at('2027-03-20'), premium(1)),
  ];
  const bytesAt = (day: string) => foldLedger(entries, PLANS, at(day)).limits.storageBytes / GIB;
  expect(['2027-03-02', '2027-03-16', '2027-03-21', '2027-04-02', '2027-04-21'].map(bytesAt)).toEqual([
    7, 9, 103, 102, 6,
  ]);
});

test('traffic is taken from the month first, then from the pack that ends first', () => {
  const entries = [
    grant('long', at('2027-03-01'), offline(500, 90)),
    grant('short', at('2027-03-01'), offline(50, 30)),
  ];
  const left = (bytes: number) =>
    foldLedger(entries, PLANS, at('2027-03-05'), [use('2027-03-02', bytes)]).traffic.offline;
  expect(left(40)).toEqual({ totalBytes: 650, leftBytes: 610, usedBytes: 40 });
  // 100 of the month, 50 of the short pack, 10 of the long one: the short one ends unused by nothing.
  const later = foldLedger(entries, PLANS, at('2027-04-10'), [use('2027-03-02', 160)]).traffic.offline;
  expect(later).toEqual({ totalBytes: 600, leftBytes: 590, usedBytes: 0 });
  expect(left(10_000)).toMatchObject({ leftBytes: 0 });
});

test('traffic begins anew with each month (UTC), and no limit stays no limit', () => {
  const balance = (day: string) => foldLedger([], PLANS, at(day), [use('2027-03-31', 70)]).traffic;
  expect(balance('2027-03-31').offline.leftBytes).toBe(30);
  expect(balance('2027-04-01').offline.leftBytes).toBe(100);
  expect(balance('2027-04-01').upload).toEqual({ totalBytes: null, leftBytes: null, usedBytes: 0 });
});

test('a pack counts for days that it touches only', () => {
  const entries = [grant('a', at('2027-03-10T12:00:00Z'), offline(500, 90))];
  const left = (day: string) => foldLedger(entries, PLANS, at('2027-03-20'), [use(day, 300)]).traffic.offline.leftBytes;
  expect(left('2027-03-09')).toBe(500);
  expect(left('2027-03-10')).toBe(300);
});

test('the use that matters begins with the month, or with the month of the oldest pack that counts', () => {
  const entries = [grant('a', at('2027-03-10'), offline(5, 90))];
  expect(dayOf(trafficSinceMs(timelineOf(entries), at('2027-05-05')))).toBe('2027-03-01');
  expect(dayOf(trafficSinceMs(timelineOf(entries), at('2027-07-05')))).toBe('2027-07-01');
});

test('the changes of a timeline are its later beginnings and ends, each once', () => {
  const entries = [grant('a', at('2027-03-01'), premium(1)), grant('b', at('2027-03-02'), premium(1))];
  expect(changesAfter(timelineOf(entries), at('2027-03-05')).map(dayOf)).toEqual(['2027-04-01', '2027-05-01']);
});

test('a preview says when a product begins and ends and what it adds', () => {
  const nowMs = at('2027-03-10');
  const entries = [grant('a', at('2027-03-01'), premium(1))];
  const { span, now, after } = previewGrant(entries, premium(12), PLANS, nowMs);
  expect(span).toEqual({ startMs: at('2027-04-01'), endMs: at('2028-04-01') });
  expect(now.expiresMs).toBe(at('2027-04-01'));
  expect(after.expiresMs).toBe(at('2028-04-01'));
  const pack = previewGrant(entries, storage(GIB, 1), PLANS, nowMs);
  expect(pack.after.limits.storageBytes - pack.now.limits.storageBytes).toBe(GIB);
});

const item = fc.oneof(
  fc.record({ months: fc.nat(24), days: fc.nat(40) }).map(({ months, days }) => premium(months, days + 1)),
  fc
    .record({ bytes: fc.integer({ min: 1, max: 9 }), months: fc.integer({ min: 1, max: 24 }) })
    .map((each) => storage(each.bytes, each.months)),
  fc
    .record({ bytes: fc.integer({ min: 1, max: 900 }), days: fc.integer({ min: 1, max: 90 }) })
    .map((each) => offline(each.bytes, each.days)),
);
const moment = fc.integer({ min: at('2027-12-01'), max: at('2029-06-01') });
const grants = fc
  .array(fc.record({ item, startsMs: moment }), { maxLength: 12 })
  .map((all) => all.map(({ item: each, startsMs }, n) => grant(`k${n}`, startsMs, each)));
const ledger = grants.chain((all) =>
  fc.record({
    all: fc.constant(all),
    taken: fc.subarray(all.map(({ key }) => key)),
    order: fc.shuffledSubarray(
      [...all, ...all].map((_, n) => n),
      { minLength: all.length * 2 },
    ),
  }),
);

test('any ledger: folds the same in every order, with duplicates, and with reversals before and after their grants', () => {
  fc.assert(
    fc.property(ledger, fc.boolean(), moment, ({ all, taken, order }, first, nowMs) => {
      const twice = order.flatMap((n) => [...all, ...all][n] ?? []);
      const undone = taken.flatMap((key) => [reverse(key), reverse(key)]);
      const mixed = first ? [...undone, ...twice] : [...twice, ...undone];
      const plain = all.filter(({ key }) => !taken.includes(key));
      expect(foldLedger(mixed, PLANS, nowMs)).toEqual(foldLedger(plain, PLANS, nowMs));
      expect(timelineOf(mixed)).toEqual(timelineOf(plain));
    }),
  );
});

test('any ledger: premium never overlaps, begins no earlier than paid for, and lasts at least as long as its shortest months', () => {
  fc.assert(
    fc.property(grants, (entries) => {
      const byId = new Map(entries.map((entry) => [entry.id, entry]));
      let lastMs = Number.NEGATIVE_INFINITY;
      for (const { entryId, startMs, endMs } of timelineOf(entries).premium) {
        const entry = byId.get(entryId);
        expect(startMs).toBeGreaterThanOrEqual(Math.max(lastMs, entry?.startsMs ?? 0));
        const { months = 0, days = 0 } = entry?.item ?? {};
        expect(endMs - startMs).toBeGreaterThanOrEqual((months * 28 + days - 3) * DAY_MS);
        lastMs = endMs;
      }
    }),
  );
});

test('one more grant never takes anything away, at any moment', () => {
  fc.assert(
    fc.property(grants, item, moment, moment, (entries, more, startsMs, nowMs) => {
      const before = foldLedger(entries, PLANS, nowMs);
      const after = foldLedger([...entries, grant('more', startsMs, more)], PLANS, nowMs);
      expect(after.limits.storageBytes).toBeGreaterThanOrEqual(before.limits.storageBytes);
      if (before.status === 'ok') expect(after.status).toBe('ok');
    }),
  );
});

test('any ledger: traffic left lies between nothing and the total, and more use never leaves more', () => {
  const days = fc.uniqueArray(fc.record({ n: fc.nat(200), bytes: fc.nat(2_000) }), {
    selector: ({ n }) => n,
    maxLength: 20,
  });
  fc.assert(
    fc.property(grants, days, fc.nat(500), moment, (entries, some, extra, nowMs) => {
      const rows = some.map(({ n, bytes }) => use(dayOf(nowMs - n * DAY_MS), bytes));
      const { totalBytes, leftBytes } = foldLedger(entries, PLANS, nowMs, rows).traffic.offline;
      expect(leftBytes).toBeGreaterThanOrEqual(0);
      expect(leftBytes).toBeLessThanOrEqual(totalBytes ?? 0);
      const heavier = rows.map((row) => ({ ...row, bytes: row.bytes + extra }));
      expect(foldLedger(entries, PLANS, nowMs, heavier).traffic.offline.leftBytes).toBeLessThanOrEqual(leftBytes ?? 0);
    }),
  );
});
