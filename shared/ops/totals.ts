/** Totals that operators read: periods, their steps, and the shape of an answer. Pure. */
import { DAY_MS, HOUR_MS } from '#shared/units.ts';

export type StepUnit = 'hour' | 'day' | 'week' | 'month';

/** Period -> number and length of its steps. Days are those of UTC, weeks begin on Monday. */
export const PERIODS = {
  hours: { title: '48 hours', steps: 48, unit: 'hour' },
  month: { title: '30 days', steps: 30, unit: 'day' },
  quarter: { title: '90 days', steps: 90, unit: 'day' },
  weeks: { title: '26 weeks', steps: 26, unit: 'week' },
  year: { title: '12 months', steps: 12, unit: 'month' },
} as const satisfies Readonly<Record<string, { title: string; steps: number; unit: StepUnit }>>;

export type Period = keyof typeof PERIODS;

export function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text);
}

/** From the sight of a link to a payment, in order. */
export const STAGES = ['views', 'saves', 'signUps', 'payments'] as const;
export type Stage = (typeof STAGES)[number];

/** Use of the installation: links made, bytes that visitors of links and guests were sent, bytes that were stored at the end of a step. */
export const MEASURES = ['links', 'traffic', 'stored'] as const;
export type Measure = (typeof MEASURES)[number];

export interface TotalsStep extends Readonly<Record<Stage | Measure, number>> {
  readonly startMs: number;
}

export interface CurrencyTotals {
  readonly currency: string;
  /** Minor units, a pair for each step. */
  readonly steps: readonly { readonly paidMinor: number; readonly refundedMinor: number }[];
}

export interface Totals {
  readonly period: Period;
  /** Accounts now; deleted ones are not among them. */
  readonly people: number;
  /** Oldest first; the last one is not over. */
  readonly steps: readonly TotalsStep[];
  readonly money: readonly CurrencyTotals[];
}

export function sumOf<T>(steps: readonly T[], amountOf: (step: T) => number): number {
  return steps.reduce((sum, step) => sum + amountOf(step), 0);
}

/** Begin of the epoch's first Monday. */
const MONDAY_MS = 4 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

const startOf = (unit: Exclude<StepUnit, 'month'>, nowMs: number, back: number): number => {
  if (unit === 'week') return (Math.floor((nowMs - MONDAY_MS) / WEEK_MS) - back) * WEEK_MS + MONDAY_MS;
  const stepMs = unit === 'hour' ? HOUR_MS : DAY_MS;
  return (Math.floor(nowMs / stepMs) - back) * stepMs;
};

/** When each step of a period begins, epoch ms, oldest first; the last one holds `nowMs`. */
export function stepsOf(period: Period, nowMs: number): number[] {
  const { steps, unit } = PERIODS[period];
  const now = new Date(nowMs);
  return Array.from({ length: steps }, (_, at) => {
    const back = steps - 1 - at;
    return unit === 'month' ? Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1) : startOf(unit, nowMs, back);
  });
}

const SHOWN_CHARS: Readonly<Record<StepUnit, number>> = { hour: 16, day: 10, week: 10, month: 7 };

/** `2026-11-25 14:00` for an hour, `2026-11-25` for a day or the first day of a week, `2026-11` for a month; UTC. */
export function timeOfStep(startMs: number, unit: StepUnit): string {
  return new Date(startMs).toISOString().slice(0, SHOWN_CHARS[unit]).replace('T', ' ');
}
