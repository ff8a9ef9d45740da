/** Totals that operators read: periods, and the shape of an answer. Pure. */

/** Period -> its steps, and hours of one step. Days are those of UTC. */
export const PERIODS = {
  hours: { title: '48 hours', steps: 48, stepHours: 1 },
  month: { title: '30 days', steps: 30, stepHours: 24 },
  quarter: { title: '90 days', steps: 90, stepHours: 24 },
} as const;

export type Period = keyof typeof PERIODS;

export function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text);
}

/** From the sight of a link to a payment, in order. */
export const STAGES = ['views', 'saves', 'signUps', 'payments'] as const;
export type Stage = (typeof STAGES)[number];

export interface TotalsStep extends Readonly<Record<Stage, number>> {
  readonly startMs: number;
}

export interface CurrencyTotals {
  readonly currency: string;
  /** Minor units, a pair for each step. */
  readonly steps: readonly { readonly paidMinor: number; readonly refundedMinor: number }[];
}

export interface Totals {
  readonly period: Period;
  /** Oldest first; the last one is not over. */
  readonly steps: readonly TotalsStep[];
  readonly money: readonly CurrencyTotals[];
}

export function sumOf<T>(steps: readonly T[], amountOf: (step: T) => number): number {
  return steps.reduce((sum, step) => sum + amountOf(step), 0);
}

/** `2026-11-25`, or `2026-11-25 14:00` for an hour; UTC. */
export function timeOfStep(startMs: number, stepHours: number): string {
  return new Date(startMs)
    .toISOString()
    .slice(0, stepHours === 1 ? 16 : 10)
    .replace('T', ' ');
}
