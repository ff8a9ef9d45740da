/**
 * Rules of the daily check-in: which day it is for a person, whether that day is free, and how long the series is. Pure; the
 * moment and the time zone are passed in. Why the rules are these: docs/decisions/0338.
 */
import { DEFAULT_TIME_ZONE } from '#shared/locale/time-zone.ts';
import { DAY_MS, HOUR_MS } from '#shared/units.ts';
import { dayOf } from './calendar.ts';

/** A person's zone changes at most once a week, however often the browser names another. */
export const ZONE_HOLD_MS = 7 * DAY_MS;
/** After a change of zone a day counts only this long after the last one, unless it is new in the former zone too. */
export const TRAVEL_GAP_MS = 12 * HOUR_MS;
/** A flight east may skip a date: a check-in this soon after the last one continues the series. */
export const TRAVEL_STREAK_MS = 36 * HOUR_MS;

/** One check-in, as it is stored. */
export interface CheckIn {
  /** Date in `zone`, `2026-11-26`. */
  readonly day: string;
  readonly atMs: number;
  /** IANA name. */
  readonly zone: string;
  /** When the person's zone last changed; 0 while it is the first. */
  readonly zoneChangedMs: number;
  /** Days of the series with this one. */
  readonly streak: number;
}

/**
 * The states of the wire: `''` never checked in (today is free), `toget` today is free, `success` today is taken, `init` not yet
 * (after a change of zone).
 */
export type CheckInResult = '' | 'init' | 'toget' | 'success';

export interface CheckInStatus {
  readonly result: CheckInResult;
  /** The date that a check-in would count for, or the one that is taken. */
  readonly day: string;
  readonly zone: string;
  readonly zoneChangedMs: number;
  /** Days of the series so far, today's included once it is taken; 0 after a missed day. */
  readonly streak: number;
  /** When a day counts again, for `init`; else 0. */
  readonly opensMs: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** More than the zones that people live in. */
const MAX_FORMATS = 512;

/** @param zone  a name that Intl has. @returns the date there, `2026-11-26` */
export function dateIn(zone: string, ms: number): string {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    format = new Intl.DateTimeFormat('en-US', {
      ...parts,
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    });
    if (formats.size < MAX_FORMATS) formats.set(zone, format);
  }
  const found = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return `${found.get('year')?.padStart(4, '0')}-${found.get('month')}-${found.get('day')}`;
}

export function dayAfter(day: string): string {
  return dayOf(Date.parse(day) + DAY_MS);
}

/** The zone that counts now. @param asked  '' for none known */
function zoneAt(last: CheckIn | null, asked: string, nowMs: number): string {
  if (last === null) return asked || DEFAULT_TIME_ZONE;
  const mayChange = nowMs - last.zoneChangedMs >= ZONE_HOLD_MS;
  return asked !== '' && mayChange ? asked : last.zone;
}

/**
 * Dates only rise, so that no zone and no clock that is set back gives a day twice.
 * @param last  the latest check-in, or null
 * @param askedZone  where the person is now; '' for unknown
 */
export function checkInAt(last: CheckIn | null, askedZone: string, nowMs: number): CheckInStatus {
  const zone = zoneAt(last, askedZone, nowMs);
  const day = dateIn(zone, nowMs);
  if (last === null) return { result: '', day, zone, zoneChangedMs: 0, streak: 0, opensMs: 0 };
  const { zone: before, day: lastDay, atMs, streak } = last;
  if (day <= lastDay)
    return { result: 'success', day: lastDay, zone: before, zoneChangedMs: last.zoneChangedMs, streak, opensMs: 0 };
  const hasMoved = zone !== before;
  const isNewInBoth = dateIn(before, nowMs) > lastDay;
  const mustWait = hasMoved && !isNewInBoth && nowMs - atMs < TRAVEL_GAP_MS;
  const continues = day === dayAfter(lastDay) || (hasMoved && nowMs - atMs <= TRAVEL_STREAK_MS);
  return {
    result: mustWait ? 'init' : 'toget',
    day,
    zone,
    zoneChangedMs: hasMoved ? nowMs : last.zoneChangedMs,
    streak: continues ? streak : 0,
    opensMs: mustWait ? atMs + TRAVEL_GAP_MS : 0,
  };
}

/** The place in the series of the day that comes after `streak` days, from 0. */
export function placeInSeries(streak: number, seriesDays: number): number {
  return streak % seriesDays;
}
