/** Days that a link may end on, as date fields spell them, and where a day ends for the person. Pure. */
import { DAY_MS } from '#shared/units.ts';

/** Longest life of a link with an end (wire-contract.md 6.1). */
const MAX_DAYS = 365;

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function daysOf(nowMs: number): { readonly min: string; readonly max: string } {
  return { min: dayOf(nowMs + DAY_MS), max: dayOf(nowMs + (MAX_DAYS - 1) * DAY_MS) };
}

/** By the clock of this browser. @param date  one that a field gave; '' stays no time */
export function lastSecondOf(date: string): string {
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? date : end.toISOString();
}
