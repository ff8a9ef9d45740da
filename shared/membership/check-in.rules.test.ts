import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import { type CheckIn, checkInAt, dateIn, dayAfter, TRAVEL_GAP_MS, ZONE_HOLD_MS } from './check-in.rules.ts';

const at = (text: string): number => Date.parse(text);

/** The check-in that this moment allows. */
function next(last: CheckIn | null, zone: string, nowMs: number): CheckIn | null {
  const status = checkInAt(last, zone, nowMs);
  if (status.result === 'success' || status.result === 'init') return null;
  const { day, zone: counted, zoneChangedMs, streak } = status;
  return { day, atMs: nowMs, zone: counted, zoneChangedMs, streak: streak + 1 };
}

function must(checkIn: CheckIn | null): CheckIn {
  if (checkIn === null) throw new Error('the check-in was refused');
  return checkIn;
}

it.each([
  ['Pacific/Kiritimati', '2026-11-26T09:59:59Z', '2026-11-26'],
  ['Pacific/Kiritimati', '2026-11-26T10:00:00Z', '2026-11-27'],
  ['Pacific/Pago_Pago', '2026-11-26T10:59:59Z', '2026-11-25'],
  ['Asia/Kathmandu', '2026-11-26T18:15:00Z', '2026-11-27'],
  ['UTC', '2024-02-29T23:59:59Z', '2024-02-29'],
])('a calendar day: in %s at %s is %s', (zone, moment, day) => {
  expect(dateIn(zone, at(moment))).toBe(day);
});

it('a calendar day may be taken a minute before midnight and the next one a minute after', () => {
  const first = must(next(null, 'Europe/Berlin', at('2026-11-25T22:59:00Z')));
  expect(checkInAt(first, 'Europe/Berlin', at('2026-11-25T22:59:30Z')).result).toBe('success');
  const second = must(next(first, 'Europe/Berlin', at('2026-11-25T23:01:00Z')));
  expect([first.day, second.day, second.streak]).toEqual(['2026-11-25', '2026-11-26', 2]);
});

it('of 23 and of 25 hours is one day', () => {
  const spring = must(next(null, 'Europe/Berlin', at('2026-03-28T23:30:00Z')));
  expect(must(next(spring, 'Europe/Berlin', at('2026-03-29T22:00:00Z')))).toMatchObject({
    day: '2026-03-30',
    streak: 2,
  });
  const autumn = must(next(null, 'Europe/Berlin', at('2026-10-24T22:00:00Z')));
  expect(checkInAt(autumn, 'Europe/Berlin', at('2026-10-25T22:59:00Z')).result).toBe('success');
});

it('a calendar day stays taken when the clock is set back', () => {
  const first = must(next(null, 'UTC', at('2026-11-26T12:00:00Z')));
  for (const back of [HOUR_MS, DAY_MS, 30 * DAY_MS])
    expect(checkInAt(first, 'UTC', first.atMs - back)).toMatchObject({ result: 'success', day: '2026-11-26' });
});

it('a missed day starts the series again', () => {
  const first = must(next(null, 'UTC', at('2026-11-20T12:00:00Z')));
  const second = must(next(first, 'UTC', at('2026-11-21T12:00:00Z')));
  const late = must(next(second, 'UTC', at('2026-11-23T00:00:00Z')));
  expect([second.streak, late.streak]).toEqual([2, 1]);
});

const home = must(next(null, 'Pacific/Pago_Pago', at('2026-11-26T12:00:00Z')));

it('a traveller gets no second day by naming another zone at once', () => {
  const soon = home.atMs + HOUR_MS;
  expect(checkInAt(home, 'Pacific/Kiritimati', soon)).toMatchObject({
    result: 'init',
    opensMs: home.atMs + TRAVEL_GAP_MS,
  });
  expect(next(home, 'Pacific/Kiritimati', home.atMs + TRAVEL_GAP_MS)).toMatchObject({ zone: 'Pacific/Kiritimati' });
});

it('a traveller keeps the new zone for a week', () => {
  const there = must(next(home, 'Asia/Tokyo', home.atMs + DAY_MS));
  const later = must(next(there, 'Pacific/Pago_Pago', there.atMs + 2 * DAY_MS));
  expect(later.zone).toBe('Asia/Tokyo');
  expect(must(next(later, 'Pacific/Pago_Pago', there.atMs + ZONE_HOLD_MS)).zone).toBe('Pacific/Pago_Pago');
});

it('a traveller: who flies over the date line eastward keeps the series', () => {
  const there = must(next(home, 'Pacific/Kiritimati', home.atMs + DAY_MS));
  expect([home.day, there.day, there.streak]).toEqual(['2026-11-26', '2026-11-28', 2]);
});

it('a traveller does not wait at home because a browser spells the zone otherwise', () => {
  const evening = must(next(null, 'Asia/Kolkata', at('2026-11-26T17:00:00Z')));
  expect(checkInAt(evening, 'Asia/Calcutta', at('2026-11-27T01:00:00Z')).result).toBe('toget');
});

it('with any zones and any clock a person gets no more days than dates pass, and dates only rise', () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', ''];
  const step = fc.record({
    zone: fc.constantFrom(...zones),
    moveMs: fc.integer({ min: -3 * DAY_MS, max: 2 * DAY_MS }),
  });
  const start = at('2026-01-01T00:00:00Z');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let last: CheckIn | null = null;
      let nowMs = start;
      let [earliest, latest] = [start, start];
      const days: string[] = [];
      for (const { zone, moveMs } of steps) {
        nowMs += moveMs;
        [earliest, latest] = [Math.min(earliest, nowMs), Math.max(latest, nowMs)];
        const taken = next(last, zone, nowMs);
        if (taken === null) continue;
        days.push(taken.day);
        last = taken;
      }
      expect(days).toEqual([...new Set(days)].toSorted());
      // 26 hours lie between the first and the last zone of the world.
      expect(days.length).toBeLessThanOrEqual(Math.floor((latest - earliest + 26 * HOUR_MS) / DAY_MS) + 1);
    }),
    { numRuns: 200 },
  );
});

it('the day after the end of a month and of a year', () => {
  expect(['2026-02-28', '2024-02-28', '2026-12-31'].map(dayAfter)).toEqual(['2026-03-01', '2024-02-29', '2027-01-01']);
});
