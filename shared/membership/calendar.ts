/** Calendar months in UTC. Pure. */
import { DAY_MS } from '#shared/units.ts';

/** Length of a grant. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  /** Part of a day, of a grant that ends at a given moment. */
  readonly ms?: number | undefined;
}

/** The same day and time so many months later; the last day of the month where it has no such day. */
export function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  // Day 0 of the following month is the last day of this one.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDayMs = fromMs - Date.UTC(year, from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDayMs;
}

/** Latest end of a grant: the last day that four digits of a year can write. */
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Months first, then days, then the part of a day. */
export function addDuration(fromMs: number, { months, days, ms = 0 }: Duration): number {
  const endMs = addMonths(fromMs, months) + days * DAY_MS + ms;
  // Beyond what a date can hold it is no number.
  return Number.isNaN(endMs) ? LATEST_MS : Math.min(endMs, LATEST_MS);
}

/** `2026-11-25`, UTC. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** First moment of the month after the one that holds `ms`, UTC. */
export function monthEnd(ms: number): number {
  return addMonths(monthStart(ms), 1);
}

/** First moment of the month that holds `ms`, UTC. */
export function monthStart(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}
