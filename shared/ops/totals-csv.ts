/** Totals as a file for spreadsheets: a line of names, then a line a step. Pure. */
import { csvLine } from '#shared/csv.ts';
import { MEASURES, PERIODS, STAGES, type Totals, timeOfStep } from './totals.ts';

const NAMES = [
  'from (UTC)',
  'views of links',
  'saves',
  'new accounts',
  'first payments',
  'links made',
  'bytes sent by links',
  'bytes stored',
];

/** Amounts of money in the smallest unit of their currency. */
export function totalsCsv({ period, steps, money }: Totals): string {
  const { unit } = PERIODS[period];
  const head = [...NAMES, ...money.flatMap(({ currency }) => [`paid ${currency}`, `refunded ${currency}`])];
  const lines = steps.map((step, at) => [
    timeOfStep(step.startMs, unit),
    ...[...STAGES, ...MEASURES].map((name) => String(step[name])),
    ...money.flatMap(({ steps: sums }) => [sums[at]?.paidMinor ?? 0, sums[at]?.refundedMinor ?? 0].map(String)),
  ]);
  return [head, ...lines].map(csvLine).join('');
}
