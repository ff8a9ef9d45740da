/** Storage that operators set on a person, and groups. */
import { expect, test } from 'vitest';
import { DAY_MS, GIB } from '#shared/units.ts';
import { groupOfMail, groupsDocument } from './groups.ts';
import type { LedgerEntry, LedgerItem } from './ledger.ts';
import { limitsAt } from './plans.ts';
import { makePlans } from './plans-fixture.ts';
import { timelineOf } from './timeline.ts';

const START = Date.parse('2027-01-01T00:00:00Z');
const plans = { ...makePlans(6 * GIB), groups: { design: 20 * GIB } };

const entry = (day: number, item: LedgerItem): LedgerEntry => ({
  id: String(day),
  source: 'operator',
  key: String(day),
  kind: 'grant',
  product: '',
  item,
  startsMs: START + day * DAY_MS,
  atMs: START + day * DAY_MS,
  reason: '',
  actor: { id: '', name: '' },
});
const set = (gb: number | null, days = 0): LedgerItem => ({
  type: 'quota',
  bytes: gb === null ? null : gb * GIB,
  months: 0,
  days,
});
const pack = (gb: number): LedgerItem => ({ type: 'storage', bytes: gb * GIB, months: 0, days: 300 });
const inGroup = (group: string): LedgerItem => ({ type: 'group', group, months: 0, days: 0 });

/** GB of the person on a day. */
function gbOn(day: number, ...items: readonly [day: number, item: LedgerItem][]): number {
  const timeline = timelineOf(items.map(([at, item]) => entry(at, item)));
  // The drive has a copy that went through JSON.
  const stored = JSON.parse(JSON.stringify(timeline)) as typeof timeline;
  return limitsAt(stored, plans, START + day * DAY_MS + 1).storageBytes / GIB;
}

test('a set amount is the whole of what began before it, also less; what begins later comes on top', () => {
  expect(gbOn(1, [1, set(50)])).toBe(50);
  expect(gbOn(5, [1, pack(10)])).toBe(16);
  expect(gbOn(5, [1, pack(10)], [2, set(1)])).toBe(1);
  expect(gbOn(5, [1, pack(10)], [2, set(1)], [3, pack(4)])).toBe(5);
  expect(gbOn(5, [1, set(0)])).toBe(0);
});

test('an amount with an end gives way to the one before it; the newest counts until it is unset', () => {
  expect(gbOn(3, [1, set(50)], [2, set(100, 10)])).toBe(100);
  expect(gbOn(13, [1, set(50)], [2, set(100, 10)])).toBe(50);
  expect(gbOn(13, [1, set(50, 2)])).toBe(6);
  expect(gbOn(3_000, [1, set(50)])).toBe(50);
  expect(gbOn(9, [1, set(50)], [2, set(null)])).toBe(6);
});

test('a member has the storage of the group, and never less than premium gives', () => {
  expect(gbOn(3, [1, inGroup('design')])).toBe(20);
  expect(gbOn(3, [1, inGroup('design')], [2, pack(5)])).toBe(25);
  expect(gbOn(3, [1, inGroup('design')], [2, inGroup('')])).toBe(6);
  expect(gbOn(3, [1, inGroup('gone')])).toBe(6);
  expect(gbOn(3, [1, inGroup('design')], [2, set(3)])).toBe(3);
  const premium: LedgerItem = { type: 'premium', region: 'global', months: 1, days: 0 };
  expect(gbOn(3, [1, inGroup('design')], [2, premium])).toBe(60);
});

test('a mail domain belongs to one group, and its people are found in either spelling', () => {
  const text = (groups: object[]) => groupsDocument.parse(JSON.stringify({ groups }));
  const both = text([
    { id: 'a', name: 'A', mailDomains: ['bücher.example'] },
    { id: 'b', name: 'B', mailDomains: ['xn--bcher-kva.example'] },
  ]);
  expect(both.ok).toBe(false);
  const one = text([{ id: 'a', name: 'A', mailDomains: ['bücher.example', 'one.example'] }]);
  if (!one.ok) throw new Error('refused');
  expect(groupOfMail(one.value, 'Ann@xn--bcher-kva.example')?.id).toBe('a');
  expect(groupOfMail(one.value, 'ann@sub.one.example')).toBeNull();
  expect(groupOfMail(one.value, '')).toBeNull();
});
