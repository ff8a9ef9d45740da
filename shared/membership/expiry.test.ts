import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '#shared/units.ts';
import { addMonths, dayOf } from './calendar.ts';
import { dueNotices, endingsNear, expiryNotices, nextNoticeMs } from './expiry.ts';
import type { GrantItem, LedgerEntry } from './ledger.ts';
import { timelineOf } from './timeline.ts';

let ids = 0;
function grant(startsMs: number, item: GrantItem): LedgerEntry {
  ids += 1;
  const actor = { id: '', name: '' };
  const name = { id: `e${ids}`, source: 'order', key: `k${ids}`, kind: 'grant', product: 'p' } as const;
  return { ...name, item, startsMs, atMs: startsMs, reason: '', actor };
}
const premium = (startsMs: number, months: number, days = 0) =>
  grant(startsMs, { type: 'premium', region: 'global', months, days });
const pack = (startsMs: number, months: number) => grant(startsMs, { type: 'storage', bytes: 10, months, days: 0 });
const at = (text: string): number => Date.parse(text);

it.each([
  ['the 31st', '2027-01-31T12:00:00Z', 1, '2027-02-28'],
  ['a leap day', '2028-02-29T00:00:00Z', 12, '2029-02-28'],
  ['the 31st before a leap day', '2028-01-31T23:59:59Z', 1, '2028-02-29'],
  ['the end of a year', '2026-12-31T23:59:59Z', 1, '2027-01-31'],
])(
  'premium bought on %s has its notices a week and a day before its end, and at the end',
  (_what, from, months, end) => {
    const notices = expiryNotices(timelineOf([premium(at(from), months)]));
    const endMs = addMonths(at(from), months);
    expect(dayOf(endMs)).toBe(end);
    expect(notices.map(({ stage, dueMs }) => [stage, dueMs])).toEqual([
      ['week', endMs - 7 * DAY_MS],
      ['day', endMs - DAY_MS],
      ['ended', endMs],
    ]);
  },
);

it('three days of premium are announced a day before, two when they have ended, and one, as a check-in gives, never', () => {
  const stages = (days: number) => expiryNotices(timelineOf([premium(0, 0, days)])).map(({ stage }) => stage);
  expect([stages(3), stages(2), stages(1)]).toEqual([['day', 'ended'], ['ended'], []]);
});

it('a second month moves the notices of the first; packs that end together are one notice', () => {
  const startMs = at('2026-11-25T00:00:00Z');
  const two = timelineOf([premium(startMs, 1), premium(startMs + DAY_MS, 1), pack(startMs, 1), pack(startMs, 1)]);
  expect(expiryNotices(two).map(({ kind, stage, endMs, bytes }) => [kind, stage, dayOf(endMs), bytes])).toEqual([
    ['storage', 'week', '2026-12-25', 20],
    ['storage', 'day', '2026-12-25', 20],
    ['storage', 'ended', '2026-12-25', 20],
    ['premium', 'week', '2027-01-25', 0],
    ['premium', 'day', '2027-01-25', 0],
    ['premium', 'ended', '2027-01-25', 0],
  ]);
});

it('after a long stop the end alone is announced, and nothing a week later', () => {
  const timeline = timelineOf([premium(0, 1)]);
  const endMs = addMonths(0, 1);
  expect(dueNotices(timeline, new Set(), endMs + DAY_MS).map(({ stage }) => stage)).toEqual(['ended']);
  expect(dueNotices(timeline, new Set(), endMs + 7 * DAY_MS)).toEqual([]);
});

it('a message in the drive stands from a week before the end to a week after it, and not while premium goes on', () => {
  const endMs = addMonths(0, 1);
  const one = timelineOf([premium(0, 1)]);
  const near = (nowMs: number) => endingsNear(one, nowMs).length;
  expect([endMs - 8 * DAY_MS, endMs - 7 * DAY_MS, endMs, endMs + 7 * DAY_MS, endMs + 8 * DAY_MS].map(near)).toEqual([
    0, 1, 1, 1, 0,
  ]);
  const again = timelineOf([premium(0, 1), premium(endMs + DAY_MS, 1)]);
  expect(endingsNear(again, endMs + 2 * DAY_MS)).toEqual([]);
});

const instants = fc.integer({ min: at('2027-01-01T00:00:00Z'), max: at('2029-12-31T00:00:00Z') });
const grants = fc.array(
  fc.record({ startsMs: instants, months: fc.integer({ min: 0, max: 14 }), days: fc.integer({ min: 1, max: 40 }) }),
  { minLength: 1, maxLength: 5 },
);

it('whatever the clock does, each notice is sent once at most, none before it is due, and none of before after the end', () => {
  fc.assert(
    fc.property(grants, fc.array(instants, { maxLength: 60 }), (sold, clock) => {
      const timeline = timelineOf(sold.map(({ startsMs, months, days }) => premium(startsMs, months, days)));
      const sent = new Set<string>();
      for (const nowMs of clock)
        for (const notice of dueNotices(timeline, sent, nowMs)) {
          expect(sent.has(notice.key)).toBe(false);
          expect(notice.dueMs).toBeLessThanOrEqual(nowMs);
          expect(notice.stage === 'ended').toBe(nowMs >= notice.endMs);
          sent.add(notice.key);
        }
    }),
    { numRuns: 200 },
  );
});

it('who is woken when the next notice is due gets all of them, the last one at the end', () => {
  fc.assert(
    fc.property(grants, (sold) => {
      const timeline = timelineOf(sold.map(({ startsMs, months, days }) => premium(startsMs, months, days)));
      const sent = new Set<string>();
      for (let nowMs = nextNoticeMs(timeline, 0); nowMs !== null; nowMs = nextNoticeMs(timeline, nowMs))
        for (const { key } of dueNotices(timeline, sent, nowMs)) sent.add(key);
      expect([...sent].toSorted()).toEqual(
        expiryNotices(timeline)
          .map(({ key }) => key)
          .toSorted(),
      );
    }),
    { numRuns: 200 },
  );
});
